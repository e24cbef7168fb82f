import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../../base/src/damage.fixture.js';
import { CityMap } from '../map/city-map.js';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { createWorld } from './create-world.js';
import { TripMode } from './world.js';

const places = {
  home: { road: 'AB', s: 80 },
  shop: { road: 'BC', s: 30 },
  work: { road: 'CF', s: 100 },
};
const network = {
  ...drawnNetwork(`
A---B---C
|   |   |
|   |   |
D---E---F
`),
  aois: places,
  lights: {
    B: [
      { seconds: 20, green: ['AB'] },
      { seconds: 5, green: [], yellow: ['AB'] },
      { seconds: 30, green: ['EB', 'CB'] },
    ],
  },
};
const WRONG = [NaN, Infinity, -Infinity, -1, 0, 5e-324, 1e-9, 1e12, 1e300];

/** The square with some unrealistic lengths, limits, phases and gates. */
const spoiltCity = fc
  .record({ breakage: fc.constantFrom(0.02, 0.2), draws: fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }) })
  .map(({ breakage, draws }) => {
    const { message, id } = networkCity(network);
    let next = 0;
    const draw = () => draws[next++ % draws.length]! / 1000;
    const spoil = <K extends string>(rows: readonly { [k in K]: number }[], key: K) => {
      for (const row of rows) if (draw() < breakage) row[key] = WRONG[Math.floor(draw() * WRONG.length)]!;
    };
    spoil(message.lanes, 'length');
    spoil(message.lanes, 'maxSpeed');
    for (const { fixedProgram } of message.junctions) if (fixedProgram) spoil(fixedProgram.phases, 'duration');
    for (const { drivingPositions, walkingPositions } of message.aois) {
      spoil(drivingPositions, 's');
      spoil(walkingPositions, 's');
    }
    return { city: CityMap.fromMessage(message), id };
  });

test.each(['off', 'bpr', 'queue'] as const)(
  'on damaged maps, time runs forward and nothing is NaN (%s)',
  (congestion) => {
    const settings = fc.record({
      congestion: fc.constant(congestion),
      speedFactor: fc.constantFrom(0.01, 1, 5),
      signals: fc.constantFrom('program' as const, 'expected' as const, 'none' as const),
      reactionSeconds: fc.constantFrom(0, 1),
      accelerationLoss: fc.constantFrom({}, { seconds: 0, secondsPerKmh: 0 }),
    });
    let arrivals = 0;
    fc.assert(
      fc.property(spoiltCity, settings, fc.array(fc.nat(400_000), { maxLength: 30 }), ({ city, id }, knobs, steps) => {
        const world = createWorld(city, knobs);
        const people = [TripMode.DRIVE_ONLY, TripMode.WALK_ONLY, TripMode.BIKE_WALK];
        const schedule = (to: (keyof typeof places)[], mode: TripMode) =>
          to.map((place) => ({ aoiId: id(place), departure: null, mode }));
        people.forEach((mode, person) => {
          world.addPerson(person, id('home'));
          world.setSchedule(person, schedule(['work', 'shop', 'home'], mode));
        });
        let before = people.map((_, person) => world.totals(person));
        let time = 0;
        steps.forEach((step, k) => {
          time += step;
          world.advance(time);
          const now = people.map((_, person) => world.totals(person));
          now.forEach(({ seconds, metres }, person) => {
            expect(seconds).toBeGreaterThanOrEqual(before[person]!.seconds);
            // Metres are summed in another order once a trip is over.
            expect(metres).toBeGreaterThanOrEqual(before[person]!.metres * (1 - 1e-12));
            const { s, x, y, speed, direction } = world.motion(person);
            expect([s, x, y, speed, direction].every(Number.isFinite)).toBe(true);
          });
          before = now;
          if (k % 7 === 3) world.setSchedule(k % 3, schedule(['shop', 'work'], people[(k + step) % 3]!));
        });
        for (const event of world.takeEvents()) {
          expect(event.time).toBeLessThanOrEqual(time);
          if (event.kind !== 'arrival') continue;
          arrivals++;
          expect(event.seconds).toBeGreaterThanOrEqual(0);
          expect(event.metres).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: someOf(150, 3), seed: 1 },
    );
    expect(arrivals).toBeGreaterThan(100);
  },
);
