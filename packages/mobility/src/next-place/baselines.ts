import { didYouMean, UserError } from '@itinera/base';
import { ContextTable, type Followers } from '../models/context-table.js';
import { type CheckIns, startsOf, targetRows } from './check-ins.js';

/** Options of `predictNextPlaces`. */
export interface PredictNextPlaceOptions {
  /** Length of the lists; 10 by default. Shorter if there are fewer places. */
  readonly candidates?: number;
}

/** Adds candidates in descending order; repeated ones and those beyond the length of the list are ignored. */
type Add = (place: number) => void;
/**
 * Ranks places after a user's earlier rows, oldest first. Called for one user after another, with a history that grows. Places
 * are numbered by descending frequency.
 */
type Predictor = (user: number, history: ArrayLike<number>, add: Add) => void;

interface Training {
  /** Places of the consecutive training rows of each user, in pieces by trail if there are trails. */
  readonly sequencesOf: (user: number) => readonly (readonly number[])[];
  readonly users: readonly number[];
}

interface Baseline {
  readonly source: string;
  readonly fit: (training: Training) => Predictor;
}

const BASELINES: Readonly<Record<string, Baseline>> = {
  'most-frequent': {
    source: 'the user’s Markov chain of order 0',
    fit: (training) => {
      const counts = perUser(training, (sequences) => {
        const table = new ContextTable();
        for (const places of sequences) for (const place of places) table.add(0, place);
        return table;
      });
      return (user, _, add) => addAll(counts(user).get(0), add);
    },
  },
  last: {
    source: 'persistence',
    fit: () => {
      const latestOf = alongHistory(
        () => new Set<number>(),
        (latest, place) => {
          latest.delete(place);
          latest.add(place);
        },
      );
      return (user, history, add) => {
        for (const place of [...latestOf(user, history)].reverse()) add(place);
      };
    },
  },
  'markov-1': { source: 'L. Song, D. Kotz, R. Jain, X. He (2006), doi:10.1109/TMC.2006.185', fit: markov(1) },
  'markov-2': { source: 'L. Song, D. Kotz, R. Jain, X. He (2006), doi:10.1109/TMC.2006.185', fit: markov(2) },
  ppm: {
    source: 'J. G. Cleary, I. H. Witten (1984), doi:10.1109/TCOM.1984.1096090; A. Moffat (1990), doi:10.1109/26.61469',
    fit: ppm,
  },
  mmc: {
    source: 'S. Gambs, M.-O. Killijian, M. Núñez del Prado Cortez (2012), doi:10.1145/2181196.2181199',
    fit: mobilityMarkovChain,
  },
};

/** Names and sources of the baselines of `predictNextPlaces`. */
export const nextPlaceBaselines: readonly { readonly name: string; readonly source: string }[] = Object.entries(
  BASELINES,
).map(([name, { source }]) => ({ name, source }));

/**
 * Predicts the targets of a test file by a simple rule. The rule learns from the training rows; for each target it also knows
 * the user's earlier rows in both files. Whatever it leaves open is filled with the most frequent places of all users. Nothing
 * is random: ties go to the more frequent place, then to the name.
 *
 * - `most-frequent`: the user's places by frequency;
 * - `last`: the user's places, the latest first;
 * - `markov-1`, `markov-2`: what follows the last one or two places of any user, shorter contexts last;
 * - `ppm`: prediction by partial matching of the user's own rows: contexts of 3 to 0 places, escape method C with exclusion;
 * - `mmc`: a mobility Markov chain per user: what follows the last two, then the last place, where consecutive rows at a place
 *   are one visit.
 *
 * @param train read with the names of `test`
 * @returns for each target, in the order of `targetRows`, the numbers of its candidates
 * @throws UserError when the baseline is unknown
 */
export function predictNextPlaces(
  train: CheckIns,
  test: CheckIns,
  name: string,
  { candidates = 10 }: PredictNextPlaceOptions = {},
): Uint32Array[] {
  const baseline = Object.hasOwn(BASELINES, name) ? BASELINES[name] : undefined;
  if (!baseline)
    throw new UserError(
      `Unknown baseline ${name}.${didYouMean(name, Object.keys(BASELINES))} Choose one of ${Object.keys(BASELINES).join(', ')}.`,
    );
  const { numberOf, nameOf, known } = byFrequency(train);
  const starts = startsOf(train);
  const predict = baseline.fit({
    users: [...new Set(train.users)],
    sequencesOf(user) {
      const sequences: number[][] = [];
      for (let row = starts[user]!; row < starts[user + 1]!; row++) {
        if (row === starts[user] || (train.trails && train.trails[row] !== train.trails[row - 1])) sequences.push([]);
        sequences.at(-1)!.push(numberOf[train.places[row]!]!);
      }
      return sequences;
    },
  });
  const testStarts = startsOf(test);
  let user = -1;
  let rows: { readonly time: number; readonly place: number }[] = [];
  let places = new Uint32Array();
  let earlier = 0;
  return Array.from(targetRows(test), (target) => {
    if (test.users[target] !== user) {
      user = test.users[target]!;
      const side = (visits: CheckIns, from: number, to: number) =>
        Array.from({ length: to - from }, (_, i) => ({
          time: visits.times[from + i]!,
          place: numberOf[visits.places[from + i]!]!,
        }));
      rows = [
        ...side(train, starts[user]!, starts[user + 1]!),
        ...side(test, testStarts[user]!, testStarts[user + 1]!),
      ].sort((a, b) => a.time - b.time);
      places = Uint32Array.from(rows, ({ place }) => place);
      earlier = 0;
    }
    // The targets of a user are in order of time.
    while (earlier < rows.length && rows[earlier]!.time < test.times[target]!) earlier++;
    const list = new Set<number>();
    const add = (place: number) => {
      if (list.size < candidates) list.add(place);
    };
    predict(user, places.subarray(0, earlier), add);
    for (let place = 0; place < known && list.size < candidates; place++) add(place);
    return Uint32Array.from(list, (place) => nameOf[place]!);
  });
}

/** Numbers of places by descending frequency in the rows, then by name, so that the lower number wins ties. */
function byFrequency({ names, places }: CheckIns) {
  const counts = new Uint32Array(names.places.list.length);
  for (const place of places) counts[place]!++;
  const { list } = names.places;
  const nameOf = Uint32Array.from(list.keys()).sort(
    (a, b) => counts[b]! - counts[a]! || (list[a]! < list[b]! ? -1 : list[a]! > list[b]! ? 1 : 0),
  );
  const numberOf = new Uint32Array(nameOf.length);
  for (const [number, place] of nameOf.entries()) numberOf[place] = number;
  return { nameOf, numberOf, known: counts.filter((count) => count > 0).length };
}

function addAll(followers: Followers | undefined, add: Add): void {
  if (followers) for (const place of followers.items) add(place);
}

/** A table per user, made when it is needed; one without rows for users that did not train. */
function perUser<T>(
  { sequencesOf }: Training,
  make: (sequences: readonly (readonly number[])[]) => T,
): (user: number) => T {
  const made = new Map<number, T>();
  return (user) => {
    let table = made.get(user);
    if (table === undefined) {
      table = make(sequencesOf(user));
      made.set(user, table);
    }
    return table;
  };
}

/** What a user's history amounts to, from one row after another: a history is not read again as it grows. */
function alongHistory<T>(start: () => T, learn: (state: T, place: number) => void) {
  let [user, state, length] = [-1, start(), 0];
  return (of: number, history: ArrayLike<number>): T => {
    if (of !== user) [user, state, length] = [of, start(), 0];
    for (; length < history.length; length++) learn(state, history[length]!);
    return state;
  };
}

/** Counts what follows contexts of up to `order` places. */
class Contexts {
  readonly #order: number;
  readonly #tables: readonly ContextTable[];
  /** Places in the order in which they were learnt, so that contexts are small numbers. */
  readonly #numbers = new Map<number, number>();
  readonly #base: number;

  constructor(order: number, sequences: Iterable<readonly number[]>) {
    const all = [...sequences];
    for (const places of all)
      for (const place of places) if (!this.#numbers.has(place)) this.#numbers.set(place, this.#numbers.size);
    this.#order = order;
    this.#base = this.#numbers.size;
    this.#tables = Array.from({ length: order + 1 }, () => new ContextTable());
    for (const places of all)
      for (let i = 0; i < places.length; i++)
        for (let length = 0; length <= Math.min(order, i); length++)
          this.#tables[length]!.add(this.#context(places, i, length), places[i]!);
  }

  /** What followed the last places of a history, longest context first; undefined for a context that never occurred. */
  *longestFirst(history: ArrayLike<number>): Generator<Followers | undefined> {
    for (let length = Math.min(this.#order, history.length); length >= 0; length--) {
      const context = this.#context(history, history.length, length);
      yield context < 0 ? undefined : this.#tables[length]!.get(context);
    }
  }

  #context(places: ArrayLike<number>, before: number, length: number): number {
    let context = 0;
    for (let back = 1; back <= length; back++) {
      const number = this.#numbers.get(places[before - back]!);
      if (number === undefined) return -1;
      context = context * this.#base + number;
    }
    return context;
  }
}

function markov(order: number) {
  return ({ users, sequencesOf }: Training): Predictor => {
    const contexts = new Contexts(order, users.flatMap(sequencesOf));
    return (_, history, add) => {
      for (const followers of contexts.longestFirst(history)) addAll(followers, add);
    };
  };
}

const PPM_ORDER = 3;

function ppm(training: Training): Predictor {
  const contextsOf = perUser(training, (sequences) => new Contexts(PPM_ORDER, sequences));
  return (user, history, add) => {
    const shares = new Map<number, number>();
    let remaining = 1;
    for (const followers of contextsOf(user).longestFirst(history)) {
      if (!followers) continue;
      const { items, cumulative } = followers;
      const countOf = (i: number) => cumulative[i]! - (i > 0 ? cumulative[i - 1]! : 0);
      const left = [...items.keys()].filter((i) => !shares.has(items[i]!));
      const all = left.reduce((sum, i) => sum + countOf(i), 0) + left.length;
      for (const i of left) shares.set(items[i]!, (remaining * countOf(i)) / all);
      if (left.length > 0) remaining *= left.length / all;
    }
    for (const [place] of [...shares].sort(([a, shareA], [b, shareB]) => shareB - shareA || a - b)) add(place);
  };
}

function mobilityMarkovChain(training: Training): Predictor {
  const addVisit = (visits: number[], place: number) => {
    if (visits.at(-1) !== place) visits.push(place);
  };
  const visitsOf = (places: readonly number[]) => {
    const visits: number[] = [];
    for (const place of places) addVisit(visits, place);
    return visits;
  };
  const contextsOf = perUser(training, (sequences) => new Contexts(2, sequences.map(visitsOf)));
  const latestOf = alongHistory((): number[] => [], addVisit);
  return (user, history, add) => {
    for (const followers of contextsOf(user).longestFirst(latestOf(user, history))) addAll(followers, add);
  };
}
