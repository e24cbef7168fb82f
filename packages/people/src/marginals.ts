import { didYouMean, UserError } from '@itinera/base';
import { recordsOfText, type TableRecord } from '@itinera/tables';

/** Lower limits of the age bands in years; the last one is open. */
export const AGE_BANDS = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85] as const;
export const OLDEST = 99;
export const SEXES = ['male', 'female'] as const;
export const STATUSES = ['worker', 'student', 'neither'] as const;
export type PersonStatus = (typeof STATUSES)[number];
/** Sizes of households, and cars per household; the last ones are open. */
export const HOUSEHOLD_SIZES = [1, 2, 3, 4, 5, 6, 7] as const;
export const CARS = [0, 1, 2, 3, 4] as const;

/** Counts of each category, up to a common factor. */
export interface Marginals {
  readonly age: readonly number[];
  readonly sex: readonly number[];
  /** Omitted: derived from age. */
  readonly status?: readonly number[];
  readonly householdSize: readonly number[];
  readonly cars: readonly number[];
}

/**
 * Defaults without a survey: age and sex of Richland County SC (American Community Survey, 5 years to 2018; shares
 * of the 89 tracts weighted by their people), cars of US households in metropolitan areas of 500,000 to 999,999 people
 * (National Household Travel Survey 2017), households of 1 + a Poisson number of people with the county's mean of 2.53.
 */
export const usualMarginals: Marginals = {
  age: [6.01, 6.19, 6.16, 8.63, 11.34, 7.65, 7.05, 6.18, 6.26, 6.19, 6.39, 5.87, 5.2, 3.92, 2.6, 1.86, 1.33, 1.19],
  sex: [193_206, 204_693],
  householdSize: [0.2165, 0.3313, 0.2534, 0.1293, 0.0494, 0.0151, 0.005],
  cars: [0.0736, 0.3268, 0.3414, 0.161, 0.0972],
};

const labelsOf: Readonly<Record<keyof Marginals, readonly string[]>> = {
  age: AGE_BANDS.map((first, i) => (i === AGE_BANDS.length - 1 ? `${first}+` : `${first}-${AGE_BANDS[i + 1] - 1}`)),
  sex: SEXES,
  status: STATUSES,
  householdSize: HOUSEHOLD_SIZES.map((size) => (size === 7 ? '7+' : String(size))),
  cars: CARS.map((cars) => (cars === 4 ? '4+' : String(cars))),
};
const variables: Readonly<Record<string, keyof Marginals>> = {
  age: 'age',
  sex: 'sex',
  status: 'status',
  household_size: 'householdSize',
  cars: 'cars',
};

/** The categories of a variable, in the order of its marginals. */
export function categoriesOf(variable: keyof Marginals): readonly string[] {
  return labelsOf[variable];
}

/**
 * Reads marginals: CSV with the columns `variable`, `category`, `count`; omitted variables have defaults.
 * @throws UserError for an unknown variable or category, or a missing category
 */
export function parseMarginals(text: string, path: string): Marginals {
  return marginalsOf(recordsOfText(text, path, { required: MARGINAL_COLUMNS }), path);
}

export const MARGINAL_COLUMNS = ['variable', 'category', 'count'];

/** Same as `parseMarginals`, from the rows of a table of any format. */
export function marginalsOf(rows: readonly TableRecord[], path: string): Marginals {
  const counts = new Map<keyof Marginals, number[]>();
  for (const row of rows) {
    const [name, category, count] = MARGINAL_COLUMNS.map((column) => String(row[column] ?? '')) as [
      string,
      string,
      string,
    ];
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined)
      throw new UserError(
        `${path}: unknown variable "${name}", expected ${Object.keys(variables).join(', ')}.${didYouMean(name, Object.keys(variables))}`,
      );
    const place = labelsOf[variable].indexOf(category.toLowerCase());
    if (place < 0)
      throw new UserError(
        `${path}: ${name} has no category "${category}", expected ${labelsOf[variable].join(', ')}.${didYouMean(category, labelsOf[variable])}`,
      );
    const value = count === '' ? NaN : Number(count);
    if (!(value >= 0 && value < Infinity))
      throw new UserError(`${path}: ${name} ${category} has the count "${count}", expected a number of 0 or more.`);
    const list = counts.get(variable) ?? new Array<number>(labelsOf[variable].length).fill(NaN);
    if (!Number.isNaN(list[place]))
      throw new UserError(`${path}: ${name} ${category} has two counts, expected one. Remove one of the lines.`);
    list[place] = value;
    counts.set(variable, list);
  }
  for (const [variable, list] of counts) {
    const name = Object.keys(variables).find((key) => variables[key] === variable);
    const missing = labelsOf[variable].filter((_, i) => Number.isNaN(list[i]));
    if (missing.length > 0)
      throw new UserError(
        `${path}: ${name} lacks the categories ${missing.join(', ')}. Add a count for each, 0 for none.`,
      );
    if (!list.some((count) => count > 0))
      throw new UserError(`${path}: all counts of ${name} are 0. Remove the variable to use its defaults.`);
  }
  return { ...usualMarginals, ...Object.fromEntries(counts) };
}
