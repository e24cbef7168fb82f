import type { Weather } from '../weather.js';

// What day-pattern knows about how people spend a day. Figures with a source are the published ones, rounded; the
// others are plain assumptions, and say so. None was fitted to the ground truth of a benchmark.
//
// [NBS 2018]  National Bureau of Statistics of China: Bulletin of the 2018 National Time Use Survey, 25 January 2019.
//             20,226 households, 48,580 people.
// [ATUS 2012] U.S. Bureau of Labor Statistics: American Time Use Survey, 2012 results, USDL-13-1178.
// [ATUS 2010-2016] the same survey of seven years, 82,557 people, Saturdays and Sundays apart from weekdays.
// [CPS 2019]  U.S. Bureau of Labor Statistics: Current Population Survey, annual averages 2019, table 3:
//             employment–population ratio by age.
// [Cools]     Cools, Moons, Creemers, Wets (2010): Changes in travel behavior in response to weather conditions,
//             doi:10.3141/2157-03. Whether a trip is given up depends on its purpose: leisure and shopping first, work last.

/** A normal distribution: hours, or hours since midnight. */
export interface HourFigures {
  readonly mean: number;
  readonly deviation: number;
}

/** Asleep or at rest 9 h 13 min on a working day [NBS 2018]; the spread between people is an assumption. */
export const sleep = {
  wakes: { mean: 7.2, deviation: 0.8 },
  goesToBed: { mean: 22, deviation: 0.9 },
} as const satisfies Record<string, HourFigures>;

/** Share of employed people who work on a weekday, and for how long: 83 %, 8.0 h [ATUS 2012]. The hour is an assumption. */
export const work = { share: 0.83, begins: { mean: 9, deviation: 0.9 }, lasts: { mean: 8, deviation: 1.2 } } as const;

/** Share of people of an age, years, who are employed [CPS 2019]. Used when the profile names no occupation. */
export function shareEmployed(age: number): number {
  if (age < 16) return 0;
  if (age < 25) return 0.51;
  if (age < 55) return 0.8;
  if (age < 65) return 0.63;
  return age < 75 ? 0.26 : 0.09;
}

/** Words in an occupation by which its holder does not go to work. */
export const withoutWork = /retire|student|pupil|unemploy|homemaker|housewife|none|unknown/i;

/** What people leave home for beside work: how likely on a day with and without work, and for how many hours. Assumptions,
 * chosen so that a day has the 3.4 trips of NHTS 2017 and the half hour of shopping and hour of leisure outside of NBS 2018. */
export const outings = {
  shopping: { workday: 0.2, freeDay: 0.5, lasts: { mean: 0.75, deviation: 0.3 } },
  'eating out': { workday: 0.15, freeDay: 0.2, lasts: { mean: 1, deviation: 0.3 } },
  'leisure and entertainment': { workday: 0.2, freeDay: 0.4, lasts: { mean: 1.75, deviation: 0.7 } },
  other: { workday: 0.1, freeDay: 0.3, lasts: { mean: 0.75, deviation: 0.3 } },
} as const;
export type Outing = keyof typeof outings;

/** What is otherwise on Saturdays and Sundays [ATUS 2010-2016]. */
export const weekend = {
  /** Hours asleep beyond those of a weekday: 76 min more of the full-time employed, 44 part-time, 29 of others. In the morning. */
  sleepsLonger: { employed: 1.2, others: 0.5 },
  /** Share of employed people who travel for work, 0.22 full-time and 0.27 part-time; work of those who work. Spread assumed. */
  work: { share: 0.23, lasts: { mean: 5.6, deviation: 2 } },
  /**
   * Share of people who travel for it: shopping; eating and drinking; one or more of leisure 0.33, sports 0.10, religion 0.12;
   * one or more of caring for others 0.07, services 0.03, household services 0.01.
   */
  outings: { shopping: 0.42, 'eating out': 0.27, 'leisure and entertainment': 0.47, other: 0.11 },
} as const;

/** Share of a weekday's outings that are a habit, and not of the day, where days follow each other for weeks. Assumption. */
export const habitual = 0.5;

/** Share of working days with lunch outside of the workplace. Assumption. */
export const lunchOut = 0.3;

/** Where people go: kinds of POIs, and how far is far (the chance of a place falls to 1/e over it), metres. Assumptions. */
export const placeFigures: Readonly<Record<Outing, { readonly types: readonly string[]; readonly scale: number }>> = {
  shopping: {
    types: ['supermarket', 'mall', 'department_store', 'convenience', 'marketplace', 'clothes'],
    scale: 1500,
  },
  'eating out': { types: ['restaurant'], scale: 1000 },
  'leisure and entertainment': {
    types: ['outdoor activity', 'sports facility', 'cinema', 'theatre', 'bar', 'cafe', 'community_centre'],
    scale: 2500,
  },
  other: {
    types: ['medical care', 'financial service', 'post_office', 'school', 'kindergarten', 'library'],
    scale: 1500,
  },
};

/**
 * Share of plans that are kept. The order (work before the rest) is that of [Cools]; the sizes are round assumptions: while a
 * hurricane is near, one in four stays away from work and half of the other outings are dropped; the day after, one in twenty and one in ten.
 */
export const kept: Readonly<Record<Weather['hurricaneStatus'], { readonly work: number; readonly outing: number }>> = {
  none: { work: 1, outing: 1 },
  active: { work: 0.75, outing: 0.5 },
  passed: { work: 0.95, outing: 0.9 },
};
