import { UserError } from '@itinera/base';
import { recordsOfText, type TableRecord } from '@itinera/tables';
import { type DiaryDay, formatDay, parseDay } from './diary.js';

/** The file of a dataset's truth. */
export const DIARIES_FILE = 'diaries.csv';
/** The days that agents may learn from, beside the truth; optional. */
export const TRAINING_DAYS_FILE = 'training-days.csv';
/** Columns that every diary table has. */
export const DIARY_COLUMNS: readonly string[] = ['person', 'household', 'weight', 'sequence'];
/** Columns of a table of generated days. */
export const DAY_COLUMNS: readonly string[] = ['person', 'sequence'];

/** What a diary table says about people. */
export const DIARY_ATTRIBUTES = ['sex', 'age', 'status', 'hh_size', 'cars'] as const;
export type DiaryAttribute = (typeof DIARY_ATTRIBUTES)[number];

/** The occupations of profiles, by the status of people in diary tables. */
export const OCCUPATION_BY_STATUS: Readonly<Record<string, string>> = {
  work_full: 'Full-time worker',
  work_part: 'Part-time worker',
  work_other: 'Worker',
  student: 'Student',
  retired: 'Retired',
  home_keeper: 'Homemaker',
  unemployed: 'Unemployed',
};
/** The statuses of people who work. */
export const WORK_STATUSES = ['work_full', 'work_part', 'work_other'] as const;
export type DiaryAttributes = Readonly<Partial<Record<DiaryAttribute, string>>>;

/** A person of a diary table. */
export interface DiaryPerson {
  /** Whole number: the id of the person's profile. */
  readonly id: number;
  readonly household: string;
  /** People for whom this one stands. */
  readonly weight: number;
  /** Trips per reported trip. */
  readonly tripFactor: number;
  readonly attributes: DiaryAttributes;
  readonly day: DiaryDay;
}

/**
 * Reads the people of a diary table: `person` (whole numbers; otherwise people are numbered by row from 1), `household`,
 * `weight`, optionally `trip_factor`, `sex`, `age`, `status`, `hh_size` and `cars`, and `sequence`, see `parseDay`.
 * @param table the text of a CSV file, or its records
 * @throws UserError for a table that is not one of diaries
 */
export function diaryPeople(table: string | readonly TableRecord[], path: string): DiaryPerson[] {
  const rows = typeof table === 'string' ? recordsOfText(table, path, { required: DIARY_COLUMNS }) : table;
  if (rows.length === 0) throw new UserError(`${path} contains no people. A truth requires at least one day.`);
  if (rows.every(({ weight }) => weight === 0))
    throw new UserError(`${path}: every weight is 0. Expected the number of people that each person represents.`);
  const isNumbered = rows.every(({ person }) => Number.isSafeInteger(person) && (person as number) >= 0);
  const seen = new Set<number>();
  return rows.map((row, i) => {
    const what = `${path}:${i + 2}`;
    const id = isNumbered ? (row.person as number) : i + 1;
    if (seen.has(id)) throw new UserError(`${what}: person ${id} occurs twice; expected one day per person.`);
    seen.add(id);
    const number = (column: string, otherwise: number) => {
      const value = row[column] ?? otherwise;
      if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
      throw new UserError(`${what}: expected a number from 0 as ${column}, got ${JSON.stringify(value)}.`);
    };
    const attributes = Object.fromEntries(
      DIARY_ATTRIBUTES.map((attribute) => [attribute, row[attribute] === undefined ? '' : String(row[attribute])]),
    );
    return {
      id,
      household: String(row.household ?? id),
      weight: number('weight', 1),
      tripFactor: number('trip_factor', 1),
      attributes,
      day: parseDay(String(row.sequence ?? ''), what),
    };
  });
}

/** Reads the days of a diary table: its column `sequence`. @throws UserError for a table that is not one of diaries */
export function diaryDays(text: string, path: string): DiaryDay[] {
  return recordsOfText(text, path, { required: ['sequence'] }).map(({ sequence }, i) =>
    parseDay(String(sequence ?? ''), `${path}:${i + 2}`),
  );
}

/** Writes the lines of a diary table, with people numbered from 1. */
export function* diaryTable(people: readonly DiaryPerson[]): Generator<string> {
  yield 'person,household,weight,sex,age,status,hh_size,cars,trip_factor,sequence\n';
  for (const [i, { household, weight, attributes, tripFactor, day }] of people.entries()) {
    const { sex = '', age = '', status = '', hh_size = '', cars = '' } = attributes;
    const cells = [i + 1, household, weight, sex, age, status, hh_size, cars, tripFactor, formatDay(day)];
    yield `${cells.map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')}\n`;
  }
}
