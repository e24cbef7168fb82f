import { didYouMean, Random, SECONDS_PER_DAY, SECONDS_PER_HOUR, UserError } from '@itinera/base';
import { type CheckIns, startsOf } from './check-ins.js';

/** Options of `splitCheckIns`. */
export interface SplitOptions {
  /** Seed of random splits. */
  readonly seed?: number;
  /** Shares of training and validation; the rest is the test. The default depends on the rule. */
  readonly shares?: readonly [train: number, validation: number];
}

/** Parts of a split, in the numbers of `CheckInSplit.parts`. */
export const PARTS = ['train', 'validation', 'test', 'omitted'] as const;
const [TRAIN, VALIDATION, TEST, OMITTED] = [0, 1, 2, 3];

/** A split of visits. */
export interface CheckInSplit {
  readonly rule: string;
  readonly shares: readonly [train: number, validation: number];
  /** Undefined if the rule draws nothing. */
  readonly seed: number | undefined;
  /** Part of each row, 3 if the rule omits it. */
  readonly parts: Uint8Array;
  /** 1 for the rows of validation and test that are to be predicted. */
  readonly isTarget: Uint8Array;
  /** Session of each row, for rules that cut sessions. */
  readonly sessions?: Uint32Array;
}

interface Rule {
  readonly description: string;
  readonly shares: readonly [train: number, validation: number];
  readonly isRandom: boolean;
  readonly split: (
    visits: CheckIns,
    shares: readonly [number, number],
    random: Random,
  ) => Omit<CheckInSplit, 'rule' | 'shares' | 'seed'>;
}

/** The rules by name. */
const RULES: Readonly<Record<string, Rule>> = {
  'user-time': {
    description: 'the first rows of each user are for training',
    shares: [0.7, 0.1],
    isRandom: false,
    split: byUserTime,
  },
  'user-days': {
    description: 'the first days of each user are for training',
    shares: [0.6, 0.2],
    isRandom: false,
    split: byUserDays,
  },
  users: {
    description: 'whole users; targets are all rows but the first',
    shares: [0.7, 0.1],
    isRandom: true,
    split: byUsers,
  },
  'massive-steps': {
    description: 'whole trails; targets are their last rows',
    shares: [0.7, 0.1],
    isRandom: true,
    split: byTrails,
  },
  libcity: {
    description: 'sessions of at least 5 rows',
    shares: [0.7, 0.1],
    isRandom: false,
    split: bySessions,
  },
};

/** Names and descriptions of the rules of `splitCheckIns`. */
export const splitRules: readonly { readonly name: string; readonly description: string }[] = Object.entries(RULES).map(
  ([name, { description }]) => ({ name, description }),
);

/**
 * Splits visits into training, validation and test rows:
 *
 * - `user-time`: of a user's n rows in order of time, the first ⌈n × train⌉ train, up to ⌈n × (train + validation)⌉ validate;
 * - `user-days`: days are counted from 0 at a user's first row; days under last day × train train;
 * - `users`: ⌈users × share⌉ of the users in random order;
 * - `massive-steps`: trails of fewer than 2 rows and users with fewer than 3 trails are omitted. ⌈0.2 × trails⌉ are the test,
 *   drawn per user in proportion to the user's trails (largest remainders, ties at random); ⌈1/8⌉ of the others validate,
 *   drawn from all. Times are ignored, so that trails of a user may train that are later than those of the test;
 * - `libcity`: places with fewer than 3 rows are omitted; a session ends at a gap of 12 hours or after 50 rows; sessions of
 *   fewer than 5 rows and users with fewer than 2 sessions are omitted. Samples are the rows of all but a user's first
 *   session, without the first row of each; they are split as `user-time` splits rows.
 *
 * @throws UserError when the rule is unknown, needs trails that the file does not have, or leaves nothing to train or test
 */
export function splitCheckIns(visits: CheckIns, name: string, { seed = 1, shares }: SplitOptions = {}): CheckInSplit {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!rule)
    throw new UserError(
      `Unknown split ${name}.${didYouMean(name, Object.keys(RULES))} Choose one of ${Object.keys(RULES).join(', ')}.`,
    );
  const used = shares ?? rule.shares;
  if (!(used[0] > 0 && used[1] >= 0 && used[0] + used[1] < 1))
    throw new UserError(
      `Shares ${used.join(', ')}: expected a training share above 0, and less than 1 in total, to leave rows for the test.`,
    );
  if (shares && name === 'massive-steps')
    throw new UserError('The split massive-steps has fixed shares of 0.7 and 0.1. Omit the shares.');
  const split = {
    rule: name,
    shares: used,
    seed: rule.isRandom ? seed : undefined,
    ...rule.split(visits, used, new Random(seed)),
  };
  for (const part of [TRAIN, TEST])
    if (!split.parts.includes(part))
      throw new UserError(
        `${visits.name}: the split ${name} leaves no ${PARTS[part]} rows of ${split.parts.length}. Choose another split or a larger file.`,
      );
  return split;
}

/** Part of the item at a position; positions are rounded up as in LibCity, with the same floating-point sums. */
function partOf(position: number, count: number, [train, validation]: readonly [number, number]): number {
  if (position < Math.ceil(count * train)) return TRAIN;
  return position < Math.ceil(count * (train + validation)) ? VALIDATION : TEST;
}

function byUserTime(visits: CheckIns, shares: readonly [number, number]) {
  const parts = new Uint8Array(visits.users.length);
  eachUser(visits, (from, to) => {
    for (let row = from; row < to; row++) parts[row] = partOf(row - from, to - from, shares);
  });
  return { parts, isTarget: parts.map((part) => (part === TRAIN ? 0 : 1)) };
}

function byUserDays({ times, ...visits }: CheckIns, [train, validation]: readonly [number, number]) {
  const parts = new Uint8Array(times.length);
  eachUser({ times, ...visits }, (from, to) => {
    const dayOf = (row: number) =>
      Math.floor(times[row]! / SECONDS_PER_DAY) - Math.floor(times[from]! / SECONDS_PER_DAY);
    const last = dayOf(to - 1);
    for (let row = from; row < to; row++)
      parts[row] = dayOf(row) < last * train ? TRAIN : dayOf(row) < last * (train + validation) ? VALIDATION : TEST;
  });
  return { parts, isTarget: parts.map((part) => (part === TRAIN ? 0 : 1)) };
}

function byUsers(visits: CheckIns, shares: readonly [number, number], random: Random) {
  const present = [...new Set(visits.users)];
  shuffle(present, random);
  const partOfUser = new Map(present.map((user, position) => [user, partOf(position, present.length, shares)]));
  const parts = Uint8Array.from(visits.users, (user) => partOfUser.get(user)!);
  const isTarget = parts.map((part, row) => (part !== TRAIN && visits.users[row] === visits.users[row - 1] ? 1 : 0));
  return { parts, isTarget };
}

function byTrails({ name, users, trails, ...visits }: CheckIns, _: readonly [number, number], random: Random) {
  if (!trails) throw new UserError(`${name}: the split massive-steps needs a column trail_id. Choose another split.`);
  const byUser: number[][][] = [];
  eachUser({ name, users, ...visits }, (from, to) => {
    const found = new Map<number, number[]>();
    for (let row = from; row < to; row++) {
      const rows = found.get(trails[row]!);
      if (rows) rows.push(row);
      else found.set(trails[row]!, [row]);
    }
    const long = [...found.values()].filter((rows) => rows.length >= 2);
    if (long.length >= 3) byUser.push(long);
  });
  const parts = new Uint8Array(users.length).fill(OMITTED);
  const isTarget = new Uint8Array(users.length);
  const assign = (rows: readonly number[], part: number) => {
    for (const row of rows) parts[row] = part;
    isTarget[rows.at(-1)!] = part === TRAIN ? 0 : 1;
  };
  const count = byUser.reduce((sum, list) => sum + list.length, 0);
  const toTrain = count - Math.ceil(count * 0.2);
  const wanted = byUser.map((list) => (list.length * toTrain) / count);
  const trained = wanted.map(Math.floor);
  const byRemainder = [...byUser.keys()];
  shuffle(byRemainder, random);
  byRemainder.sort((a, b) => wanted[b]! - trained[b]! - (wanted[a]! - trained[a]!));
  const missing = toTrain - trained.reduce((sum, trails) => sum + trails, 0);
  for (const user of byRemainder.slice(0, missing)) trained[user]!++;
  const others: number[][] = [];
  for (const [user, list] of byUser.entries()) {
    shuffle(list, random);
    others.push(...list.slice(0, trained[user]));
    for (const rows of list.slice(trained[user])) assign(rows, TEST);
  }
  shuffle(others, random);
  const validated = Math.ceil(others.length * 0.125);
  for (const [position, rows] of others.entries()) assign(rows, position < validated ? VALIDATION : TRAIN);
  return { parts, isTarget };
}

const [LEAST_ROWS_OF_PLACE, LEAST_ROWS, MOST_ROWS, LEAST_SESSIONS, GAP] = [3, 5, 50, 2, 12 * SECONDS_PER_HOUR];

function bySessions(visits: CheckIns, shares: readonly [number, number]) {
  const { places, times } = visits;
  const rowsOfPlace = new Uint32Array(visits.names.places.list.length);
  for (const place of places) rowsOfPlace[place]!++;
  const parts = new Uint8Array(places.length).fill(OMITTED);
  const isTarget = new Uint8Array(places.length);
  const sessions = new Uint32Array(places.length);
  let session = 0;
  eachUser(visits, (from, to) => {
    const all: number[][] = [];
    for (let row = from; row < to; row++) {
      if (rowsOfPlace[places[row]!]! < LEAST_ROWS_OF_PLACE) continue;
      const last = all.at(-1);
      if (last && times[row]! - times[last.at(-1)!]! < GAP && last.length < MOST_ROWS) last.push(row);
      else all.push([row]);
    }
    const long = all.filter((rows) => rows.length >= LEAST_ROWS);
    if (long.length < LEAST_SESSIONS) return;
    const samples = long.slice(1).reduce((sum, rows) => sum + rows.length - 1, 0);
    let sample = 0;
    for (const [number, rows] of long.entries()) {
      session++;
      for (const [position, row] of rows.entries()) {
        sessions[row] = session;
        if (number === 0) parts[row] = TRAIN;
        else {
          // The first row of a session belongs to the part of the sample that it precedes.
          parts[row] = partOf(sample, samples, shares);
          if (position > 0) {
            sample++;
            isTarget[row] = parts[row] === TRAIN ? 0 : 1;
          }
        }
      }
    }
  });
  return { parts, isTarget, sessions };
}

function eachUser(visits: CheckIns, take: (from: number, to: number) => void): void {
  const starts = startsOf(visits);
  for (let user = 0; user + 1 < starts.length; user++)
    if (starts[user + 1]! > starts[user]!) take(starts[user]!, starts[user + 1]!);
}

function shuffle<T>(items: T[], random: Random): void {
  for (let i = items.length - 1; i > 0; i--) {
    const other = random.integer(i + 1);
    [items[i], items[other]] = [items[other]!, items[i]!];
  }
}
