import { type CrossingCase, crossingTrips, flowsOf, sharesOf, sum } from './crossings.js';
import { rangeOf, tableOf } from './figures.js';
import { manualFlows } from './manual-flows.js';
import { queueSeconds, SEEDS } from './traffic-cases.js';
import { crossing } from './traffic-networks.js';

const DEMANDS = [200, 400, 800, 1200, 1600, 2000, 2400];
/** Those of the columns. */
const SHOWN = [800, 1200, 1600, 2000, 2400];
/** Shares of the cars on the street with priority; 0 where all streets are equal. */
const MAJOR = [0, 0.5, 0.6, 0.7, 0.8, 0.9];
const LEFT = [0, 0.15, 0.4];
/** A fall of the cars let through as more come that counts as one. */
export const FALL = 0.03;
/** The share of the demand that is let through up to which nobody should have to force their way. */
const SERVED = 0.99;
/** Longer than any wait, seconds. */
const NEVER = 86_400;

/**
 * Cars per hour let through single crossings without lights as demand grows, on each street: over seeds, beside the manual's;
 * whether fewer pass as more come, and whether any driver forces their way although all that come are let through.
 */
export function capacityTable(): string {
  const rows: string[][] = [];
  for (const lanes of [1, 2] as const)
    for (const left of LEFT)
      for (const share of MAJOR) {
        const one = { arms: 4, lanes, priority: share > 0, major: share || 0.5, left, right: 0.15 } as const;
        const demands = DEMANDS.map((cars) => letThrough(one, cars));
        const isMonotone = demands.every(({ all }, i) => i === 0 || all > (1 - FALL) * demands[i - 1]!.all);
        const forced = demands.filter((each) => each.isForced).map(({ cars }) => cars);
        rows.push([
          share === 0 ? 'equal' : `${100 * share} %`,
          String(lanes),
          `${100 * left} %`,
          ...demands
            .filter(({ cars }) => SHOWN.includes(cars))
            .map(({ ours, manual }) => `${ours.map(Math.round).join('+')} · *${manual.map(Math.round).join('+')}*`),
          rangeOf(
            demands.map(({ all, byManual }) => all / byManual),
            2,
          ),
          isMonotone ? 'yes' : 'no',
          forced.length === 0 ? '–' : rangeOf(forced),
        ]);
      }
  return tableOf(
    ['major street', 'lanes', 'left', ...SHOWN.map(String), 'here / manual', 'monotone', 'forced below capacity'],
    rows,
  );
}

interface LetThrough {
  readonly cars: number;
  /** On one approach of the major and of the minor street. */
  readonly ours: readonly number[];
  readonly manual: readonly number[];
  readonly all: number;
  readonly byManual: number;
  readonly isForced: boolean;
}

function letThrough(one: CrossingCase, cars: number): LetThrough {
  const map = crossing(one);
  const flows = [0, 0, 0, 0];
  let isForced = false;
  for (const seed of SEEDS) {
    const { trips, from } = crossingTrips(map, cars, one, seed);
    const seconds = queueSeconds(map, trips);
    const own = flowsOf(trips, from, seconds);
    own.forEach((flow, arm) => {
      flows[arm]! += flow / SEEDS.length;
    });
    if (sum(own) < SERVED * sum(wantedFlows(trips, from))) continue;
    const patient = queueSeconds(map, trips, { queue: { stuckSeconds: NEVER } });
    isForced ||= seconds.some((value, i) => value !== patient[i]);
  }
  const manual = manualFlows({ ...one, shares: sharesOf(one) }, cars);
  const byStreet = ([east, north, west, south]: readonly number[]) => [(east! + west!) / 2, (north! + south!) / 2];
  return { cars, ours: byStreet(flows), manual: byStreet(manual), all: sum(flows), byManual: sum(manual), isForced };
}

/** The flows if no one waited. */
function wantedFlows(trips: Parameters<typeof flowsOf>[0], from: readonly number[]): number[] {
  return flowsOf(trips, from, new Float64Array(trips.length));
}
