import { counted, UserError } from '@itinera/base';
import { type FileLike, readRows } from '@itinera/tables';
import { type DiaryStay, type DiaryTrip, MINUTES_PER_DAY } from './diary.js';
import { DIARY_ATTRIBUTES, type DiaryPerson } from './diary-people.js';
import type { SurveyColumn, SurveyField, SurveyKey, SurveyLayout } from './survey-layouts.js';

/** The tables of a survey. */
export interface SurveyTables {
  /** Trips or episodes, as the layout says. */
  readonly moves: FileLike;
  /** People; without it, those of `moves`, so that nobody who stayed at home is in the survey. */
  readonly people?: FileLike | undefined;
  /** Households, for columns that the table of people lacks. */
  readonly households?: FileLike | undefined;
}

/** The people of a survey with their days. */
export interface ReadSurvey {
  readonly people: readonly DiaryPerson[];
  /** The day of the week of each person, `mon` to `sun`; '' if unknown. */
  readonly days: readonly string[];
  /** What was left out and what is unknown, in sentences. */
  readonly notes: readonly string[];
}

const MOST_NAMED = 8;
const NO_WEIGHT = 'no weight';
/** Hours after midnight continue those of the day: 25:30 is half past one. */
const LAST_HOUR = 30;

/**
 * Reads the days of a travel or time-use survey. A time before the diary's beginning, an hour from 24 to 30 and an end before its start are after midnight; what is after midnight is
 * left out. A trip whose times are missing, overlap or run backwards is left out and counted; so is an episode, and gaps between
 * episodes are filled with the place before. People without a weight, without any valid trip or without midnight in their episodes are
 * omitted and counted.
 * @throws UserError if a table cannot be read or lacks a column that the layout requires
 */
export async function readSurvey(layout: SurveyLayout, tables: SurveyTables): Promise<ReadSurvey> {
  const notes: string[] = [];
  const unknown = new UnknownCodes();
  const { people: fields } = layout;
  const keys = [...columnsOfKey(fields.household), ...columnsOfKey(fields.person)];
  const peopleTable = tables.people ?? tables.moves;
  const wanted = [...new Set([...keys, ...Object.values(fields).flatMap(columnsOf)])];
  const households = new Map<string, SurveyRow>();
  const ownColumns = new Set<string>();
  const rows = new Map<string, { readonly row: SurveyRow; readonly household: string }>();
  await eachRow(peopleTable, keys, wanted, (row, has) => {
    for (const column of wanted) if (has(column)) ownColumns.add(column);
    const key = keyOf(row, fields.person);
    if (!rows.has(key)) rows.set(key, { row, household: keyOf(row, fields.household) });
    else if (tables.people !== undefined)
      throw new UserError(`${peopleTable.name}: person ${key} occurs twice. Identify people by more columns.`);
  });
  if (tables.households !== undefined)
    await eachRow(tables.households, columnsOfKey(fields.household), wanted, (row, has) => {
      for (const column of wanted) if (has(column)) ownColumns.add(column);
      households.set(keyOf(row, fields.household), row);
    });
  const absent = wanted.filter((column) => !ownColumns.has(column));
  if (absent.length > 0) notes.push(`No column ${absent.join(', ')}: left empty.`);

  const moves = await (layout.slots ? movesOfSlots : movesOf)(layout, tables.moves, rows, unknown);
  const people: DiaryPerson[] = [];
  const days: string[] = [];
  const omitted = new Map<string, number>();
  const leftOut = new Map<string, number>();
  for (const [key, { row, household }] of rows) {
    const value = (field: SurveyField | undefined, what: string) =>
      field === undefined
        ? ''
        : (meaningIn(field, [row, households.get(household)], (code) => unknown.add(what, code)) ?? '');
    const weight = fields.weight === undefined ? 1 : numberOf(value(fields.weight, 'weight'));
    const own = moves.get(key) ?? [];
    const left: string[] = [];
    const day = layout.trips === undefined ? dayOfEpisodes(own, layout.begins, left) : dayOfTrips(own, left);
    const fault = weight > 0 ? (typeof day === 'string' ? day : null) : NO_WEIGHT;
    if (fault !== null || typeof day === 'string') {
      omitted.set(fault!, (omitted.get(fault!) ?? 0) + 1);
      continue;
    }
    for (const reason of left) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    const factors = own.map(({ factor }) => factor).filter((factor) => factor > 0);
    const tripFactor = factors.length === 0 ? 1 : factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
    days.push(value(fields.day, 'day'));
    people.push({
      id: people.length + 1,
      household,
      weight,
      tripFactor: Math.round(tripFactor * 1000) / 1000,
      attributes: Object.fromEntries(DIARY_ATTRIBUTES.map((name) => [name, known(value(fields[name], name))])),
      day,
    });
  }
  for (const [reason, count] of [...omitted].sort(([, a], [, b]) => b - a))
    notes.push(`${counted(count, 'person', 'people')} omitted: ${reason}.`);
  for (const [reason, count] of [...leftOut].sort(([, a], [, b]) => b - a))
    notes.push(
      layout.trips === undefined
        ? `${counted(count, 'episode')} left out or filled: ${reason}. People are assumed to stay at their place until the next episode, so travel may be underestimated.`
        : `${counted(count, 'trip')} left out: ${reason}. Trips per person and distances are underestimated.`,
    );
  if (layout.trips !== undefined && [...omitted.keys()].some((reason) => reason !== NO_WEIGHT))
    notes.push('People with trips are omitted more often than those without, so travel may be underestimated.');
  const strangers = [...moves.keys()].filter((key) => !rows.has(key)).length;
  if (strangers > 0) notes.push(`${counted(strangers, 'person', 'people')} omitted: not in ${peopleTable.name}.`);
  if (people.length === 0)
    throw new UserError(`${tables.moves.name}: no person has a valid day. ${notes.join(' ') || 'The table is empty.'}`);
  return { people, days, notes: [...notes, ...unknown.notes()] };
}

/** A trip or an episode. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly place: string;
  readonly origin: string;
  readonly mode: string;
  readonly metres: number | null;
  readonly factor: number;
}

/** Cells by column. */
type SurveyRow = ReadonlyMap<string, string>;

async function movesOf(
  { times, begins, people, trips, episodes }: SurveyLayout,
  file: FileLike,
  known: ReadonlyMap<string, unknown>,
  unknown: UnknownCodes,
): Promise<Map<string, Move[]>> {
  const fields = trips ?? episodes!;
  const to = trips?.to ?? episodes!.place;
  const length = trips?.length;
  const lengthColumns = length === undefined ? [] : 'xy' in length ? length.xy : [length.column];
  const required = [...columnsOfKey(people.person), fields.start, fields.end];
  const optional = [to, trips?.from, fields.mode, trips?.factor].flatMap((field) => columnsOf(field ?? []));
  const moves = new Map<string, Move[]>();
  let hasPlaces = false;
  const seen = new Set<string>();
  await eachRow(file, required, [...required, ...optional, ...lengthColumns], (row, has) => {
    hasPlaces ||= columnsOf(to).some(has);
    const key = keyOf(row, people.person);
    if (!known.has(key)) {
      moves.set(key, []);
      return;
    }
    const value = (field: SurveyField | undefined, what: string) =>
      field === undefined ? undefined : meaningIn(field, [row], (code) => unknown.add(what, code));
    const minute = (column: string) => minuteOf(row.get(column) ?? '', times, begins);
    const [from, end] = [minute(fields.start), minute(fields.end)];
    const place = wordOf(value(to, trips === undefined ? 'place' : 'destination') ?? '') || 'other';
    const move: Move = {
      from,
      // An end before its start is on the next day.
      to: end < from ? end + MINUTES_PER_DAY : end,
      place,
      origin: wordOf(value(trips?.from, 'origin') ?? '') || 'home',
      mode: trips !== undefined || place === 'travel' ? wordOf(value(fields.mode, 'mode') ?? '') : '',
      metres: metresOf(length, row),
      factor: numberOf(value(trips?.factor, 'factor') ?? ''),
    };
    const own = moves.get(key);
    if (own) own.push(move);
    else moves.set(key, [move]);
    seen.add(key);
  });
  if (seen.size > 0 && !hasPlaces)
    throw new UserError(`${file.name} has no column ${columnsOf(to).join(' or ')}: the kinds of places are unknown.`);
  return moves;
}

/** Episodes from the slots of each row: runs of one place and mode. */
async function movesOfSlots(
  { begins, people, slots }: SurveyLayout,
  file: FileLike,
  known: ReadonlyMap<string, unknown>,
  unknown: UnknownCodes,
): Promise<Map<string, Move[]>> {
  const { first, minutes, places, modes = {} } = slots!;
  const [, stem = '', number = ''] = /^(.*?)(\d+)$/.exec(first) ?? [];
  if (number === '' || MINUTES_PER_DAY % minutes !== 0)
    throw new UserError(
      `slots: the first column is "${first}" with ${minutes} minutes; expected a name that ends in a number, such as wher_001, and a part of a day.`,
    );
  const columns = Array.from(
    { length: MINUTES_PER_DAY / minutes },
    (_, i) => stem + String(Number(number) + i).padStart(number.length, '0'),
  );
  const moves = new Map<string, Move[]>();
  const required = [...columnsOfKey(people.person), ...columns];
  await eachRow(file, required, required, (row) => {
    const key = keyOf(row, people.person);
    const own: Move[] = [];
    moves.set(key, own);
    if (!known.has(key)) return;
    const codeOf = (column: string) => (row.get(column) ?? '').replace(/^0+(?=\d)|\.0*$/g, '');
    for (const [i, column] of columns.entries()) {
      const code = codeOf(column);
      const last = own.at(-1);
      const isKnown = Object.hasOwn(places, code);
      if (!isKnown && code !== '' && !code.startsWith('-')) unknown.add('place', code);
      const place = isKnown
        ? wordOf(places[code]!)
        : code === '' || code.startsWith('-')
          ? (last?.place ?? 'home')
          : 'other';
      const mode = place === 'travel' && Object.hasOwn(modes, code) ? wordOf(modes[code]!) : '';
      const to = begins + (i + 1) * minutes;
      if (last?.place === place && last.mode === mode) own[own.length - 1] = { ...last, to };
      else own.push({ from: to - minutes, to, place, origin: 'home', mode, metres: null, factor: Number.NaN });
    }
  });
  return moves;
}

/** Reads rows with the columns that there are, matched without regard to case. */
async function eachRow(
  file: FileLike,
  required: readonly string[],
  wanted: readonly string[],
  take: (row: SurveyRow, has: (column: string) => boolean) => void,
): Promise<void> {
  await readRows(file, ({ names, cells }) => {
    const found = (names ?? []).map((name) => name.toLowerCase());
    const missing = [...new Set(required)].filter((column) => !found.includes(column.toLowerCase()));
    if (missing.length > 0)
      throw new UserError(
        `${file.name} has no column ${missing.join(', ')}; its first line is "${cells.join().slice(0, 200)}". Check the layout of the survey (--survey).`,
      );
    const present = wanted.filter((column) => found.includes(column.toLowerCase()));
    const has = (column: string) => present.includes(column);
    return {
      columns: present.map((column) => found.indexOf(column.toLowerCase())),
      take: (row) => take(new Map(present.map((column, i) => [column, row.text(i)])), has),
    };
  });
}

/** The day between midnights, without the trips for which there is a reason in `left`; a reason if that leaves none. */
function dayOfTrips(all: readonly Move[], left: string[] = []): { stays: DiaryStay[]; trips: DiaryTrip[] } | string {
  const stays: DiaryStay[] = [];
  const trips: DiaryTrip[] = [];
  const isTimed = ({ from, to }: Move) => !Number.isNaN(from) && !Number.isNaN(to);
  for (const move of all) if (!isTimed(move)) left.push('missing or invalid times');
  const moves = all.filter(isTimed).sort((a, b) => a.from - b.from || a.to - b.to);
  let at = 0;
  let place = moves[0]?.origin ?? 'home';
  for (const { from, to, place: destination, mode, metres } of moves) {
    if (from >= MINUTES_PER_DAY) break;
    if (to > 60 * LAST_HOUR) left.push('the trip ends before it begins');
    else if (from < at) left.push('trips overlap');
    else {
      if (from > at) stays.push({ place, from: at, to: from });
      at = Math.min(to, MINUTES_PER_DAY);
      trips.push({ mode, from, to: at, metres, destination });
      place = destination;
    }
  }
  if (left.length > 0 && trips.length === 0) return left[0]!;
  if (at < MINUTES_PER_DAY) stays.push({ place, from: at, to: MINUTES_PER_DAY });
  return { stays, trips };
}

/**
 * The same of episodes. Before the first one, people are where it is. An episode without times, or that begins before the previous one
 * ends, is left out; in a gap, people stay where they were: each is a reason in `left`.
 */
function dayOfEpisodes(
  all: readonly Move[],
  begins: number,
  left: string[],
): { stays: DiaryStay[]; trips: DiaryTrip[] } | string {
  if (all.length === 0) return 'no episodes';
  const timed = all.filter(({ from, to }) => !Number.isNaN(from) && !Number.isNaN(to));
  for (let i = timed.length; i < all.length; i++) left.push('missing or invalid times');
  if (timed.length === 0) return 'missing or invalid times';
  const episodes = withoutGaps(
    timed.sort((a, b) => a.from - b.from || a.to - b.to),
    begins,
    left,
  );
  const [only] = episodes;
  // One episode from the beginning of the diary to its end.
  if (episodes.length === 1 && only!.from === only!.to) episodes[0] = { ...only!, to: only!.to + MINUTES_PER_DAY };
  const legs: Move[] = [];
  const isTravel = ({ place }: Move) => place === 'travel';
  let [at, place] = [begins, isTravel(episodes[0]!) ? 'home' : episodes[0]!.place];
  for (const [i, episode] of episodes.entries()) {
    at = episode.to;
    const last = legs.at(-1);
    if (!isTravel(episode)) {
      // Another place without a trip to it: people change places in no time.
      if (episode.place !== place && last?.to !== episode.from)
        legs.push({ ...episode, to: episode.from, origin: place });
      place = episode.place;
      continue;
    }
    const next = episodes.slice(i + 1).find((later) => !isTravel(later))?.place ?? 'other';
    if (last?.to === episode.from && i > 0 && isTravel(episodes[i - 1]!))
      legs[legs.length - 1] = { ...last, to: episode.to, mode: last.mode || episode.mode };
    else legs.push({ ...episode, place: next, origin: place });
  }
  if (at < MINUTES_PER_DAY) return 'episodes end before midnight';
  return dayOfTrips(legs);
}

/** Episodes of which each begins when the previous one ends. */
function withoutGaps(sorted: readonly Move[], begins: number, left: string[]): Move[] {
  const kept: Move[] = [];
  let at = begins;
  for (const episode of sorted) {
    if (episode.from < at || episode.to < episode.from) {
      left.push('episodes overlap');
      continue;
    }
    if (episode.from > at) {
      left.push('a gap before the episode');
      const last = kept.at(-1);
      const place = last === undefined || last.place === 'travel' ? episode.place : last.place;
      kept.push({ ...episode, from: at, to: episode.from, place: place === 'travel' ? 'home' : place, mode: '' });
    }
    kept.push(episode);
    at = episode.to;
  }
  return kept;
}

/** Minutes since midnight at which the day began; NaN for other texts. */
function minuteOf(text: string, times: SurveyLayout['times'], begins: number): number {
  if (times === 'minutes') return text === '' ? Number.NaN : begins + Math.round(Number(text));
  const [, hours, minutes] =
    (times === 'hhmm' ? /^(\d{0,2}?)(\d{1,2})$/ : /(\d{1,2}):(\d\d)(?::\d\d)?$/).exec(text) ?? [];
  if (minutes === undefined || Number(minutes) > 59 || Number(hours) > LAST_HOUR) return Number.NaN;
  const minute = 60 * Number(hours) + Number(minutes);
  return minute < begins ? minute + MINUTES_PER_DAY : minute;
}

function metresOf(length: NonNullable<SurveyLayout['trips']>['length'], row: SurveyRow): number | null {
  if (length === undefined) return null;
  const number = (column: string) => numberOf(row.get(column) ?? '');
  if (!('xy' in length)) return positive(number(length.column) * length.metres);
  const [x, y, u, v] = length.xy.map(number);
  // 0 and empty cells are unknown places.
  return x! > 0 && y! > 0 && u! > 0 && v! > 0 ? positive(Math.hypot(u! - x!, v! - y!)) : null;
}

const positive = (metres: number) => (metres >= 0 && metres < 1e7 ? Math.round(metres) : null);
/** A place or a mode as diary tables can contain it. */
const wordOf = (text: string) => text.replace(/[^\w -]+/g, '_').trim();
/** NaN for other texts; a comma counts as a decimal point. */
const numberOf = (text: string) => (text === '' ? Number.NaN : Number(text.replace(',', '.')));
/** The same of numbers. */
const known = (text: string) => (Number(text) < 0 ? '' : text);

const columnsOfKey = (key: SurveyKey): readonly string[] => (typeof key === 'string' ? [key] : key);
const keyOf = (row: SurveyRow, key: SurveyKey) =>
  columnsOfKey(key)
    .map((column) => row.get(column))
    .join('-');
const choicesOf = (field: SurveyField): readonly (string | SurveyColumn)[] =>
  typeof field === 'string' || 'column' in field ? [field] : field;
const columnsOf = (field: SurveyField) =>
  choicesOf(field).map((choice) => (typeof choice === 'string' ? choice : choice.column));

/** The first value of a field in these rows; undefined if there is none. */
function meaningIn(
  field: SurveyField,
  rows: readonly (SurveyRow | undefined)[],
  onUnknown: (code: string) => void,
): string | undefined {
  for (const choice of choicesOf(field)) {
    const column = typeof choice === 'string' ? choice : choice.column;
    const text = rows.map((row) => row?.get(column)).find((cell) => cell !== undefined && cell !== '');
    if (text === undefined) continue;
    const meaning = typeof choice === 'string' ? text : meaningOf(choice, text);
    if (meaning !== undefined) return meaning;
    // Negative codes stand for missing values in many surveys.
    if (choicesOf(field).length === 1 && !text.startsWith('-')) onUnknown(text);
  }
  return undefined;
}

function meaningOf({ codes, list, since }: SurveyColumn, text: string): string | undefined {
  if (since !== undefined) return Number(text) > 0 ? String(since - Number(text)) : undefined;
  if (codes === undefined) return text;
  const of = (code: string) => {
    const plain = /^0*(\d+)(?:[.,]0*)?$/.exec(code.trim())?.[1] ?? code.trim();
    return Object.hasOwn(codes, plain) ? codes[plain] : undefined;
  };
  if (list === undefined) return of(text);
  const meanings = text.split(list.separator).map(of);
  return list.order.find((meaning) => meanings.includes(meaning));
}

/** Codes without a meaning, for a note. */
class UnknownCodes {
  readonly #counts = new Map<string, Map<string, number>>();

  add(what: string, code: string): void {
    const codes = this.#counts.get(what) ?? new Map<string, number>();
    this.#counts.set(what, codes);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }

  notes(): string[] {
    return Array.from(this.#counts, ([what, codes]) => {
      const all = [...codes].sort(([, a], [, b]) => b - a);
      const named = all.slice(0, MOST_NAMED).map(([code, count]) => `${JSON.stringify(code.slice(0, 40))} (${count})`);
      return `Unknown codes of ${what}: ${named.join(', ')}${all.length > MOST_NAMED ? ', …' : ''}.`;
    });
  }
}
