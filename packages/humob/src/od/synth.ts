import { Random } from '@itinera/base';
import {
  BOX,
  cellAt,
  dateSince1970,
  daysFrom,
  daysSince1970,
  GAP,
  OUTSIDE,
  PLACES,
  positionOf,
  weekdayOn,
} from './rules.js';
import type { OdDay } from './scan-day.js';

/** The data set's first and last day. */
const PERIOD = ['20231101', '20241031'] as const;
/** Days on which the challenge's data are missing. */
const MISSING: readonly string[] = (
  '20231126 20231130 20231201 20231203 20231204 20231205 20231214 20240118 20240123 20240124 20240202 20240305 ' +
  '20240408 20240426 20240529 20240708'
).split(' ');
const QUAKE = daysSince1970('20240101');
/** The sum of all flows of a day, those outside the grid included. */
const TOTAL = 189_190.25;
/** Cells with a diagonal flow, and pairs that are ever seen, in the box; and pairs outside it. */
const [DIAGONALS, OFF_PAIRS, ELSEWHERE] = [380, 530, 10_630];
/** Latitude number from which a cell counts as in the north, where the earthquake struck. */
const NORTH = 56;

export interface SynthOdOptions {
  readonly seed: number;
  /** Pairs with an end outside the box, about 10,630 in the challenge's data; they are not scored. */
  readonly elsewhere?: number;
}

/** One day of the stand-in. */
export interface SynthOdDay {
  readonly date: string;
  /** Null where the challenge's data are missing. */
  readonly day: OdDay | null;
  /** Whether the challenge hides the day. */
  readonly isInGap: boolean;
}

/**
 * A SYNTHETIC stand-in for the data of 2026: nothing in it comes from people. It has the published shape of the data: a
 * constant daily total, values of six decimals, about 380 pairs on and 118 off the diagonal in the box per day, root mean
 * squares near the constants of the rules, missing days, weekdays, and a drop in the north after the earthquake that
 * recovers. A score on it says whether a program works, not how well a method works on real data.
 */
export function* synthesizeOd({ seed, elsewhere = ELSEWHERE }: SynthOdOptions): Generator<SynthOdDay> {
  const random = new Random(seed);
  const stays = pick(DIAGONALS, () => diagonalInBox(random));
  const trips = pick(
    OFF_PAIRS,
    () => cellInBox(random) * PLACES + cellInBox(random),
    (pair) => !isStay(pair),
  );
  const others = pick(
    elsewhere,
    () => pairElsewhere(random),
    (pair) => pair !== REST,
  );
  const levels = {
    stays: stays.map(() => Math.exp(random.normal(2.6, 1.35))),
    trips: trips.map(() =>
      Math.exp(random.chance(STRONG) ? Math.abs(random.normal(0, 0.8)) : -NOISE * random.between(0.6, 2.6)),
    ),
    others: others.map(() => Math.exp(random.normal(0.6, 1.2))),
  };
  scale(levels.stays, 26.57 * Math.sqrt(1476));
  const weekdays = stays.map(() =>
    Array.from({ length: 7 }, (_, day) => 1 + random.normal(day > 4 ? -0.04 : 0.016, 0.04)),
  );
  const drift = stays.map(() => 0);
  for (const date of daysFrom(...PERIOD)) {
    const pairs: number[] = [];
    const flows: number[] = [];
    let sum = 0;
    const add = (pair: number, flow: number) => {
      const rounded = Math.round(flow * 1e6) / 1e6;
      if (rounded <= 0) return;
      pairs.push(pair);
      flows.push(rounded);
      sum += rounded;
    };
    const weekday = weekdayOn(date);
    const [north, south] = [true, false].map((isNorth) => presence(date, isNorth)) as [number, number];
    stays.forEach((pair, i) => {
      drift[i] = 0.93 * drift[i]! + random.normal(0, 0.012);
      const { y } = positionOf(pair % PLACES);
      const usual = levels.stays[i]! * weekdays[i]![weekday]! * (1 + drift[i]!);
      add(pair, usual * (y >= NORTH ? north : south) * Math.exp(random.normal(0, 0.08)));
    });
    // Below a threshold a flow would tell of few people, so it is left out.
    trips.forEach((pair, i) => {
      const level = levels.trips[i]! * Math.exp(random.normal(0, NOISE));
      if (level > 1) add(pair, level * TRIP_SCALE);
    });
    others.forEach((pair, i) => {
      if (random.chance(0.99)) add(pair, levels.others[i]! * Math.exp(random.normal(0, 0.2)));
    });
    add(REST, TOTAL - sum);
    const isInGap = date >= GAP[0] && date <= GAP[1];
    const day = { pairs: Uint32Array.from(pairs), flows: Float64Array.from(flows) };
    yield { date, day: MISSING.includes(date) ? null : day, isInGap };
  }
}

/** Share of the trips that are above the threshold on most days; the others rarely are. */
const STRONG = 0.18;
/** Standard deviation of the logarithm from day to day. */
const NOISE = 0.27;
const TRIP_SCALE = 0.75;
/** The flow from outside the grid to outside, which is the remainder of the total. */
const REST = OUTSIDE * PLACES + OUTSIDE;

function isStay(pair: number): boolean {
  return Math.floor(pair / PLACES) === pair % PLACES;
}

function cellInBox(random: Random): number {
  const [y, x] = [BOX.y, BOX.x].map(([low, high]) => low + random.integer(high - low + 1)) as [number, number];
  return cellAt(y, x)!;
}

function diagonalInBox(random: Random): number {
  const cell = cellInBox(random);
  return cell * PLACES + cell;
}

/** Mostly stays and short trips on the grid below the box, some from or to the outside. */
function pairElsewhere(random: Random): number {
  const from = random.integer(3400);
  const draw = random.next();
  const to =
    draw < 0.3
      ? from
      : draw < 0.35
        ? OUTSIDE
        : Math.max(0, from + random.integer(5) - 2 + 100 * (random.integer(5) - 2)) % 3400;
  return from * PLACES + to;
}

/** Different pairs in the order in which they were drawn. */
function pick(count: number, draw: () => number, isFit: (pair: number) => boolean = () => true): number[] {
  const found = new Set<number>();
  while (found.size < count) {
    const pair = draw();
    if (isFit(pair)) found.add(pair);
  }
  return [...found];
}

function scale(levels: number[], norm: number): void {
  const factor = norm / Math.sqrt(levels.reduce((sum, level) => sum + level * level, 0));
  levels.forEach((level, i) => {
    levels[i] = level * factor;
  });
}

/** The share of people who are present: affected by the earthquake and the recovery, New Year, festivals and rain. */
function presence(date: string, isNorth: boolean): number {
  const since = daysSince1970(date) - QUAKE;
  const festival = date === '20240705' || date === '20240706' || date === '20240803' ? 1.12 : 1;
  if (since < 0) return since >= -7 && isNorth ? 1.15 : 1;
  if (!isNorth) return festival;
  const recovery = 0.95 - 0.2 * Math.exp(-since / 60) - (since < 14 ? 0.05 : 0);
  const rain = date >= '20240921' && date <= dateSince1970(daysSince1970('20240921') + 13) ? 0.93 : 1;
  return recovery * rain * festival;
}
