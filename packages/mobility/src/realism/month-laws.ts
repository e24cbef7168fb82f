import type { PublishedLaw } from '@itinera/base';
import { DAY } from '../clock.js';
import { dailyNetwork } from '../person/daily-motifs.js';
import { type LawOfSums, type MeasuredLaw, measuredLaws } from './law.js';

/** A stay of a person at a place, in seconds since the first midnight. */
export interface MonthStay {
  readonly place: number;
  readonly arrival: number;
  /** Null if the person is still there at the end. */
  readonly departure: number | null;
}

/** Weeks of one person. */
export interface PersonMonth {
  /** In order of time. */
  readonly stays: readonly MonthStay[];
  /** Home, workplace and school, as far as known. */
  readonly usual: ReadonlySet<number>;
  /** Workplace or school; null without one. */
  readonly duty: number | null;
}

export interface MonthOptions {
  /** Complete weeks, 2 or more; later stays are ignored. */
  readonly weeks: number;
  /** Weekday of the first day, 0 for Monday; null if days have no dates: then there are no laws of weekdays. */
  readonly firstWeekday: number | null;
  readonly seed?: number;
}

/** A law of human mobility over weeks. */
export interface MonthLaw extends MeasuredLaw {
  /** Whether the interval overlaps the published range, or where it lies; null if that is unknown. */
  readonly verdict: 'holds' | 'below' | 'above' | null;
}

const DAYS_PER_WEEK = 7;
const [FIRST_RANK, LAST_RANK] = [3, 20];
/** Weeks, and minutes per week, in which a place must be visited twice to be familiar. */
const [FAMILIAR_WEEKS, FAMILIAR_MINUTES] = [20, 10];
/** The most frequent daily networks; all others are too rare to occur twice by chance. */
const MOST_NETWORKS = 60;

const SONG = 'C. Song et al. (2010), doi:10.1038/nphys1760';
const PHONES = 'phone records by cell tower, one year';

type LawOfMonths = LawOfSums<PersonMonth>;

/**
 * Laws of mobility over weeks, each with its interval over people and the published figure. A simulator that has plausible days may
 * fail all of them.
 *
 * @param people one entry per person; the first day begins at 0 s
 */
export function monthLaws(people: readonly PersonMonth[], { weeks, firstWeekday, seed = 0 }: MonthOptions): MonthLaw[] {
  const days = weeks * DAYS_PER_WEEK;
  const months = people.map((person) => ({
    ...person,
    stays: merged(person.stays.filter(({ arrival }) => arrival < days * DAY)),
  }));
  const isWeekday = (day: number) => (firstWeekday! + day) % DAYS_PER_WEEK < 5;
  const laws = [
    ...newPlaces((weeks - 1) * DAYS_PER_WEEK * DAY),
    growth(days),
    ranks,
    familiar(weeks),
    ...(firstWeekday === null ? [] : [motifs(months, days, isWeekday), ...attendance(days, isWeekday)]),
  ];
  return measuredLaws(laws, months, seed).map(judged);
}

/** Stays without repeats of a place. */
function merged(stays: readonly MonthStay[]): MonthStay[] {
  const out: MonthStay[] = [];
  for (const stay of stays) {
    const last = out.at(-1);
    if (last?.place === stay.place) out[out.length - 1] = { ...last, departure: stay.departure };
    else out.push(stay);
  }
  return out;
}

function judged(law: MeasuredLaw): MonthLaw {
  return { ...law, verdict: verdictOf(law.low, law.high, law.published) };
}

function verdictOf(low: number, high: number, published: PublishedLaw | null): MonthLaw['verdict'] {
  if (published === null || Number.isNaN(low + high)) return null;
  if (high < published.low) return 'below';
  return low > published.high ? 'above' : 'holds';
}

/** Moves of the last week to places that were never visited before. */
function newPlaces(from: number): LawOfMonths[] {
  const terms = (isCounted: (person: PersonMonth, place: number) => boolean) => (person: PersonMonth) => {
    const seen = new Set<number>();
    let [fresh, moves] = [0, 0];
    person.stays.forEach(({ place, arrival }, i) => {
      if (i > 0 && arrival >= from && isCounted(person, place)) {
        moves++;
        if (!seen.has(place)) fresh++;
      }
      seen.add(place);
    });
    return [fresh, moves];
  };
  const shared = { digits: 2, of: ([fresh, moves]: Float64Array) => fresh! / moves! };
  return [
    {
      ...shared,
      name: 'moves of the last week to a new place, share',
      published: {
        low: 0.2,
        high: 0.25,
        data: 'mobile phone GPS, mean over three months to a year',
        source: 'A. Cuttone et al. (2018), doi:10.1140/epjds/s13688-017-0129-1',
      },
      terms: terms(() => true),
    },
    {
      ...shared,
      name: 'moves of the last week outside home, work and school to a new place, share',
      published: null,
      terms: terms(({ usual }, place) => !usual.has(place)),
    },
  ];
}

/** Distinct places by day, S(t) ~ t^μ. */
function growth(days: number): LawOfMonths {
  return {
    name: 'growth of distinct places, exponent',
    digits: 2,
    published: { low: 0.58, high: 0.62, data: PHONES, source: SONG },
    terms: ({ stays }) => {
      const first = new Float64Array(days);
      const seen = new Set<number>();
      for (const { place, arrival } of stays) {
        if (!seen.has(place)) first[Math.max(0, Math.floor(arrival / DAY))]!++;
        seen.add(place);
      }
      for (let day = 1; day < days; day++) first[day]! += first[day - 1]!;
      return [...first];
    },
    of: (sums) => slope(Array.from(sums, (sum, day) => [day + 1, sum] as const)),
  };
}

/** Share of visits by rank of the place, f ~ k^−ζ. */
const ranks: LawOfMonths = {
  name: `visits by rank of the place, exponent (ranks ${FIRST_RANK} to ${LAST_RANK})`,
  digits: 2,
  published: { low: 1.1, high: 1.3, data: PHONES, source: SONG },
  terms: ({ stays }) => {
    const counts = [...countsOf(stays.map(({ place }) => place)).values()].sort((a, b) => b - a);
    return Array.from({ length: LAST_RANK }, (_, rank) => (counts[rank] ?? 0) / stays.length);
  },
  of: (sums) => -slope(Array.from(sums, (sum, rank) => [rank + 1, sum] as const).slice(FIRST_RANK - 1)),
};

/** Places visited twice or more, and for some minutes a week. */
function familiar(weeks: number): LawOfMonths {
  return {
    name: `familiar places: visited at least twice, and ${FAMILIAR_MINUTES} minutes a week`,
    digits: 1,
    published:
      weeks < FAMILIAR_WEEKS
        ? null
        : {
            low: 20,
            high: 30,
            data: `four mobile phone data sets, windows of ${FAMILIAR_WEEKS} weeks`,
            source: 'L. Alessandretti et al. (2018), doi:10.1038/s41562-018-0364-x',
          },
    terms: ({ stays }) => {
      const counts = countsOf(stays.map(({ place }) => place));
      const seconds = new Map<number, number>();
      for (const { place, arrival, departure } of stays)
        seconds.set(place, (seconds.get(place) ?? 0) + (departure ?? weeks * DAYS_PER_WEEK * DAY) - arrival);
      const isFamiliar = (place: number) =>
        counts.get(place)! >= 2 && seconds.get(place)! >= weeks * FAMILIAR_MINUTES * 60;
      return [[...counts.keys()].filter(isFamiliar).length, 1];
    },
    of: ([places, people]) => places! / people!,
  };
}

/** How much more often two weekdays have the same network if they are one person's. */
function motifs(people: readonly PersonMonth[], days: number, isWeekday: (day: number) => boolean): LawOfMonths {
  const networks = new Map(
    people.map((person) => [person, networksOf(person, days).filter((_, day) => isWeekday(day))]),
  );
  const counts = countsOf([...networks.values()].flat());
  const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_NETWORKS);
  return {
    name: 'same daily network on two weekdays: within a person relative to between people',
    digits: 2,
    published: null,
    terms: (person) => {
      const own = countsOf(networks.get(person)!);
      const total = networks.get(person)!.length;
      const pairs = [...own.values()].reduce((sum, count) => sum + count * (count - 1), 0);
      return [pairs, total * (total - 1), total, ...common.map(([network]) => own.get(network) ?? 0)];
    },
    of: ([pairs, of, total, ...counts]) => pairs! / of! / counts.reduce((sum, count) => sum + (count / total!) ** 2, 0),
  };
}

/** The network of each day, from the place at midnight on. */
export function networksOf({ stays }: PersonMonth, days: number): string[] {
  let next = 0;
  let here = stays[0]?.place;
  return Array.from({ length: days }, (_, day) => {
    const places = here === undefined ? [] : [here];
    for (; next < stays.length && stays[next]!.arrival < (day + 1) * DAY; next++) {
      here = stays[next]!.place;
      places.push(here);
    }
    return dailyNetwork(places).network;
  });
}

/** People with a workplace or school who are there on none, and on all, of the weekdays. */
function attendance(days: number, isWeekday: (day: number) => boolean): LawOfMonths[] {
  const weekdays = Array.from({ length: days }, (_, day) => day).filter(isWeekday);
  const share = (name: string, is: (count: number) => boolean): LawOfMonths => ({
    name: `people with work or school who are there on ${name} of ${weekdays.length} weekdays, share`,
    digits: 2,
    published: null,
    terms: ({ stays, duty }) => {
      if (duty === null) return [0, 0];
      const there = new Set<number>();
      for (const { place, arrival } of stays) if (place === duty) there.add(Math.floor(arrival / DAY));
      return [Number(is(weekdays.filter((day) => there.has(day)).length)), 1];
    },
    of: ([counted, all]) => counted! / all!,
  });
  return [share('none', (count) => count === 0), share('all', (count) => count === weekdays.length)];
}

function countsOf<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The least-squares slope in double logarithms; NaN with fewer than three points above 0. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.flatMap(([x, y]) => (y > 0 ? [[Math.log(x), Math.log(y)] as const] : []));
  if (logs.length < 3) return Number.NaN;
  const mean = (i: 0 | 1) => logs.reduce((sum, point) => sum + point[i], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return over / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}
