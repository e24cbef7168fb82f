import { createHash } from 'node:crypto';
import { UserError } from '@itinera/metrics';
import { expect, test } from 'vitest';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import { hashUnit } from './personal-speed.js';
import { type Population, type PopulationResult, runPopulation } from './population.js';
import { eventKinds } from './population-columns.js';
import { type Trip, TripMode } from './world.js';

const { city, id } = networkCity({
  ...drawnNetwork(`
A---B---C---G
|   |   |   |
|   |   |   |
D---E---F---I
`),
  aois: {
    home: { road: 'AB', s: 80 },
    shop: { road: 'BC', s: 30 },
    work: { road: 'FI', s: 100 },
    park: { road: 'DE', s: 5, drive: false },
    field: {},
  },
});
const places = ['home', 'shop', 'work', 'park', 'field'].map(id);
const modes = [TripMode.DRIVE_ONLY, TripMode.WALK_ONLY, TripMode.BIKE_WALK, TripMode.TAXI];

function population(people: number): Population {
  const pick = <T>(list: readonly T[], ...key: number[]): T => list[Math.floor(hashUnit(...key) * list.length)]!;
  const trips = Array.from({ length: people }, (_, i) =>
    Array.from({ length: i % 5 }, (_, k) => ({
      aoiId: pick(places, i, k, 1),
      departure: k % 2 === 0 ? Math.floor(hashUnit(i, k, 2) * 80_000_000) : NaN,
      mode: pick(modes, i, k, 3),
    })),
  );
  const tripOffsets = new Int32Array(people + 1);
  trips.forEach((own, i) => {
    tripOffsets[i + 1] = tripOffsets[i]! + own.length;
  });
  const all = trips.flat();
  return {
    personIds: Int32Array.from({ length: people }, (_, i) => 1000 + i),
    homeAoiIds: Int32Array.from({ length: people }, (_, i) => pick(places, i, 4)),
    tripOffsets,
    tripAoiIds: Int32Array.from(all, (trip) => trip.aoiId),
    tripDepartures: Float64Array.from(all, (trip) => trip.departure),
    tripModes: Uint8Array.from(all, (trip) => trip.mode),
  };
}

const day = { until: 86_400_000, rowTimes: { first: 0, every: 900_000, count: 96 }, settings: { seed: 5 } };

function hashOf({ events, rows, totals }: PopulationResult): string {
  const hash = createHash('sha256');
  for (const columns of [events, rows!, totals])
    for (const [name, column] of Object.entries(columns))
      hash.update(name).update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return hash.digest('hex');
}

test('one thread or two, once or again: the same bytes', async () => {
  const people = population(700);
  const hashes = [];
  for (const threads of [1, 2, 1, 2]) hashes.push(hashOf(await runPopulation(city, people, { ...day, threads })));
  expect(new Set(hashes).size).toBe(1);
  const other = await runPopulation(city, people, { ...day, settings: { seed: 6 }, threads: 1 });
  expect(hashOf(other)).not.toBe(hashes[0]);
});

test('is what a world makes of the same schedules', async () => {
  const people = population(60);
  const { events, rows, totals } = await runPopulation(city, people, { ...day, threads: 1 });
  const world = createWorld(city, day.settings);
  people.personIds.forEach((person, i) => {
    world.addPerson(person, people.homeAoiIds[i]!);
    const trips: Trip[] = [];
    for (let k = people.tripOffsets[i]!; k < people.tripOffsets[i + 1]!; k++)
      trips.push({
        aoiId: people.tripAoiIds[k]!,
        departure: Number.isNaN(people.tripDepartures[k]!) ? null : people.tripDepartures[k]!,
        mode: people.tripModes[k] as TripMode,
      });
    world.setSchedule(person, trips);
  });
  let onTheWay = 0;
  for (let k = 0; k < day.rowTimes.count; k++) {
    world.advance(k * day.rowTimes.every);
    people.personIds.forEach((person, i) => {
      const motion = world.motion(person);
      const row = i * day.rowTimes.count + k;
      expect([rows!.status[row], rows!.aoiId[row], rows!.laneId[row], rows!.x[row], rows!.y[row]]).toEqual([
        motion.status,
        motion.aoiId ?? -1,
        motion.laneId ?? -1,
        motion.x,
        motion.y,
      ]);
      if (motion.laneId !== null) onTheWay++;
    });
  }
  expect(onTheWay).toBeGreaterThan(0);
  world.advance(day.until);
  people.personIds.forEach((person, i) => {
    const own = world.takeEvents(person);
    const at = events.offsets[i]!;
    expect(events.offsets[i + 1]! - at).toBe(own.length);
    own.forEach((event, k) => {
      expect([eventKinds[events.kind[at + k]!], events.time[at + k]]).toEqual([event.kind, event.time]);
    });
    expect(world.totals(person)).toEqual({
      trips: totals.trips[i],
      seconds: totals.seconds[i],
      metres: totals.metres[i],
    });
  });
});

test('nobody is a population too; mistakes are said before work begins', async () => {
  const nobody = await runPopulation(city, population(0), { until: 1 });
  expect(nobody.events.offsets).toEqual(new Int32Array(1));
  const people = population(3);
  await expect(runPopulation(city, { ...people, homeAoiIds: Int32Array.of(1, 2, 3) }, { until: 1 })).rejects.toThrow(
    /Person 1000: AOI 1 is not in the map/,
  );
  await expect(runPopulation(city, { ...people, personIds: Int32Array.of(1, 2, 1) }, { until: 1 })).rejects.toThrow(
    /Person 1 is in the population twice/,
  );
  const tripDepartures = people.tripDepartures.subarray(1);
  await expect(runPopulation(city, { ...people, tripDepartures }, { until: 1 })).rejects.toThrow(
    /departures and \d+ modes for \d+ trips/,
  );
  const tripOffsets = people.tripOffsets.with(1, people.tripOffsets[2]! + 1);
  await expect(runPopulation(city, { ...people, tripOffsets }, { until: 1 })).rejects.toThrow(/offsets go down/);
  await expect(runPopulation(city, people, { until: 1, settings: { congestion: 'queue' } })).rejects.toThrow(UserError);
  await expect(runPopulation(city, people, { ...day, until: 1000 })).rejects.toThrow(/last row is after the end/);
});
