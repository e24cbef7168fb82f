import type { RandomStream } from '../random-stream.js';
import type { Outing } from './country-figures.js';
import {
  type DayGroup,
  escortHours,
  escortsOf,
  firstOutingAt,
  meeting,
  schoolDay,
  shortestStay,
  shortStop,
  staysIn,
  walks,
  weekdayWork,
} from './dated-days.js';
import { homeBetween, readyHours, tripHours, windDownHours } from './day-pattern-figures.js';
import {
  type DayAhead,
  type Duty,
  drawHours,
  endOf,
  homeHours,
  hourAtShare,
  lunchOf,
  MIDNIGHT,
  morningOf,
  nightOf,
  outingHours,
  outingsOf,
  type SchoolRun,
  type Span,
  type SurveyDay,
  type SurveyPart,
  type SurveyPerson,
  workOf,
} from './survey-day.js';

/** A person in a simulation with dates. */
export interface DatedPerson extends SurveyPerson {
  readonly group: DayGroup;
  /** Whether part-time work, work-related trips and short stops have figures in the country. */
  readonly hasWorkFigures: boolean;
  readonly age: number;
  readonly householdSize: number;
}

/**
 * Draws a day with a date: a night, work or school, children who are taken somewhere, outings in the time before and after, and
 * walks.
 */
export function datedDay(random: RandomStream, person: DatedPerson, ahead: DayAhead): SurveyDay {
  const planned = plannedDuty(random, person, ahead);
  const first = firstOutingAt(random, person.group, ahead.isWeekend ? 'weekend' : 'weekday');
  const escort = escortOf(random, person, ahead, planned);
  const backFromEscort = escort.morning && !escort.morning.isOnTheWay ? escort.morning.ends + tripHours : 0;
  const duty = notBefore(planned, backFromEscort || (ahead.children && escort.morning ? escort.morning.ends : 0));
  const isOutAt = Math.min(duty?.begins ?? first, escort.morning?.begins ?? MIDNIGHT);
  const night = nightOf(random, person, ahead, isOutAt);
  const outings = datedOutings(random, person, ahead, duty);
  const parts = morningOf(night, ahead.stillAtWork);
  if (escort.morning !== null) {
    parts.push({ begins: escort.morning.begins, activity: 'other', at: ahead.children ? 'child' : 'escort' });
    if (backFromEscort > 0) parts.push({ begins: escort.morning.ends, activity: 'home activity', at: 'home' });
  }
  const ready = Math.max(night.ends + readyHours, backFromEscort);
  const evening = MIDNIGHT + Math.min(night.begins, 0) - windDownHours;
  let dutyEnds = 0;
  let free: FreeTime[] = [{ begins: Math.max(first, ready), ends: evening, isOut: false }];
  if (duty !== null) {
    parts.push({ begins: duty.begins, activity: duty.at === 'school' ? 'other' : 'work', at: duty.at });
    dutyEnds = duty.ends + lunchOf(random, duty, outings, parts);
    if (person.hasWorkFigures && duty.at === 'work') meet(random, duty, dutyEnds, parts);
    if (duty.at === 'home') parts.push({ begins: dutyEnds, activity: 'home activity', at: 'home' });
    const leaves = (backFromEscort > 0 ? duty.begins : isOutAt) - readyHours - tripHours;
    // At any hour that leaves one for each outing.
    const spare = Math.max(0, leaves - ready - outings.length);
    const before = { begins: ready + random.next() * spare, ends: leaves, isOut: false };
    const after = { begins: dutyEnds, ends: evening, isOut: duty.at !== 'home' };
    // People who begin late have most of their free time before.
    const isLate = duty.begins - night.ends > MIDNIGHT + night.begins - dutyEnds;
    free = isLate ? [before, after] : [after, before];
  }
  const goesHome = ahead.reluctance['home between'] < homeBetween;
  free.reduce((left, span) => goOut(random, person, left, parts, span, goesHome), outings);
  const { parts: day, afterMidnight } = endOf(parts, night, duty, dutyEnds);
  const withEscorts = escort.later === null ? day : withEscort(day, escort.later);
  const walked = withWalk(random, person, withEscorts, ahead.kept.outing, isOutAt);
  return { parts: withStops(random, person, walked, ahead.kept.outing), afterMidnight };
}

/** A duty that begins at an hour at the earliest. */
function notBefore(duty: Duty | null, hour: number): Duty | null {
  if (duty === null || duty.begins >= hour) return duty;
  return { ...duty, begins: hour, ends: duty.ends + hour - duty.begins };
}

/**
 * Returns the work or school of a day, with the trip there; null if there is none. `datedDay` draws the same with the same stream,
 * but may delay it.
 */
export function plannedDuty(random: RandomStream, person: DatedPerson, ahead: DayAhead): Duty | null {
  const { duty, figures, group, lateness } = person;
  const { isWeekend, reluctance, wayHours } = ahead;
  if (duty === null || (duty === 'school' && isWeekend)) return null;
  if (duty === 'school') {
    if (reluctance.duty >= schoolDay.share) return null;
    const begins = hourAtShare(schoolDay.setOut, lateness) + random.normal(0, 0.1);
    return { begins, ends: begins + wayHours + Math.max(2, drawHours(random, schoolDay.hours)), at: 'school' };
  }
  const usual = figures.work[isWeekend ? 'weekend' : 'weekday'];
  const own = person.hasWorkFigures && !isWeekend ? weekdayWork[group === 'part' ? 'part' : 'full'] : undefined;
  return workOf(random, person, ahead, { ...usual, ...own, setOut: own?.setOut ?? figures.setOut });
}

interface Escorts {
  readonly morning: (Span & { readonly isOnTheWay: boolean }) | null;
  /** The hour at which a child is due later. */
  readonly later: number | null;
}

/** Taking a child to school: on the way to work if both are due at about the same time, else from home; and later trips. */
function escortOf(
  random: RandomStream,
  { age, householdSize, duty: kind }: DatedPerson,
  { isWeekend, stillAtWork, children }: DayAhead,
  duty: Duty | null,
): Escorts {
  const { morning: at, later } = escortsOf(random, age, householdSize, kind === 'work');
  if (children !== undefined) return { morning: schoolRun(children, duty), later };
  if (isWeekend || stillAtWork > 0) return { morning: null, later: null };
  if (at === null) return { morning: null, later };
  // Nobody is late for school for it.
  if (duty?.at === 'school') return { morning: null, later: later ?? at };
  const passes = duty?.at === 'work' ? duty.begins - escortHours.before : MIDNIGHT;
  if (Math.abs(passes - at) <= escortHours.near)
    return { morning: { begins: passes, ends: passes + escortHours.before, isOnTheWay: true }, later };
  // Those who are at work by then go later.
  if (passes < at) return { morning: null, later: later ?? at };
  return { morning: { begins: at, ends: at + tripHours + escortHours.stay, isOnTheWay: false }, later };
}

/** Taking the children of the household to school: on the way, also where that is earlier for them; else from home and back. */
function schoolRun({ at, schools }: SchoolRun, duty: Duty | null): Escorts['morning'] {
  const lasts = (schools - 1) * escortHours.between;
  const passes = duty === null || duty.at === 'home' ? MIDNIGHT : duty.begins - escortHours.before - lasts;
  if (passes <= at + escortHours.near) {
    const begins = Math.max(passes, Math.min(at, escortHours.earliest));
    return { begins, ends: begins + lasts + escortHours.before, isOnTheWay: true };
  }
  return { begins: at, ends: at + lasts + tripHours + escortHours.stay, isOnTheWay: false };
}

/** The outings of a day; without work, people stay at home on some days and go out more often on others. */
function datedOutings(random: RandomStream, person: DatedPerson, ahead: DayAhead, duty: Duty | null): Outing[] {
  const of = staysIn[ahead.isWeekend ? 'weekend' : 'weekday'];
  const share = duty !== null ? 0 : of[person.duty === 'work' ? 'employed' : 'others'];
  const staysHome = random.chance(share);
  const outings = outingsOf(random, person, ahead, 1 / (1 - share));
  return staysHome ? [] : outings;
}

/** Adds a meeting elsewhere during work, not at lunch; people return unless little of the day is left. */
function meet(random: RandomStream, duty: Duty, ends: number, parts: SurveyPart[]): void {
  const meets = random.chance(meeting.share);
  const lasts = tripHours + meeting.hours;
  const lunch = parts.find(({ at }) => at === 'lunch')?.begins ?? MIDNIGHT;
  const back = parts.findLast(({ at }) => at === 'work')!.begins;
  const at = random.between(duty.begins + 1, ends - lasts);
  const begins = at + lasts > lunch && at < back + tripHours ? back + tripHours : at;
  if (!meets || begins < duty.begins + 1 || begins + lasts > ends) return;
  parts.push({ begins, activity: 'work', at: 'meeting' });
  if (begins + lasts < ends - 1) parts.push({ begins: begins + lasts, activity: 'work', at: 'work' });
}

interface FreeTime extends Span {
  readonly isOut: boolean;
}

/**
 * Adds one outing after another while there is time, with stays at home in between for some people; the last one is shortened to
 * fit. @returns the outings for which there is no time
 */
function goOut(
  random: RandomStream,
  { figures }: DatedPerson,
  outings: readonly Outing[],
  parts: SurveyPart[],
  { begins, ends, isOut }: FreeTime,
  goesHome: boolean,
): Outing[] {
  const left: Outing[] = [];
  let time = begins;
  let away = isOut;
  for (const outing of outings) {
    const home = homeHours(random);
    const wanted = outingHours(random, figures.outings[outing].hours);
    const least = Math.min(wanted, tripHours + shortestStay);
    const atHome = away && goesHome && time + home + least <= ends ? home : 0;
    if (time + atHome + least > ends) {
      left.push(outing);
      continue;
    }
    if (atHome > 0) parts.push({ begins: time, activity: 'home activity', at: 'home' });
    time += atHome;
    parts.push({ begins: time, activity: outing, at: outing });
    time += Math.min(wanted, ends - time);
    away = true;
  }
  if (away) parts.push({ begins: time, activity: 'home activity', at: 'home' });
  return left;
}

/** Adds a trip to take or fetch someone: from home and back or, for people who are out, on their next way home by day. */
function withEscort(parts: readonly SurveyPart[], at: number): SurveyPart[] {
  const lasts = tripHours + escortHours.stay;
  const isFree = ({ at: place, activity }: SurveyPart, i: number, from: number) =>
    place === 'home' && activity === 'home activity' && from + lasts + tripHours <= (parts[i + 1]?.begins ?? MIDNIGHT);
  const during = parts.findIndex((part, i) => part.begins + tripHours <= at && isFree(part, i, at));
  const returns = (part: SurveyPart, i: number) =>
    parts[i - 1]?.at !== 'home' && part.begins > at && part.begins < escortHours.latest && isFree(part, i, part.begins);
  const i = during >= 0 ? during : parts.findIndex((part, j) => j > 0 && returns(part, j));
  if (i < 0) return [...parts];
  const part = parts[i]!;
  const begins = during >= 0 ? at : part.begins;
  const trip = [
    { begins, activity: 'other', at: 'escort' },
    { begins: begins + lasts, activity: part.activity, at: part.at },
  ] as const;
  return parts.toSpliced(i, 1, ...(during >= 0 ? [part] : []), ...trip);
}

/** Adds a walk from home and back, for exercise or with a dog, while a person is at home by day, not before the first departure. */
function withWalk(
  random: RandomStream,
  { age }: DatedPerson,
  parts: readonly SurveyPart[],
  kept: number,
  isOutAt: number,
): SurveyPart[] {
  const isWalking = random.chance(walks.share * kept) && age >= walks.leastAge;
  const lasts = 2 * tripHours + walks.stay;
  const spans = parts.flatMap(({ activity, at, begins }, i) => {
    // A stay begins with the trip home.
    const from = Math.max(walks.from, isOutAt, begins + tripHours);
    const until = Math.min(walks.to, parts[i + 1]?.begins ?? MIDNIGHT) - lasts;
    return at === 'home' && activity === 'home activity' && until > from ? [{ after: i, from, until }] : [];
  });
  let at = random.next() * spans.reduce((sum, { from, until }) => sum + until - from, 0);
  if (!isWalking) return [...parts];
  for (const { after, from, until } of spans) {
    if (at < until - from)
      return parts.toSpliced(
        after + 1,
        0,
        { begins: from + at, activity: 'leisure and entertainment', at: 'walk' },
        { begins: from + at + tripHours + walks.stay, activity: 'home activity', at: 'home' },
      );
    at -= until - from;
  }
  return [...parts];
}

/** Adds short stops near home, on the way there from work, school and outings. */
function withStops(
  random: RandomStream,
  { hasWorkFigures }: DatedPerson,
  parts: readonly SurveyPart[],
  kept: number,
): SurveyPart[] {
  const lasts = tripHours + shortStop.hours;
  return parts.flatMap((part, i) => {
    const before = parts[i - 1]?.at;
    const isReturn = part.at === 'home' && before !== undefined && PLACES_BEFORE.has(before);
    const stops = random.chance(shortStop.share * kept) && hasWorkFigures;
    const activity = random.choice(ERRANDS);
    const fits = part.begins + lasts + tripHours < (parts[i + 1]?.begins ?? MIDNIGHT);
    if (!isReturn || !stops || !fits) return [part];
    const stop: SurveyPart = { begins: part.begins, activity, at: activity, isNearHome: true };
    return [stop, { ...part, begins: part.begins + lasts }];
  });
}

/** After these, people may stop on the way home; a walk, and taking others somewhere, end at home. */
const PLACES_BEFORE: ReadonlySet<SurveyPart['at']> = new Set([
  ...['work', 'school', 'shopping', 'eating out', 'leisure and entertainment', 'other'],
] as const);
const ERRANDS = ['shopping', 'other'] as const;
