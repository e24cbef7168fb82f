import type { RealismRow } from '@itinera/base';
import { cardRow } from './card-row.js';
import { type Commute, commutesRow } from './commutes.js';
import { dayLaws, type RealismPerson } from './day-laws.js';
import { type LawOfSums, measuredLaws } from './law.js';
import { monthLaws, type PersonMonth } from './month-laws.js';
import { type SurveyFigures, surveyFigure } from './survey-figures.js';

/** What is known about the days of a run. */
export interface CardOptions {
  /** Complete days. */
  readonly days: number;
  /** Weekday of the first day, 0 for Monday; null if days have no dates. */
  readonly firstWeekday: number | null;
  /** Whether the figures of the United States apply. */
  readonly isUnitedStates: boolean;
  /** Whether there is public transport; without a timetable nobody can take it. */
  readonly hasTimetable: boolean;
  /** One's own survey, whose figures replace the published ones. */
  readonly survey?: SurveyFigures | null;
  /** Of the people who go to work, by the zones of the survey's commutes; needed only with these. */
  readonly commutes?: readonly Commute[];
  readonly seed?: number;
}

const DAYS_PER_WEEK = 7;
/** Complete weeks from which on the laws over weeks are computed. */
export const LEAST_WEEKS = 2;

/**
 * The realism card of a run, first the measures with a verdict: measures of its days and, from two weeks on, laws of mobility over weeks, each with its interval over
 * people, the observed figure with its source, and a verdict.
 *
 * @param people one entry per person; the first day begins at 0 s
 */
export function realismCard(
  people: readonly RealismPerson[],
  { seed = 0, survey = null, commutes = [], ...options }: CardOptions,
): RealismRow[] {
  const { days, firstWeekday } = options;
  const judged = (law: LawOfSums<RealismPerson>) => {
    const own = survey === null ? null : surveyFigure(survey, law.name);
    return own === null ? law : { ...law, published: own };
  };
  const rows = measuredLaws(dayLaws(people, options).map(judged), people, seed).map(cardRow);
  const commuting = commutesRow(commutes, survey?.flows ?? null, survey?.source ?? '', seed);
  const all = [...rows, commuting, ...lawsOverWeeks({ people, days, firstWeekday }, seed)];
  const last = ['too few people', 'no data'];
  return all.toSorted((one, other) => last.indexOf(one.verdict) - last.indexOf(other.verdict));
}

/** Days of people, from the first midnight on. */
export interface PeopleMonths extends Pick<CardOptions, 'days' | 'firstWeekday'> {
  readonly people: readonly PersonMonth[];
}

/** The laws of mobility over weeks as rows of the card; none of less than two complete weeks. */
export function lawsOverWeeks({ people, days, firstWeekday }: PeopleMonths, seed = 0): RealismRow[] {
  const weeks = Math.floor(days / DAYS_PER_WEEK);
  if (weeks < LEAST_WEEKS) return [];
  return monthLaws(people, { weeks, firstWeekday, seed }).map(cardRow);
}
