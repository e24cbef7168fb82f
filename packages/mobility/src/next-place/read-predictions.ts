import { type Limits, UserError } from '@itinera/base';
import type { RankedLists } from '@itinera/metrics';
import { createClock, type FileLike, readRows, type TableRow, type TableStart } from '@itinera/tables';
import {
  type CheckIns,
  idOf,
  PLACE_COLUMNS,
  TIME_COLUMNS,
  tableColumns,
  targetRows,
  USER_COLUMNS,
} from './check-ins.js';

/** Ranked candidates for the targets of a test file. */
export interface Predictions extends RankedLists {
  /** File name, for messages. */
  readonly name: string;
  /** Numbers of the candidates in the names of the test file. */
  readonly candidates: Uint32Array;
  readonly starts: Uint32Array;
  /** For each target, in the order of `targetRows`, the number of its list; -1 without one. */
  readonly listOf: Int32Array;
  /** Warnings for the user. */
  readonly notes: readonly string[];
}

/**
 * Reads ranked predictions for the targets of a test file, in one of two forms:
 *
 * - one row per target: `user`, `time`, `candidates` (a list, or a text such as `["a","b"]`, `a|b`, `a;b` or `a,b`) and optionally `scores`;
 * - one row per candidate: `user`, `time`, `place` (or `candidate`) and optionally `score` or `rank`.
 *
 * Without scores and ranks, candidates are in descending order. A repeated candidate counts once, at its first position.
 *
 * @param test read by `readCheckIns`; its names get the candidates that it does not have
 * @param options `zone` and `limits` as `readCheckIns`
 * @throws UserError when the file is not a table, lacks a column, contains an invalid score or matches no target
 */
export async function readPredictions(
  file: FileLike,
  test: CheckIns,
  { zone, limits = {} }: { readonly zone?: string | undefined; readonly limits?: Limits } = {},
): Promise<Predictions> {
  const clock = createClock(zone);
  const keys = keysOf(test);
  const lists: number[] = [];
  const places: number[] = [];
  const values: number[] = [];
  const isRead = new Uint8Array(keys.count);
  let hasValues = false;
  let sign = 1;
  const unknown = { count: 0, line: 0 };
  const known = test.names.places.list.length;
  const isPlace = (text: string) => {
    const number = test.names.places.find(idOf(text));
    return number !== undefined && number < known;
  };
  const onStart = (start: TableStart) => {
    const isWide = start.names?.some((name) => LISTS.includes(name.trim().toLowerCase()));
    const at = tableColumns(file.name, start, {
      user: USER_COLUMNS,
      time: TIME_COLUMNS,
      candidates: isWide ? LISTS : ['candidate', 'candidate_id', ...PLACE_COLUMNS],
      score: isWide ? ['scores', 'probabilities', 'probs'] : ['score', 'probability', 'prob'],
      rank: isWide ? [] : ['rank'],
    });
    clock.fromColumn(start.names?.[at.time] ?? '');
    const value = at.score >= 0 ? at.score : at.rank;
    hasValues = value >= 0;
    sign = at.score >= 0 ? 1 : -1;
    const faulty = (row: TableRow, what: string) =>
      new UserError(`${file.name}, line ${row.line}: ${what}. Expected a finite number for each candidate.`);
    let [user, time, list] = ['', Number.NaN, -1];
    return {
      columns: [at.user, at.time, at.candidates, value],
      take(row: TableRow) {
        const [nextUser, nextTime] = [row.text(0), row.time(1, clock)];
        if (nextUser !== user || nextTime !== time) {
          [user, time] = [nextUser, nextTime];
          list = keys.find(idOf(user), time);
        }
        if (list < 0) {
          if (unknown.count++ === 0) unknown.line = row.line;
          return;
        }
        if (!isWide) {
          const place = idOf(row.text(2));
          if (place === '') return;
          lists.push(list);
          places.push(test.names.places.number(place));
          if (!hasValues) return;
          const score = row.number(3);
          if (!Number.isFinite(score)) throw faulty(row, `the ${sign > 0 ? 'score' : 'rank'} is not a number`);
          values.push(sign * score);
          return;
        }
        if (isRead[list] === 1)
          throw new UserError(
            `${file.name}, line ${row.line}: a second list for user ${user} at this time. Expected one.`,
          );
        isRead[list] = 1;
        const candidates = listIn(row.value(2), isPlace);
        if (candidates?.includes('') !== false)
          throw new UserError(
            `${file.name}, line ${row.line}: the candidates are not a list of ids. Expected strings or numbers.`,
          );
        const scores = hasValues
          ? (listIn(row.value(3)) ?? []).map((text) => (text === '' ? Number.NaN : Number(text)))
          : undefined;
        if (scores && scores.length !== candidates.length)
          throw faulty(row, `${candidates.length} candidates and ${scores.length} scores`);
        if (scores && !scores.every(Number.isFinite)) throw faulty(row, 'a score is not a number');
        for (const [i, candidate] of candidates.entries()) {
          lists.push(list);
          places.push(test.names.places.number(idOf(candidate)));
          if (scores) values.push(scores[i]!);
        }
      },
    };
  };
  const notes = await readRows(file, onStart, limits);
  if (lists.length === 0 && !isRead.includes(1))
    throw new UserError(
      unknown.count === 0
        ? `${file.name}: no predictions. Expected rows with user, time and candidates.`
        : `${file.name}: none of its rows has the user and time of a target in ${test.name}. Compare line ${unknown.line} with the test file; --zone applies to both.`,
    );
  if (unknown.count > 0)
    notes.push(
      `${file.name}: ${unknown.count} rows are not for a target and are ignored; the first is row ${unknown.line}.`,
    );
  if (places.length > 0 && !places.some((place) => place < known))
    notes.push(
      `${file.name}: no candidate is a place of ${test.name}, so all predictions are wrong. Compare the names of places, and the separator of the lists.`,
    );
  const grouped = groupLists(lists, places, hasValues ? values : undefined, keys.count);
  if (grouped.repeated > 0)
    notes.push(`${file.name}: ${grouped.repeated} repeated candidates of the same list are ignored.`);
  const { candidates, starts, scores } = grouped;
  const listOf = keys.keyOf.map((key) => (starts[key + 1]! > starts[key]! ? key : -1));
  // Ranks order a list; only scores can tie.
  return { name: file.name, candidates, starts, ...(sign > 0 && { scores }), listOf, notes };
}

const LISTS = ['candidates', 'predictions', 'prediction', 'top_k', 'topk', 'ranked', 'ranking'];

/** The distinct pairs of user and time of the targets, numbered. */
function keysOf(test: CheckIns) {
  const byUser = new Map<number, Map<number, number>>();
  let count = 0;
  // To the millisecond, because texts and numbers of one time may differ in the last bit.
  const keyOf = Int32Array.from(targetRows(test), (row) => {
    const user = test.users[row]!;
    let times = byUser.get(user);
    if (!times) {
      times = new Map();
      byUser.set(user, times);
    }
    const time = Math.round(test.times[row]! * 1000);
    let key = times.get(time);
    if (key === undefined) {
      key = count++;
      times.set(time, key);
    }
    return key;
  });
  const find = (user: string, time: number) =>
    byUser.get(test.names.users.find(user) ?? -1)?.get(Math.round(time * 1000)) ?? -1;
  return { keyOf, count, find };
}

/**
 * Entries of a list, of a text such as `["a", "b"]`, `[1 2 3]`, `a|b`, `a;b` or `a,b`, or a single one, which may contain such signs if a place does; '' for a missing one. Undefined if an
 * entry is neither a text nor a number.
 */
function listIn(value: unknown, isPlace: (text: string) => boolean = () => false): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.some((entry) => typeof entry === 'object' && entry !== null)
      ? undefined
      : value.map((entry) => String(entry ?? '').trim());
  if (typeof value === 'object') return undefined;
  const text = String(value).trim();
  if (!text.startsWith('[') || !text.endsWith(']')) {
    if (isPlace(text)) return [text];
    const separator = ['|', ';', ','].find((sign) => text.includes(sign)) ?? '|';
    return text.split(separator).map((entry) => entry.trim());
  }
  try {
    return listIn(JSON.parse(text));
  } catch {
    // As Python and numpy print lists.
    const inner = text.slice(1, -1).trim();
    if (inner === '') return [];
    return (inner.includes(',') ? inner.split(',') : inner.split(/\s+/)).map((entry) =>
      entry.trim().replace(/^(['"])(.*)\1$/, '$2'),
    );
  }
}

/** Entries by list, in descending order of value if given, without repeated ones. */
function groupLists(
  lists: readonly number[],
  places: readonly number[],
  values: readonly number[] | undefined,
  count: number,
) {
  const starts = new Uint32Array(count + 1);
  for (const list of lists) starts[list + 1]!++;
  for (let list = 0; list < count; list++) starts[list + 1]! += starts[list]!;
  const order = new Uint32Array(lists.length);
  const next = starts.slice();
  for (let i = 0; i < lists.length; i++) order[next[lists[i]!]!++] = i;
  const kept = new Uint32Array(lists.length);
  const keptStarts = new Uint32Array(count + 1);
  const lastList = new Map<number, number>();
  let length = 0;
  for (let list = 0; list < count; list++) {
    const entries = order.subarray(starts[list], starts[list + 1]);
    if (values) entries.sort((a, b) => values[b]! - values[a]! || a - b);
    for (const entry of entries) {
      if (lastList.get(places[entry]!) === list) continue;
      lastList.set(places[entry]!, list);
      kept[length++] = entry;
    }
    keptStarts[list + 1] = length;
  }
  const entries = kept.subarray(0, length);
  return {
    candidates: entries.map((entry) => places[entry]!),
    starts: keptStarts,
    scores: values && Float64Array.from(entries, (entry) => values[entry]!),
    repeated: lists.length - length,
  };
}
