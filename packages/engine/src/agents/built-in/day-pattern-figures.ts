import type { Country } from '../environment.js';
import type { Weather } from '../weather.js';
import type { CountryFigures, Outing } from './country-figures.js';
import { figuresOfChina } from './figures-of-china.js';
import { figuresOfTheUnitedStates } from './figures-of-the-united-states.js';

// How people spend a day, for day-pattern: this file has the figures that hold everywhere; two more files have those that
// differ between China and the United States. Figures with a source are the published ones, rounded; the others are marked
// as assumptions. None was fitted to the ground truth of a benchmark.
//
// [CPS 2019]  U.S. Bureau of Labor Statistics: Current Population Survey, annual averages 2019, table 3:
//             employment–population ratio by age.
// [Cools]     Cools, Moons, Creemers, Wets (2010): Changes in travel behavior in response to weather conditions,
//             doi:10.3141/2157-03. Whether a trip is cancelled depends on its purpose: leisure and shopping first, work
// last. [Santisteban] Santisteban, Brown, Gruber (2018): Association between the Munich Chronotype Questionnaire and
// wrist
//             actigraphy, doi:10.1155/2018/5646848: middle of sleep on free days 4:56, standard deviation 1 h 16 min.
// [Zhang]     Zhang et al. (2023): Self-reported sleep status, 8,970 people in China, doi:10.1080/07853890.2023.2287706:
//             48 % go to bed between 22:00 and 24:00, 50 % wake between 6:00 and 8:00.
// [Urbanek]   Urbanek et al. (2018), PMC5862775, accelerometers of 11,951 people of NHANES: nights are about an hour later
//             on weekends.
// [Wernstedt] Wernstedt, Xie (2019): Behavioral adaption in response to infrastructure disruptions during Hurricane
// Irma, APPAM
//             fall conference; 1,341 people in Miami: when workplaces reopened, more than half returned on the same
// day. (66 %
//             of workplaces were closed: too many for a city that a hurricane only brushes.)
// [PSRC 2014] Puget Sound Regional Council, Regional Travel Study 2014: of 6,068 employees, 80 % with full-time work and 30 % with
//             part-time work usually travel to it on five days or more, 9 % and 18 % on four, 3 % and 23 % on three; 15 % of the
//             working days of all workers are at home.
// [Leave 2011] U.S. Bureau of Labor Statistics, Access to and Use of Leave, a module of the American Time Use Survey 2011: 21 % of
//             wage and salary workers take leave in a week, 15.6 hours on average.
// [PSRC 2006] Puget Sound Regional Council, Household Activity Survey 2006: days at work of 4,332 workers on two weekdays in a row.
// [NCES]      U.S. National Center for Education Statistics, Schools and Staffing Survey 2007–08: 6.64 hours in a
// school day.

/** The figures by country. */
export const figuresOf: Readonly<Record<Country, CountryFigures>> = {
  CN: figuresOfChina,
  US: figuresOfTheUnitedStates,
};

/**
 * Midpoint of sleep. Spread between people [Santisteban]; an hour later on weekends [Urbanek]; the hour is an
 * assumption.
 */
export const middleOfSleep = { weekday: 3, weekend: 4, deviation: 1.27 } as const;
/** With the spread above, half of the people wake within two hours, and half go to bed within two hours, as in [Zhang]. */
export const sleepDeviation = 1.6;

/** Hours from waking to departure, from the end of work to bed, and planned for a trip (assumptions). */
export const [readyHours, windDownHours, tripHours] = [0.75, 1, 0.3];

/** School days [NCES]; their start and the share of pupils present are assumptions. */
export const school = {
  share: 0.95,
  setsOut: { mean: 7.5, deviation: 0.3 },
  hours: { mean: 6.64, deviation: 0.3 },
} as const;

/** Returns the share of the employed at an age, years [CPS 2019]. Used when the profile has no occupation. */
export function shareEmployed(age: number): number {
  if (age < 16) return 0;
  if (age < 25) return 0.51;
  if (age < 55) return 0.8;
  if (age < 65) return 0.63;
  return age < 75 ? 0.26 : 0.09;
}

/** Occupations of people who do not go to work. */
export const withoutWork = /retire|student|pupil|child|unemploy|homemaker|housewife|none|unknown/i;

/**
 * Share of weekday outings that are habits, on the first day of a simulation and later. Assumptions; that of the first day only matters for
 * who goes out.
 */
export const habitual = { first: 0.5, later: 0.85 } as const;

/**
 * What decides whether someone works on a weekday of a longer simulation: the share of the variance that is the person's, that of the
 * person's day of the week (such as three fixed days of part-time work), and that of the week (holidays, illness); the rest is the day's.
 * The first two were fitted to the usual days per week [PSRC 2014], the third to weeks with leave [Leave 2011]; with it, 22 % of weeks
 * have leave, of 1.9 days on average. [PSRC 2006] was not used: the realism card compares with it.
 */
export const attendance = { ofPerson: 0.25, ofWeekday: 0.3, ofWeek: 0.4 } as const;

/** The same for working at home instead: two of a person's days there have a correlation of 0.83 [PSRC 2014]. */
export const leavingForWork = { ofPerson: 0.95 } as const;

/**
 * Share of meals out on a working day that are at noon, their distance in metres, and the hours spent there
 * (assumptions).
 */
export const lunch = { share: 0.5, distance: 1000, from: 11.5, to: 12.75, hours: 0.75 } as const;

/**
 * Share of gaps between two stops that are spent at home: NHTS 2017 has 1.17 trips home and 2.21 others per person and
 * day, for the 86 % who travel (ATUS 2010-2016): 1.36 returns and 2.57 stops, including the last return.
 */
export const homeBetween = 0.23;

/** Kinds of POIs by outing. */
export const placeTypes: Readonly<Record<Outing, readonly string[]>> = {
  shopping: ['supermarket', 'mall', 'department_store', 'convenience', 'marketplace', 'clothes'],
  'eating out': ['restaurant'],
  'leisure and entertainment': [
    'outdoor activity',
    'sports facility',
    'cinema',
    'theatre',
    'bar',
    'cafe',
    'community_centre',
  ],
  other: ['medical care', 'financial service', 'post_office', 'school', 'kindergarten', 'library'],
};

/**
 * Share of plans that are kept. The order (work before the rest) is that of [Cools]. While a hurricane is near, one
 * person in four does not go to work and half of the other outings are cancelled: round assumptions, since the
 * available figures are from places that were hit. The day after, half of those return to work [Wernstedt], and nine in
 * ten outings are made: an assumption.
 */
export const kept: Readonly<Record<Weather['hurricaneStatus'], { readonly work: number; readonly outing: number }>> = {
  none: { work: 1, outing: 1 },
  active: { work: 0.75, outing: 0.5 },
  passed: { work: 0.875, outing: 0.9 },
};
