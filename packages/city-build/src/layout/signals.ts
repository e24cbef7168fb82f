import { LaneTurn, LightState, type Phase } from '@itinera/city/browser';
import type { Lights, TurnLanes } from './draft-junctions.js';
import type { DraftRoads, LaneId, RoadNumber } from './draft-roads.js';
import { angleBetween } from './geometry.js';
import type { Crossing } from './walking-lanes.js';

/** Durations of the phases of a program, seconds. */
const GREEN = 30;
const YELLOW = 5;
const ALL_RED = 4.5;
const WALK_GREEN = 15;

/**
 * The traffic lights of a junction: opposite streets are green together for 30 s, then yellow for 5 s and all red for
 * 4.5 s. Turning traffic gives way. People cross a street while no traffic leaves it or goes straight into it; a
 * crossing that would otherwise never be green gets a separate phase of 15 s.
 */
export function signalsOf(roads: DraftRoads, movements: readonly TurnLanes[], crossings: readonly Crossing[]): Lights {
  const lanes = [...movements.flatMap((m) => m.lanes), ...crossings.map(({ lane }) => lane)];
  const axes = groupByAxis(roads, [...new Set(movements.map((m) => m.from))]);
  const statesOf = (green: ReadonlySet<RoadNumber>) => greenStates(roads, lanes, movements, crossings, green);
  const greens = axes.map((axis) => statesOf(new Set(axis)));
  const walk = statesOf(new Set());
  const offset = new Map(lanes.map((lane, i) => [lane, i]));
  const starved = crossings.some(({ lane }) =>
    greens.every((states) => states[offset.get(lane)!] !== LightState.GREEN),
  );
  const driving = new Set(movements.flatMap((m) => m.lanes));
  const red = lanes.map(() => LightState.RED as number);
  const yellow = (states: number[]) =>
    states.map((state, i) =>
      driving.has(lanes[i]) && state === LightState.GREEN ? LightState.YELLOW : LightState.RED,
    );
  const phases: Phase[] = greens.flatMap((states) => [
    { duration: GREEN, states },
    { duration: YELLOW, states: yellow(states) },
    { duration: ALL_RED, states: red },
  ]);
  if (starved) phases.push({ duration: WALK_GREEN, states: walk }, { duration: ALL_RED, states: red });
  return { greens: starved ? [...greens, walk] : greens, phases };
}

/** Roads into the junction that share a green phase: those from the same or the opposite side. */
function groupByAxis(roads: DraftRoads, entering: readonly RoadNumber[]): RoadNumber[][] {
  const axes: RoadNumber[][] = [];
  for (const road of entering) {
    const axis = axes.find(([first]) => {
      const angle = Math.abs(angleBetween(roads.endAngleOf(first), roads.endAngleOf(road)));
      return Math.min(angle, Math.PI - angle) < Math.PI / 4;
    });
    if (axis) axis.push(road);
    else axes.push([road]);
  }
  return axes;
}

function greenStates(
  roads: DraftRoads,
  lanes: readonly LaneId[],
  movements: readonly TurnLanes[],
  crossings: readonly Crossing[],
  green: ReadonlySet<RoadNumber>,
): number[] {
  const open = new Set<number>();
  for (const { from, lanes } of movements) if (green.has(from)) for (const lane of lanes) open.add(lane);
  const straightInto = new Set(
    movements.filter((m) => green.has(m.from) && m.turn === LaneTurn.STRAIGHT).map((m) => m.to),
  );
  const froms = new Set(movements.map(({ from }) => from));
  for (const { lane, crossed, along } of crossings) {
    const led = along.map((direction) => roads.ofDirection(direction)).filter((road) => froms.has(road));
    if (led.length > 0 && !led.some((road) => green.has(road))) continue;
    const isUsed = crossed.some(
      (leaving) => green.has(roads.ofDirection(leaving ^ 1)) || straightInto.has(roads.ofDirection(leaving)),
    );
    if (!isUsed) open.add(lane);
  }
  return lanes.map((lane) => (open.has(lane) ? LightState.GREEN : LightState.RED));
}
