import { UserError } from '@itinera/base';

/** Minutes of the day. */
export const MINUTES_PER_DAY = 1440;

/** Kinds of places that are scored, in the order of their codes. */
export const DIARY_KINDS = ['home', 'work', 'study', 'shop', 'eat', 'leisure', 'other'] as const;
export type DiaryKind = (typeof DIARY_KINDS)[number];

/** Modes that are scored, in the order of their codes. */
export const DIARY_MODES = ['walk', 'bike', 'car', 'transit', 'other'] as const;
export type DiaryMode = (typeof DIARY_MODES)[number];

/** The place kinds of surveys and the intentions of agents, by scored kind; any other text counts as `other`. */
const KIND_OF: Readonly<Record<string, DiaryKind>> = {
  home: 'home',
  sleep: 'home',
  'home activity': 'home',
  work: 'work',
  business: 'work',
  study: 'study',
  education: 'study',
  school: 'study',
  shop: 'shop',
  shopping: 'shop',
  fetch: 'shop',
  eat: 'eat',
  'eating out': 'eat',
  leisure: 'leisure',
  'leisure and entertainment': 'leisure',
  visit: 'leisure',
};

/** The modes of surveys and of trips in a run, by scored mode; any other text counts as `other`. */
const MODE_OF: Readonly<Record<string, DiaryMode>> = {
  walk: 'walk',
  bike: 'bike',
  bicycle: 'bike',
  car: 'car',
  drive: 'car',
  car_passenger: 'car',
  motorcycle: 'car',
  taxi: 'car',
  metro: 'transit',
  train: 'transit',
  bus: 'transit',
  private_bus: 'transit',
  shared_taxi: 'transit',
  transit: 'transit',
  walk_only: 'walk',
  bike_walk: 'bike',
  drive_only: 'car',
  bus_walk: 'transit',
  subway_walk: 'transit',
  bus_subway_walk: 'transit',
  pt: 'transit',
};

const has = (table: object, word: string) => Object.hasOwn(table, word);
export const diaryKind = (word: string): DiaryKind => (has(KIND_OF, word) ? KIND_OF[word]! : 'other');
export const diaryMode = (word: string): DiaryMode => (has(MODE_OF, word) ? MODE_OF[word]! : 'other');

/** A stay at a place; minutes of the day. */
export interface DiaryStay {
  /** A word of the survey or the agent; `diaryKind` returns the scored kind. */
  readonly place: string;
  readonly from: number;
  readonly to: number;
}

/** A trip to the next stay; minutes of the day. */
export interface DiaryTrip {
  /** A word of the survey or the run; `diaryMode` returns the scored mode. Empty if unknown. */
  readonly mode: string;
  readonly from: number;
  readonly to: number;
  /** Straight line; null if unknown. */
  readonly metres: number | null;
  /** The place it leads to: that of the next stay; home for the last trip of a day without one, otherwise `other`. */
  readonly destination: string;
}

/** One day of one person, from minute 0 to 1440. */
export interface DiaryDay {
  readonly stays: readonly DiaryStay[];
  readonly trips: readonly DiaryTrip[];
}

const ITEM = /^(>?)([\w -]*) (\d{1,4})-(\d{1,4})(?: (~?)(\d{0,8}))?$/;

/**
 * Reads a day in the format of diary tables: items of minutes, from 0 to 1440 without gaps, divided by `;`. A stay is
 * `home 0-435`, a trip `>metro 435-480 4500`, with metres in a straight line, or none if unknown.
 * @param what names the day in errors
 * @throws UserError for other text, and for a day that does not cover 1,440 minutes in order
 */
export function parseDay(text: string, what: string): DiaryDay {
  const stays: DiaryStay[] = [];
  const drafts: { mode: string; from: number; to: number; metres: number | null }[] = [];
  const after: number[] = [];
  let at = 0;
  for (const item of text.split(';')) {
    const [, arrow, word, begin, end, , metres] = ITEM.exec(item.trim()) ?? [];
    if (word === undefined)
      throw new UserError(
        `${what}: expected an item such as "home 0-435" or ">bus 435-480 4500", got ${JSON.stringify(item.slice(0, 60))}.`,
      );
    const [from, to] = [Number(begin), Number(end)];
    if (from !== at || to < from || to > MINUTES_PER_DAY)
      throw new UserError(`${what}: "${item.trim().slice(0, 60)}" does not continue at minute ${at} of 1440.`);
    at = to;
    if (arrow === '') stays.push({ place: word.trim(), from, to });
    else {
      drafts.push({ mode: word.trim(), from, to, metres: metres ? Number(metres) : null });
      after.push(stays.length);
    }
  }
  if (at !== MINUTES_PER_DAY) throw new UserError(`${what} ends at minute ${at}; expected 1440.`);
  const trips = drafts.map((trip, i) => {
    const place = after[i + 1] === after[i] ? 'other' : (stays[after[i]!]?.place ?? 'home');
    return { ...trip, destination: place };
  });
  return { stays, trips };
}

/** Writes a day in the format of diary tables. */
export function formatDay({ stays, trips }: DiaryDay): string {
  const items = [
    ...stays.map(({ place, from, to }) => ({ from, to, text: `${place} ${from}-${to}` })),
    ...trips.map(({ mode, from, to, metres }) => ({
      from,
      to,
      text: `>${mode} ${from}-${to}${metres === null ? '' : ` ${Math.round(metres)}`}`,
    })),
  ];
  return items
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(({ text }) => text)
    .join(';');
}
