import { normalCdf, normalQuantile } from '@itinera/metrics';
import type { Intention } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import type { CountryFigures, HourFigures, Outing } from './country-figures.js';
import * as figures from './day-pattern-figures.js';

/** One part of a day: activity, departure (hours since midnight) and place. */
export interface SurveyPart {
  readonly begins: number;
  readonly activity: Intention;
  /** `child`: the school of a child of the household who is taken there or fetched. */
  readonly at: 'home' | 'work' | 'school' | 'lunch' | 'meeting' | 'escort' | 'child' | 'walk' | Outing;
  /** Whether it is near home, on the way there; otherwise it is drawn how far it is from the last place. */
  readonly isNearHome?: true;
}

/** Reluctance, 0 to 1: a person does an activity if the share of people who do it that day is larger. */
export type Reluctance = Record<'duty' | 'home between' | Outing, number> & {
  /** To leave home for work; without it, those who are the most reluctant to work do so at home. */
  readonly 'leave for work'?: number;
};

/** The constants of a person's days. */
export interface SurveyPerson {
  readonly figures: CountryFigures;
  /** Work or school, if any. */
  readonly duty: 'work' | 'school' | null;
  readonly habits: Reluctance;
  /** Share of people who leave for work earlier; those who leave late work in shifts. */
  readonly lateness: number;
  /** Hours by which their nights are later than those of others. */
  readonly chronotype: number;
}

/** The conditions of a day. */
export interface DayAhead {
  readonly isWeekend: boolean;
  readonly reluctance: Reluctance;
  /** Share of plans that the weather allows. */
  readonly kept: { readonly work: number; readonly outing: number };
  /** Hours since midnight at which a shift of the day before ends; 0 without one. */
  readonly stillAtWork: number;
  /** Hours from home to work or school. */
  readonly wayHours: number;
  /** The children of the household whom the person takes to school: when, and to how many schools. */
  readonly children?: SchoolRun | undefined;
}

/** Children of a household who have to be taken to school: the hour, and the number of schools. */
export interface SchoolRun {
  readonly at: number;
  readonly schools: number;
}

/** A day, and the hours of work that continue into the next. */
export interface SurveyDay {
  readonly parts: SurveyPart[];
  readonly afterMidnight: number;
}

export interface Span {
  readonly begins: number;
  readonly ends: number;
}
export interface Duty extends Span {
  readonly at: 'work' | 'school' | 'home';
}

const allOutings = Object.keys(figures.placeTypes) as Outing[];
export const MIDNIGHT = 24;

export function drawPerson(
  random: RandomStream,
  countryFigures: CountryFigures,
  duty: SurveyPerson['duty'],
): SurveyPerson {
  return {
    figures: countryFigures,
    duty,
    habits: drawReluctance(random),
    lateness: random.next(),
    chronotype: random.normal(0, figures.middleOfSleep.deviation),
  };
}

function drawReluctance(random: RandomStream): Reluctance {
  return Object.fromEntries(
    ['duty', 'home between', ...allOutings].map((activity) => [activity, random.next()]),
  ) as Reluctance;
}

/**
 * Draws the reluctance of a person for one of many days: partly habit on weekdays.
 * @param random the stream of the day
 * @param person the person's stream, from which only forks are drawn
 */
export function reluctanceOfDay(
  random: RandomStream,
  habits: Reluctance,
  isWeekend: boolean,
  { person, day }: { readonly person: RandomStream; readonly day: number },
): Reluctance {
  const today = drawReluctance(random);
  if (isWeekend) return today;
  const { habitual } = figures;
  const share = day === 0 ? habitual.first : habitual.later;
  for (const outing of allOutings) if (random.chance(share)) today[outing] = habits[outing];
  if (day > 0) today['home between'] = habits['home between'];
  if (day === 0) return { ...today, duty: habits.duty };
  return { ...today, duty: dutyReluctance(person, habits, day), 'leave for work': leavingReluctance(person, day) };
}

/**
 * The reluctance of a person to go to work or school on a weekday: a normal deviate to which the person, this day of all their weeks, this
 * week and this day contribute, as a share of people. On each day as many go as on any other.
 */
function dutyReluctance(person: RandomStream, { duty }: Reluctance, day: number): number {
  const { ofPerson, ofWeekday, ofWeek } = figures.attendance;
  return normalCdf(
    Math.sqrt(ofPerson) * normalQuantile(duty) +
      deviate(person, WEEKDAYS - (day % 7), ofWeekday) +
      deviate(person, WEEKS - Math.floor(day / 7), ofWeek) +
      deviate(person, ATTENDANCE - day, 1 - ofPerson - ofWeekday - ofWeek),
  );
}

/** The same for leaving home for it, which hardly changes from day to day. */
function leavingReluctance(person: RandomStream, day: number): number {
  const { ofPerson } = figures.leavingForWork;
  return normalCdf(deviate(person, LEAVES, ofPerson) + deviate(person, LEAVING - day, 1 - ofPerson));
}

/** @param variance its share of 1 */
function deviate(person: RandomStream, key: number, variance: number): number {
  return Math.sqrt(variance) * person.fork(key).normal(0, 1);
}

/** Keys of streams, which count down; those of days and their draws count up from 0. */
const [WEEKDAYS, LEAVES, WEEKS, ATTENDANCE, LEAVING] = [-1, -8, -1000, -10_000, -15_000];

/** Draws a day from the surveys, midnight to midnight: a night, work or school, and outings in the remaining time. */
export function surveyDay(random: RandomStream, person: SurveyPerson, ahead: DayAhead): SurveyDay {
  const duty = dutyOf(random, person, ahead);
  const night = nightOf(random, person, ahead, duty?.begins ?? null);
  const parts = morningOf(night, ahead.stillAtWork);
  const outings = outingsOf(random, person, ahead);
  let freeFrom = Math.max(night.ends + 1, random.between(8.5, 14));
  let freeUntil = MIDNIGHT + Math.min(night.begins, 0) - figures.windDownHours;
  let dutyEnds = 0;
  if (duty !== null) {
    const activity = duty.at === 'school' ? 'other' : 'work';
    parts.push({ begins: duty.begins, activity, at: duty.at });
    dutyEnds = duty.ends + lunchOf(random, duty, outings, parts);
    // People who begin late have their free time before.
    const isLate = duty.begins - night.ends > MIDNIGHT + night.begins - dutyEnds;
    if (isLate) [freeFrom, freeUntil] = [night.ends + 1, duty.begins - figures.readyHours - figures.tripHours];
    else freeFrom = dutyEnds;
    if (isLate || duty.at === 'home') parts.push({ begins: dutyEnds, activity: 'home activity', at: 'home' });
  }
  goOut(random, person.figures, outings, parts, {
    begins: freeFrom,
    ends: freeUntil,
    isOut: duty !== null && freeFrom === dutyEnds,
    goesHome: ahead.reluctance['home between'] < figures.homeBetween,
  });
  return endOf(parts, night, duty, dutyEnds);
}

/** Adds the night after a day. @param dutyEnds 0 without work or school */
export function endOf(parts: SurveyPart[], night: Span, duty: Duty | null, dutyEnds: number): SurveyDay {
  const bed = Math.max(MIDNIGHT + night.begins, dutyEnds + figures.windDownHours);
  parts.push({ begins: bed, activity: 'sleep', at: 'home' });
  return {
    parts: parts.filter(({ begins }) => begins < MIDNIGHT).sort((a, b) => a.begins - b.begins),
    afterMidnight: duty?.at === 'work' ? Math.max(0, dutyEnds - MIDNIGHT) : 0,
  };
}

/** Returns the work or school of a day, with the trip there; null if there is none. */
function dutyOf(random: RandomStream, person: SurveyPerson, ahead: DayAhead): Duty | null {
  const { isWeekend, reluctance, kept, wayHours } = ahead;
  if (person.duty === null || (person.duty === 'school' && isWeekend)) return null;
  if (person.duty === 'school') {
    const { share, setsOut, hours } = figures.school;
    if (reluctance.duty >= share * kept.work) return null;
    const begins = drawHours(random, setsOut);
    return { begins, ends: begins + wayHours + drawHours(random, hours), at: 'school' };
  }
  return workOf(random, person, ahead, {
    ...person.figures.work[isWeekend ? 'weekend' : 'weekday'],
    setOut: person.figures.setOut,
  });
}

/** The work of a day by its figures; null if there is none. */
export function workOf(
  random: RandomStream,
  { lateness }: SurveyPerson,
  { reluctance, kept, wayHours }: DayAhead,
  { share, atHome, hours, setOut }: CountryFigures['work']['weekday'] & Pick<CountryFigures, 'setOut'>,
): Duty | null {
  const most = share * kept.work;
  if (reluctance.duty >= most) return null;
  const begins = hourAtShare(setOut, lateness) + random.normal(0, 0.25);
  const lasts = Math.max(1, drawHours(random, hours));
  const leaves = reluctance['leave for work'];
  const isAtHome = leaves === undefined ? reluctance.duty >= most * (1 - atHome) : leaves >= 1 - atHome;
  return { begins, ends: begins + lasts + (isAtHome ? 0 : wayHours), at: isAtHome ? 'home' : 'work' };
}

/** Returns sleep and wake times, negative before midnight; as late as the person prefers and work permits. */
export function nightOf(
  random: RandomStream,
  person: SurveyPerson,
  { isWeekend, stillAtWork }: DayAhead,
  isOutAt: number | null,
): Span {
  const day = isWeekend ? 'weekend' : 'weekday';
  const mean = person.figures.sleep[day][person.duty === 'work' ? 'employed' : 'others'];
  const lasts = Math.max(4, random.normal(mean, figures.sleepDeviation));
  let ends = figures.middleOfSleep[day] + person.chronotype + lasts / 2;
  if (stillAtWork > 0) ends = Math.max(ends, stillAtWork + figures.windDownHours + lasts);
  if (isOutAt !== null) ends = Math.min(ends, isOutAt - figures.readyHours);
  return { begins: ends - lasts, ends };
}

export function morningOf({ begins, ends }: Span, stillAtWork: number): SurveyPart[] {
  const parts: SurveyPart[] = [
    { begins: Math.max(0, begins), activity: 'sleep', at: 'home' },
    { begins: ends, activity: 'home activity', at: 'home' },
  ];
  if (stillAtWork > 0)
    parts.unshift(
      { begins: 0, activity: 'work', at: 'work' },
      { begins: stillAtWork, activity: 'home activity', at: 'home' },
    );
  else if (begins > 0) parts.unshift({ begins: 0, activity: 'home activity', at: 'home' });
  return parts;
}

/** Returns the outings in random order; the least reluctant ones may occur twice. @param factor multiplies the shares */
export function outingsOf(
  random: RandomStream,
  { figures: { outings }, duty }: SurveyPerson,
  ahead: DayAhead,
  factor = 1,
): Outing[] {
  const day = ahead.isWeekend ? 'weekend' : 'weekday';
  const who = duty === 'work' ? 'employed' : 'others';
  const all = allOutings.flatMap((outing) => {
    const { share, stops } = outings[outing];
    const most = share[day][who] * ahead.kept.outing * factor;
    if (ahead.reluctance[outing] >= most) return [];
    return ahead.reluctance[outing] < most * (stops - 1) ? [outing, outing] : [outing];
  });
  return all
    .map((outing) => ({ outing, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ outing }) => outing);
}

/** Turns a meal out into a lunch at work if there is time. @returns the hours by which work is longer. */
export function lunchOf(random: RandomStream, duty: Duty, outings: Outing[], parts: SurveyPart[]): number {
  const { share, from, to, hours } = figures.lunch;
  const meal = outings.indexOf('eating out');
  const begins = random.between(from, to);
  const isPossible = duty.at === 'work' && duty.begins < begins - 1 && begins + 1 < duty.ends;
  if (meal < 0 || !isPossible || !random.chance(share)) return 0;
  outings.splice(meal, 1);
  const lasts = hours + figures.tripHours;
  parts.push({ begins, activity: 'eating out', at: 'lunch' }, { begins: begins + lasts, activity: 'work', at: 'work' });
  return lasts + figures.tripHours;
}

interface FreeTime extends Span {
  readonly isOut: boolean;
  readonly goesHome: boolean;
}

/** Adds one outing after another while there is time, with stays at home in between for some people. */
function goOut(
  random: RandomStream,
  { outings: of }: CountryFigures,
  outings: readonly Outing[],
  parts: SurveyPart[],
  { begins, ends, isOut, goesHome }: FreeTime,
): void {
  let time = begins;
  let away = isOut;
  for (const outing of outings) {
    const atHome = away && goesHome ? homeHours(random) : 0;
    const lasts = outingHours(random, of[outing].hours);
    if (time + atHome + lasts > ends) continue;
    if (atHome > 0) parts.push({ begins: time, activity: 'home activity', at: 'home' });
    time += atHome;
    parts.push({ begins: time, activity: outing, at: outing });
    time += lasts;
    away = true;
  }
  if (away) parts.push({ begins: time, activity: 'home activity', at: 'home' });
}

/** Hours of a stay at home between two outings, and of an outing, with the trip there. */
export function homeHours(random: RandomStream): number {
  return figures.tripHours + random.between(0.5, 2);
}
export function outingHours(random: RandomStream, hours: HourFigures): number {
  return figures.tripHours + Math.max(0.15, drawHours(random, hours));
}

export function drawHours(random: RandomStream, { mean, deviation }: HourFigures): number {
  return random.normal(mean, deviation);
}

/** The hour of a cumulative curve, linear between its points. */
export function hourAtShare(of: CountryFigures['setOut'], share: number): number {
  const after = Math.max(
    1,
    of.findIndex((point) => point[1] > share),
  );
  // By index: patterns would take most of the time.
  const [left, right] = [of[after - 1]!, of[after]!];
  return left[0] + ((right[0] - left[0]) * (share - left[1])) / (right[1] - left[1]);
}
