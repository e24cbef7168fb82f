import type { RandomStream } from '../random-stream.js';
import type { CountryFigures, Day, HourFigures } from './country-figures.js';

// What days with dates have in addition: hours of departure by group, part-time work, children who are taken to school, and
// short distances. Tasks without dates, which the benchmarks are, keep the days of survey-day.ts alone.
//
// [EOD 2012]  Encuesta Origen Destino de Santiago 2012 (SECTRA): 18,602 person-days on weekdays, 5,272 on weekends; weighted.
//             The only survey with published hours of departure by group that is used here; its shape by hour, not its level.
// [ATUS]      American Time Use Survey 2010–2016: working (501) by full-time and part-time employed; travel for caring for
//             members of the household (1803).
// [NHTS 2009] National Household Travel Survey in Litman (2012), Short and Sweet: 10 % of trips are up to half a mile, 19 % up
//             to a mile, 41 % up to three miles.

type Curve = CountryFigures['setOut'];

/** Groups whose days begin at different hours. */
export type DayGroup = 'full' | 'part' | 'student' | 'retired' | 'at home' | 'child';

const HOURS = [5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24];
const curve = (...shares: readonly number[]): Curve => [
  [3, 0],
  ...shares.map((share, i) => [HOURS[i]!, share] as const),
];

/** First departure of people without work or school on the day: the share who have left by then [EOD 2012]. */
const firstOuting: Readonly<Record<Day, Readonly<Record<DayGroup, Curve>>>> = {
  weekday: {
    full: curve(
      0.004,
      0.016,
      0.027,
      0.053,
      0.092,
      0.16,
      0.219,
      0.264,
      0.387,
      0.536,
      0.638,
      0.735,
      0.777,
      0.826,
      0.85,
      0.892,
      0.931,
      0.953,
      0.971,
      0.993,
      1,
    ),
    part: curve(
      0.001,
      0.002,
      0.006,
      0.011,
      0.054,
      0.176,
      0.247,
      0.31,
      0.436,
      0.627,
      0.723,
      0.811,
      0.87,
      0.89,
      0.932,
      0.958,
      0.981,
      0.989,
      0.995,
      0.999,
      1,
    ),
    student: curve(
      0.001,
      0.002,
      0.026,
      0.04,
      0.062,
      0.127,
      0.162,
      0.176,
      0.202,
      0.289,
      0.382,
      0.509,
      0.578,
      0.655,
      0.74,
      0.784,
      0.899,
      0.925,
      0.947,
      0.996,
      1,
    ),
    retired: curve(
      0.004,
      0.004,
      0.006,
      0.011,
      0.024,
      0.052,
      0.092,
      0.117,
      0.268,
      0.509,
      0.667,
      0.755,
      0.786,
      0.825,
      0.889,
      0.929,
      0.965,
      0.992,
      0.996,
      0.998,
      1,
    ),
    'at home': curve(
      0,
      0.001,
      0.003,
      0.008,
      0.038,
      0.101,
      0.164,
      0.196,
      0.299,
      0.483,
      0.63,
      0.726,
      0.789,
      0.834,
      0.88,
      0.913,
      0.949,
      0.974,
      0.989,
      0.997,
      1,
    ),
    child: curve(
      0,
      0,
      0,
      0.014,
      0.038,
      0.052,
      0.094,
      0.113,
      0.21,
      0.348,
      0.425,
      0.547,
      0.628,
      0.68,
      0.734,
      0.801,
      0.86,
      0.92,
      0.966,
      0.997,
      1,
    ),
  },
  weekend: {
    full: curve(
      0.004,
      0.006,
      0.009,
      0.016,
      0.019,
      0.03,
      0.059,
      0.067,
      0.164,
      0.319,
      0.484,
      0.626,
      0.708,
      0.76,
      0.821,
      0.872,
      0.936,
      0.955,
      0.973,
      0.996,
      1,
    ),
    part: curve(
      0,
      0.003,
      0.007,
      0.013,
      0.018,
      0.036,
      0.041,
      0.051,
      0.097,
      0.305,
      0.544,
      0.61,
      0.699,
      0.708,
      0.794,
      0.845,
      0.955,
      0.982,
      0.999,
      1,
      1,
    ),
    student: curve(
      0.005,
      0.005,
      0.011,
      0.015,
      0.015,
      0.027,
      0.046,
      0.055,
      0.109,
      0.264,
      0.348,
      0.5,
      0.581,
      0.69,
      0.79,
      0.869,
      0.919,
      0.941,
      0.956,
      0.992,
      1,
    ),
    retired: curve(
      0,
      0,
      0.002,
      0.002,
      0.049,
      0.051,
      0.068,
      0.078,
      0.155,
      0.305,
      0.567,
      0.694,
      0.782,
      0.809,
      0.839,
      0.882,
      0.944,
      0.984,
      0.995,
      1,
      1,
    ),
    'at home': curve(
      0,
      0.001,
      0.002,
      0.006,
      0.01,
      0.018,
      0.036,
      0.054,
      0.102,
      0.287,
      0.453,
      0.59,
      0.687,
      0.751,
      0.801,
      0.858,
      0.897,
      0.944,
      0.962,
      0.988,
      1,
    ),
    child: curve(
      0,
      0,
      0,
      0.009,
      0.009,
      0.011,
      0.017,
      0.061,
      0.066,
      0.171,
      0.272,
      0.595,
      0.689,
      0.766,
      0.888,
      0.9,
      0.946,
      0.954,
      0.984,
      1,
      1,
    ),
  },
};
/** Departure to school, share of students who go on a weekday, and hours there [EOD 2012]. */
const toSchool = curve(
  0,
  0.002,
  0.006,
  0.036,
  0.183,
  0.579,
  0.758,
  0.811,
  0.847,
  0.867,
  0.873,
  0.883,
  0.956,
  0.976,
  0.979,
  0.982,
  0.99,
  0.998,
  1,
  1,
  1,
);
export const schoolDay = { share: 0.864, setOut: toSchool, hours: { mean: 6.68, deviation: 2.08 } } as const;

/** Departure to part-time work [EOD 2012]. */
const toPartTime = curve(
  0.001,
  0.035,
  0.07,
  0.101,
  0.207,
  0.329,
  0.461,
  0.512,
  0.708,
  0.778,
  0.812,
  0.844,
  0.878,
  0.894,
  0.925,
  0.939,
  0.96,
  0.979,
  0.984,
  0.998,
  1,
);
/**
 * Share of the employed who work part-time, and for both the share who work on a weekday and their hours [ATUS]; spreads are
 * an assumption. Departures of the full-time employed are those of the country.
 */
export const partTime = 5289 / (5289 + 19_330);
export const weekdayWork: Readonly<
  Record<'full' | 'part', { readonly share: number; readonly hours: HourFigures; readonly setOut: Curve | null }>
> = {
  full: { share: 0.884, hours: { mean: 8.51, deviation: 1.6 }, setOut: null },
  part: { share: 0.627, hours: { mean: 5.44, deviation: 1.9 }, setOut: toPartTime },
};

/**
 * Share who take someone of the household somewhere on a weekday [ATUS], all adults; only those of 22 to 54 in households of three
 * and more do, a third of all (assumption: synthetic households).
 */
const escorting = { employed: 0.172, others: 0.127 } as const;
const [ESCORTS, LEAST_HOUSEHOLD] = [1 / 3, 3];
/** Hours at the school door, and from there to work if both are due at about the same time (assumptions). */
export const escortHours = { stay: 0.1, before: 0.35, near: 1.25 } as const;

/** Share of outings that are short, and their mean straight distance in metres [NHTS 2009]; the mean over all outings stays. */
export const nearby = { share: 0.22, metres: 740 } as const;

/** The group of a person. */
export function groupOf(occupation: string, age: number, isEmployed: boolean, isPartTime: boolean): DayGroup {
  if (isEmployed) return isPartTime ? 'part' : 'full';
  if (/student|pupil/i.test(occupation)) return 'student';
  if (/retire/i.test(occupation) || age >= 65) return 'retired';
  return /child/i.test(occupation) || age < 6 ? 'child' : 'at home';
}

/** The hour of the first outing of a day without work or school. */
export function firstOutingAt(random: RandomStream, group: DayGroup, day: Day): number {
  return atShare(firstOuting[day][group], random.next());
}

/** Whether a person takes a child to school on a weekday. */
export function escorts(random: RandomStream, age: number, householdSize: number, isEmployed: boolean): boolean {
  const isEligible = age >= 22 && age < 55 && householdSize >= LEAST_HOUSEHOLD;
  return random.chance(escorting[isEmployed ? 'employed' : 'others'] / ESCORTS) && isEligible;
}

/** The hour of a cumulative curve, linear between its points. */
export function atShare(of: Curve, share: number): number {
  const after = Math.max(
    1,
    of.findIndex(([, reached]) => reached > share),
  );
  const [[hour, from], [next, to]] = [of[after - 1]!, of[after]!];
  return hour + ((next - hour) * (share - from)) / (to - from);
}
