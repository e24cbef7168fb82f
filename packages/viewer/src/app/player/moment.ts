import { SECONDS_PER_DAY } from '@itinera/base';
import { attributeName } from '../../wire/format.js';
import type { PersonDetail, Stretch } from '../../wire/people.js';

/** A person at one time. */
export interface PersonMoment {
  /** The stay or trip of this time; null outside the run. */
  readonly now: Stretch | null;
  readonly intention: string | null;
  /** The next departure, which may fail. */
  readonly next: Stretch | null;
  /** The trip to explain: the current one, else the one that led here, else the next. */
  readonly trip: Stretch | null;
}

/** @param time seconds since the first midnight */
export function momentOf({ stretches, intentions }: PersonDetail, time: number): PersonMoment {
  const spans = stretches.filter(({ kind }) => kind !== 'failed');
  const now =
    spans.find(({ from, to }) => from <= time && time < to) ?? spans.findLast(({ from }) => from <= time) ?? null;
  const next = stretches.find(({ kind, from }) => kind !== 'stay' && from > time) ?? null;
  const before = stretches.findLast(({ kind, from }) => kind !== 'stay' && from <= time) ?? null;
  return {
    now,
    intention: intentions.find(({ from, to }) => from <= time && time < to)?.text ?? null,
    next,
    trip: before ?? next,
  };
}

/** Stays and trips of the day of a time, with the index of each. */
export function stretchesOfDay(stretches: readonly Stretch[], time: number): readonly Stretch[] {
  const start = Math.floor(time / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  return stretches.filter(({ from, to }) => from < start + SECONDS_PER_DAY && to >= start);
}

/** Attributes that speak for themselves, in this order; others are shown with their names. */
const PLAIN = ['occupation', 'education'];

/** A profile in words: `Female, 33 · Online Sales · Bachelor's degree · consumption: medium`. */
export function describeProfile(profile: PersonDetail['profile'], most: number): string {
  const rest = new Map(profile.map(({ name, value }) => [name, value]));
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return value === undefined || value === '' || value === 'unknown' ? [] : [value];
  };
  const first = [...take('name'), ...take('gender'), ...take('age')].join(', ');
  const plain = PLAIN.flatMap(take);
  const named = [...rest]
    .filter(([, value]) => value !== '' && value !== 'unknown' && value.length <= 40)
    .map(([name, value]) => `${attributeName(name)}: ${value}`);
  return [first, ...plain, ...named].filter(Boolean).slice(0, most).join(' · ');
}

const VERBS = { car: 'driving', bike: 'cycling', foot: 'walking', transit: 'riding' } as const;

/** The present activity: `at home`, `driving to Park`. @param home, work: the AOIs of the person */
export function doing({ kind, place, label, mode }: Stretch, home: number | null, work: number | null): string {
  if (kind === 'stay') return place === home ? 'at home' : place === work ? 'at work' : `at ${label}`;
  const goal = place === home ? 'home' : place === work ? 'to work' : `to ${label}`;
  return kind === 'failed' ? `could not travel ${goal}` : `${VERBS[mode ?? 'foot']} ${goal}`;
}

const RAMP = [
  [0, 52, 73, 148],
  [7, 42, 130, 158],
  [12, 63, 160, 110],
  [17, 230, 160, 50],
  [21, 200, 75, 60],
  [24, 120, 45, 105],
] as const;

/** The colour of a time of day, the same by day and by night. */
export function colourOfTime(time: number): string {
  const hour = ((((time % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY) / 3600) as number;
  const i = Math.max(
    1,
    RAMP.findIndex(([from]) => from > hour),
  );
  const [a, b] = [RAMP[i - 1]!, RAMP[i]!];
  const share = (hour - a[0]) / (b[0] - a[0]);
  const part = (k: 1 | 2 | 3) => Math.round(a[k] + share * (b[k] - a[k]));
  return `rgb(${part(1)} ${part(2)} ${part(3)})`;
}
