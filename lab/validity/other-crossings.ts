import { readFileSync } from 'node:fs';
import { Random } from '@itinera/base';
import { type CityMap, TripMode } from '@itinera/city';
import { FALL } from './capacity-table.js';
import { armsOf, type CrossingFigures, flowsOf, sum } from './crossings.js';
import { rangeOf, tableOf } from './figures.js';
import { manualFlows } from './manual-flows.js';
import { queueSeconds, SEEDS } from './traffic-cases.js';
import { type Arm, star } from './traffic-networks.js';
import type { TripEnds } from './trips.js';

const HOUR = 3_600_000;
/** A change of direction from which a way is a turn, radians. */
const STRAIGHT = Math.PI / 4;

/** A street of a crossing, and the share of the cars that come from it. */
export interface Approach extends Arm {
  readonly share: number;
}

/** A crossing without lights that no rule was chosen on. */
export interface OtherCrossing {
  readonly arms: readonly Approach[];
  readonly left: number;
  readonly right: number;
  /** Whether the first street has priority. */
  readonly priority: boolean;
}

export const OTHER_DEMANDS = [800, 1200, 1600, 2000, 2400];
/** Those of the columns, for which SUMO was run. */
export const SHOWN_DEMANDS = [1600, 2400];

/** Arms at angles from east, degrees, each with its share of the cars. */
function arms(angles: readonly number[], shares: readonly number[], own: (i: number) => Partial<Arm> = () => ({})) {
  return angles.map((angle, i): Approach => ({ angle, share: shares[i]!, lanes: 1, kmh: 50, ...own(i) }));
}
const SQUARE = [0, 90, 180, 270];
const QUARTERS = [0.25, 0.25, 0.25, 0.25];
const fast = (i: number) => (i % 2 === 0 ? { kmh: 60 } : {});
const wide = (i: number) => (i % 2 === 0 ? { lanes: 2 as const } : {});

function equal(all: readonly Approach[], left: number, right: number): OtherCrossing {
  return { arms: all, priority: false, left, right };
}

function first(all: readonly Approach[], left: number, right: number): OtherCrossing {
  return { arms: all, priority: true, left, right };
}

/** Three, four and five arms, some with other shares, turns or lanes than those that rules were measured with. */
export const OTHER_CROSSINGS: Readonly<Record<string, OtherCrossing>> = {
  'three equal arms at 120°': equal(arms([90, 210, 330], [1 / 3, 1 / 3, 1 / 3]), 0.5, 0.5),
  'four equal arms, 40+30+20+10 %': equal(arms(SQUARE, [0.4, 0.3, 0.2, 0.1]), 0.15, 0.15),
  'four equal arms, 40/40/20': equal(arms(SQUARE, QUARTERS), 0.4, 0.2),
  'four equal arms, 20/20/60': equal(arms(SQUARE, QUARTERS), 0.2, 0.6),
  'four equal arms, 60° apart': equal(arms([0, 60, 180, 240], QUARTERS), 0.15, 0.15),
  'five equal arms': equal(arms([0, 72, 144, 216, 288], [0.2, 0.2, 0.2, 0.2, 0.2]), 0.3, 0.3),
  'three arms, one ends': first(arms([0, 90, 180], [1 / 3, 1 / 3, 1 / 3]), 0.3, 0.3),
  'three arms, 60 km/h, 35+30+35 %': first(arms([0, 90, 180], [0.35, 0.3, 0.35], fast), 0.2, 0.2),
  'two lanes cross one, 35+15+35+15 %': first(arms(SQUARE, [0.35, 0.15, 0.35, 0.15], wide), 0.15, 0.15),
  'priority, 50+15+20+15 %': first(arms(SQUARE, [0.5, 0.15, 0.2, 0.15], fast), 0.15, 0.15),
  'priority, 30+25+30+15 %, 10/50/40': first(arms(SQUARE, [0.3, 0.25, 0.3, 0.15], fast), 0.1, 0.4),
  'priority, 35+15+35+15 %, 40/40/20': first(arms(SQUARE, [0.35, 0.15, 0.35, 0.15], fast), 0.4, 0.2),
};

/** Trips through the crossing within an hour at random times, and the arm that each comes from. */
export function otherTrips(map: CityMap, cars: number, one: OtherCrossing, seed: number) {
  const random = new Random(seed);
  const roads = armsOf(
    map,
    one.arms.map(({ angle }) => angle),
  );
  const from: number[] = [];
  const trips = Array.from({ length: cars }, (): TripEnds => {
    let [arm, at] = [0, random.next()];
    while (at >= one.arms[arm]!.share && arm < one.arms.length - 1) at -= one.arms[arm++]!.share;
    const exits = one.arms.map((_, i) => i).filter((i) => i !== arm);
    const change = (to: number) => {
      const degrees = one.arms[to]!.angle - one.arms[arm]!.angle + 180;
      return Math.atan2(Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180));
    };
    const way = random.next();
    const isWanted = (to: number) =>
      way < one.left
        ? change(to) > STRAIGHT
        : way < one.left + one.right
          ? change(to) < -STRAIGHT
          : Math.abs(change(to)) <= STRAIGHT;
    const wanted = exits.filter(isWanted);
    const list = wanted.length > 0 ? wanted : exits;
    const to = list[random.integer(list.length)]!;
    from.push(arm);
    const into = roads[arm]!.into;
    const out = roads[to]!.out[0]!;
    return {
      from: [{ lane: into[random.integer(into.length)]!, s: 5 }],
      to: [{ lane: out, s: map.lanes.length[out]! - 5 }],
      departure: Math.round(random.next() * HOUR),
      mode: TripMode.DRIVE_ONLY,
    };
  });
  return { trips, from };
}

/** Cars per hour through crossings that nothing was chosen on: here, over seeds, in SUMO and by the manual. */
export function otherCrossingsTable(): string {
  const figures: CrossingFigures = JSON.parse(readFileSync('lab/validity/figures/other-shapes.json', 'utf8'));
  const rows = Object.entries(OTHER_CROSSINGS).map(([name, one]) => {
    const map = star(one.arms);
    const shares = one.arms.map(({ share }) => share);
    const demands = OTHER_DEMANDS.map((cars) => {
      const runs = SEEDS.map((seed) => {
        const { trips, from } = otherTrips(map, cars, one, seed);
        return sum(flowsOf(trips, from, queueSeconds(map, trips), one.arms.length));
      });
      // The manual has no crossings of five arms.
      const traffic = { ...one, shares, lanes: one.arms[0]!.lanes, minorLanes: one.arms[1]!.lanes };
      const manual = shares.length > 4 ? undefined : sum(manualFlows(traffic, cars));
      const sumo = figures[name]?.[cars];
      return { cars, ours: sum(runs) / runs.length, sumo: sumo && sum(sumo), manual };
    });
    const shown = demands.filter(({ cars }) => SHOWN_DEMANDS.includes(cars));
    const text = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value)));
    const isMonotone = demands.every(({ ours }, i) => i === 0 || ours > (1 - FALL) * demands[i - 1]!.ours);
    const ratios = (peer: 'sumo' | 'manual') =>
      demands.flatMap(({ ours, [peer]: theirs }) => (theirs === undefined ? [] : [ours / theirs]));
    return [
      name,
      ...shown.map(({ ours, sumo, manual }) => `${text(ours)} · ${text(sumo)} · *${text(manual)}*`),
      rangeOf(ratios('sumo'), 2),
      rangeOf(ratios('manual'), 2),
      isMonotone ? 'yes' : 'no',
    ];
  });
  return tableOf(['crossing', ...SHOWN_DEMANDS.map(String), 'here / SUMO', 'here / manual', 'monotone'], rows);
}
