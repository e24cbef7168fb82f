import { expect, test } from 'vitest';
import { networkCity } from '../routing/network-city.fixture.js';
import { addTransit } from '../transit/add-transit.js';
import { everyDay, feedOf, stopRows, stopTimeRows } from '../transit/gtfs-feed.fixture.js';
import { createWorld } from './create-world.js';
import { type Motion, MotionStatus, type RouteStretch, TripMode } from './world.js';

const HOUR = 3_600_000;

/** A street 6 km long, and a bus along it. */
async function street() {
  const { city, id } = networkCity({
    nodes: { A: [0, 0], B: [2000, 0], C: [4000, 0], D: [6000, 0] },
    streets: [
      { from: 'A', to: 'B' },
      { from: 'B', to: 'C' },
      { from: 'C', to: 'D' },
    ],
    aois: {
      home: { road: 'AB', s: 90 },
      work: {
        gates: [
          { road: 'CD', s: 1890 },
          { road: 'DC', s: 90 },
        ],
      },
    },
  });
  const feed = await feedOf({
    stops: stopRows(city, { P: [200, 5], Q: [3000, 5], R: [5800, 5] }),
    routes: ['route_id,route_short_name,route_long_name,route_type', 'b,7,,3'],
    calendar: everyDay,
    trips: ['trip_id,route_id,service_id,trip_headsign', 'b1,b,all,Quay'],
    stop_times: stopTimeRows({ b1: 'P 8:05 Q 8:15 R 8:25' }),
  });
  const { map, timetable } = addTransit(city, feed);
  const world = createWorld(map, {}, undefined, timetable);
  world.addPerson(1, id('home'));
  world.keepRoutes(1);
  /** Lane and metres along it, by the last stretch that has begun. */
  const place = (stretches: readonly RouteStretch[], time: number) => {
    const stretch = stretches.findLast(({ begin }) => begin <= time)!;
    const { laneIds, backward, entered, reached, startS, endS, begin, status } = stretch;
    const i = entered.findLastIndex((ms) => ms <= time - begin);
    const length = map.lanes.length[map.laneIndex(laneIds[i])];
    const from = i === 0 ? startS : backward[i] ? length : 0;
    const to = i === laneIds.length - 1 ? endS : backward[i] ? 0 : length;
    const share = reached[i] > entered[i] ? Math.min(1, (time - begin - entered[i]) / (reached[i] - entered[i])) : 1;
    return { laneId: laneIds[i], s: from + (to - from) * share, status };
  };
  return { world, id, place };
}

test.each(['to the end', 'to a stop'])('a ride by bus %s can be followed in its stretches', async (how) => {
  const { world, id, place } = await street();
  world.setSchedule(1, [{ aoiId: id('work'), departure: 8 * HOUR, mode: TripMode.BUS_WALK }]);
  const seen: { time: number; motion: Motion }[] = [];
  for (let time = 8 * HOUR; time < 9 * HOUR; time += 7000) {
    world.advance(time);
    seen.push({ time, motion: world.motion(1) });
    if (how === 'to a stop' && seen.length === 90)
      world.setSchedule(1, [{ aoiId: id('home'), departure: null, mode: TripMode.WALK_ONLY }]);
  }
  const routes = world.takeRoutes(1);
  const stretches = routes.flat();
  expect(routes).toHaveLength(how === 'to a stop' ? 2 : 1);
  expect(new Set(stretches.map(({ status }) => status)).size).toBeGreaterThan(2);
  const onLanes = seen.filter(({ motion }) => motion.laneId !== null);
  expect(onLanes.length).toBeGreaterThan(150);
  for (const { time, motion } of onLanes) {
    const found = place(stretches, time);
    expect({ time, laneId: found.laneId }).toEqual({ time, laneId: motion.laneId });
    expect(found.s).toBeCloseTo(motion.s, 6);
    if (motion.status !== MotionStatus.WAIT_ROUTE) expect(found.status).toBe(motion.status);
  }
});
