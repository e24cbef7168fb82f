import { type LaneMessage, LaneType, LightState } from '@itinera/city/browser';
import { describe, expect, test } from 'vitest';
import { buildMap } from './build-map.js';
import { drawnNetwork } from './drawn-network.fixture.js';
import type { LinkKind, NetworkLink } from './network.js';

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** The junction of streets, and of paths, that begin at some distance from its middle at 0, 0, as those of a large one do. */
function junctionOf(streets: readonly Line[], paths: readonly Line[], more: Partial<LinkKind> = {}) {
  const { links, ...rest } = drawnNetwork('A---B');
  const link = (line: Line, i: number): NetworkLink => ({
    ...links[0],
    from: 0,
    to: i + 1,
    kind: { ...links[0].kind, ...(i >= streets.length && { class: 'path', lanes: [0, 0] }), ...more },
    speed: i < streets.length ? links[0].speed : [0, 0],
    path: Float64Array.of(...line),
  });
  const lines = [...streets, ...paths];
  const map = buildMap({
    ...rest,
    nodes: [{ x: 0, y: 0, signals: true }, ...lines.map(([, , x, y]) => ({ x, y, signals: false }))],
    links: lines.map(link),
  }).toMessage();
  const junction = map.junctions.find(({ drivingLaneGroups }) => drivingLaneGroups.length > 1)!;
  return { junction, lanes: junction.laneIds.map((id) => map.lanes[id]) };
}

const WEST: Line = [-8, 0, -120, 0];
const EAST: Line = [8, 0, 120, 0];
const north = (x: number): Line => [x, 48, x, 150];
const south = (x: number): Line => [x, -48, x, -150];

/** Whether a lane leads past the middle from the west to the east, close to it. */
const goesPast = ({ centerLine }: LaneMessage) => {
  const { nodes } = centerLine!;
  const [a, b] = [nodes[0], nodes.at(-1)!].sort((one, other) => one.x - other.x);
  return a.x < -10 && b.x > 10 && Math.abs(a.y) < 10 && Math.abs(b.y) < 10;
};

describe('lanes through a junction that spare a detour', () => {
  test('lead pedestrians past the end of a path, across one street at most', () => {
    const past = (streets: readonly Line[], paths: readonly Line[]) =>
      junctionOf(streets, paths).lanes.filter((lane) => lane.type === LaneType.WALKING && goesPast(lane)).length;
    expect(past([WEST, EAST], [north(-6), north(6)])).toBe(1);
    expect(past([WEST, EAST, north(0), south(0)], [])).toBe(1);
    expect(past([WEST, EAST, north(-6), north(6), south(-6), south(6)], [])).toBe(0);
  });

  test('lead cyclists through the roadway, with the green of the streets that they come from', () => {
    const streets = [WEST, EAST, north(-6), north(6), south(-6), south(6)];
    expect(junctionOf(streets, []).lanes.filter(({ type }) => type === LaneType.UNSPECIFIED)).toEqual([]);
    const { junction, lanes } = junctionOf(streets, [], { ride: [100, 100] });
    const ridden = lanes.flatMap((lane, i) => (lane.type === LaneType.UNSPECIFIED && goesPast(lane) ? [i] : []));
    expect(ridden.length).toBeGreaterThan(0);
    const isAlong = ({ type, centerLine }: LaneMessage) =>
      type === LaneType.DRIVING && Math.abs(centerLine!.nodes[0].y) < 10;
    const cars = lanes.flatMap((lane, i) => (isAlong(lane) ? [i] : []));
    for (const { states } of junction.phases) {
      const isGreen = (i: number) => states[i] === LightState.GREEN;
      expect(ridden.map(isGreen)).toEqual(ridden.map(() => cars.some(isGreen)));
    }
    const greens = junction.phases.filter(({ states }) => states[ridden[0]] === LightState.GREEN).length;
    expect([greens, junction.phases.length]).toEqual([1, 2]);
  });
});
