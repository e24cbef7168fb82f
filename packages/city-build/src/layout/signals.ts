import { type AvailablePhase, type JunctionMessage, LaneTurn, LightState, type Phase } from '@itinera/city/browser';
import type { DraftRoad } from './draft.js';
import type { TurnLanes } from './driving-lanes.js';
import { angleBetween } from './geometry.js';
import type { LaneId } from './lane-lines.js';
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
 *
 * @param lanes the junction's lanes, in the order of its `laneIds`
 */
export function signalsOf(
  junctionId: number,
  lanes: readonly LaneId[],
  movements: readonly TurnLanes[],
  crossings: readonly Crossing[],
): Required<Pick<JunctionMessage, 'phases' | 'fixedProgram'>> {
  const axes = groupByAxis([...new Set(movements.map((m) => m.from))]);
  const greens = axes.map((axis) => greenStates(lanes, movements, crossings, new Set(axis)));
  const walk = greenStates(lanes, movements, crossings, new Set());
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
  return {
    phases: [...greens, ...(starved ? [walk] : [])].map((states): AvailablePhase => ({ states })),
    fixedProgram: { junctionId, phases },
  };
}

/** Roads into the junction that share a green phase: those from the same or the opposite side. */
function groupByAxis(roads: readonly DraftRoad[]): DraftRoad[][] {
  const axes: DraftRoad[][] = [];
  for (const road of roads) {
    const axis = axes.find(([first]) => {
      const angle = Math.abs(angleBetween(first.endAngle, road.endAngle));
      return Math.min(angle, Math.PI - angle) < Math.PI / 4;
    });
    if (axis) axis.push(road);
    else axes.push([road]);
  }
  return axes;
}

function greenStates(
  lanes: readonly LaneId[],
  movements: readonly TurnLanes[],
  crossings: readonly Crossing[],
  green: ReadonlySet<DraftRoad>,
): number[] {
  const open = new Set<number>();
  for (const { from, lanes } of movements) if (green.has(from)) for (const lane of lanes) open.add(lane);
  const straightInto = new Set(
    movements.filter((m) => green.has(m.from) && m.turn === LaneTurn.STRAIGHT).map((m) => m.to),
  );
  const froms = new Set(movements.map(({ from }) => from));
  for (const { lane, entering, leaving, along } of crossings) {
    const led = along?.filter((road) => froms.has(road)) ?? [];
    if (led.length > 0 && !led.some((road) => green.has(road))) continue;
    if (!entering.some((road) => green.has(road)) && !leaving.some((road) => straightInto.has(road))) open.add(lane);
  }
  return lanes.map((lane) => (open.has(lane) ? LightState.GREEN : LightState.RED));
}
