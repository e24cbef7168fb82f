import { type Random, UserError } from '@itinera/base';
import { type DiaryDay, diaryKind, diaryMode, MINUTES_PER_DAY } from './diary.js';
import { type DiaryAttributes, type DiaryPerson, WORK_STATUSES } from './diary-people.js';

/** Transitions with fewer observations are drawn from a coarser group. */
const LEAST = 12;
const MOST_TRIPS = 3;
/** Trips of a drawn day: days with trips of no minutes could go on for ever. */
const LONGEST_DAY = 100;
/** Ages from which people are another group. */
const AGES = [18, 35, 65] as const;

/** One observed departure, or the end of the day: minutes since the arrival, and what follows. */
interface Transition {
  /** Minutes from arrival to departure; to midnight for the last stay. */
  readonly stay: number;
  /** Empty for the last stay of a day. */
  readonly place: string;
  readonly mode: string;
  readonly minutes: number;
  readonly metres: number | null;
}

/** A semi-Markov model of days, as data: observed transitions, and the numbers of those that share a situation. */
export interface DiaryModel {
  readonly transitions: readonly Transition[];
  /** Weights of the transitions. */
  readonly weights: readonly number[];
  /** Transitions by situation, from the most specific words to the most general. */
  readonly situations: Readonly<Record<string, readonly number[]>>;
}

/** Where a person is in the day. */
interface Situation {
  readonly place: string;
  /** Minute of arrival. */
  readonly at: number;
  readonly trips: number;
  /** Mode of the trip that led here; empty before the first. */
  readonly by: string;
  /** Kinds of places that the person has been to, other than home. */
  readonly been: ReadonlySet<string>;
}

/**
 * Fits a semi-Markov model to observed days: how long a person stays and where they go next depends on the place, the time
 * of arrival, the trips so far, whether work or study is done, and the person. Transitions are drawn from those that
 * were observed in the same situation, with attributes left out until there are enough of them.
 * @see S. Krygsman, T. Arentze, H. Timmermans (2007), doi:10.1016/j.tra.2007.03.001, on the sequence of activity choices;
 *   a semi-Markov process with an empirical kernel: R. Pyke (1961), doi:10.1214/aoms/1177704863
 * @throws UserError without people
 */
export function fitDiaryModel(people: readonly DiaryPerson[]): DiaryModel {
  if (people.length === 0) throw new UserError('A diary model requires at least one day to learn from.');
  const transitions: Transition[] = [];
  const weights: number[] = [];
  const situations = new Map<string, number[]>();
  for (const { attributes, day, weight } of people) {
    let situation = beginningAt(day.stays[0]?.from === 0 ? day.stays[0].place : 'home');
    for (let i = 0; i <= day.trips.length; i++) {
      const trip = day.trips[i];
      const number = transitions.length;
      transitions.push(
        trip === undefined
          ? { stay: MINUTES_PER_DAY - situation.at, place: '', mode: '', minutes: 0, metres: null }
          : {
              stay: trip.from - situation.at,
              place: trip.destination,
              mode: trip.mode,
              minutes: trip.to - trip.from,
              metres: trip.metres,
            },
      );
      weights.push(weight);
      for (const words of situationWords(situation, attributes)) {
        const list = situations.get(words);
        if (list) list.push(number);
        else situations.set(words, [number]);
      }
      if (trip) situation = after(situation, trip);
    }
  }
  return { transitions, weights, situations: Object.fromEntries(situations) };
}

/**
 * Draws a status for somebody of whom is only known that they work: full-time, part-time or another one, as often as the days have it.
 * @returns undefined if none of the days is that of a worker
 */
export function drawWorkStatus(model: DiaryModel, random: Random): string | undefined {
  const weights = WORK_STATUSES.map((status) => {
    const begin = beginningWords(status);
    const numbers = Object.hasOwn(model.situations, begin) ? model.situations[begin]! : [];
    return numbers.reduce((sum, number) => sum + model.weights[number]!, 0);
  });
  return weights.some((weight) => weight > 0) ? WORK_STATUSES[random.weighted(weights)] : undefined;
}

/** Describes the beginning of a day at home of a person with this status. */
const beginningWords = (status: string) => situationWords(beginningAt('home'), { status })[STATUS_ALONE]!;

const beginningAt = (place: string): Situation => ({ place, at: 0, trips: 0, by: '', been: new Set() });

/**
 * Draws a day for a person with these attributes. The same random numbers draw the same day.
 * @param begins where the person is at midnight
 */
export function drawDiaryDay(
  model: DiaryModel,
  attributes: DiaryAttributes,
  random: Random,
  begins = 'home',
): DiaryDay {
  const stays: { place: string; from: number; to: number }[] = [];
  const trips: { mode: string; from: number; to: number; metres: number | null; destination: string }[] = [];
  let situation = beginningAt(begins);
  while (trips.length < LONGEST_DAY) {
    const next = drawTransition(model, situation, attributes, random);
    const from = situation.at + next.stay;
    if (next.place === '' || from >= MINUTES_PER_DAY) break;
    const to = Math.min(MINUTES_PER_DAY, from + next.minutes);
    if (from > situation.at) stays.push({ place: situation.place, from: situation.at, to: from });
    trips.push({ mode: next.mode, from, to, metres: next.metres, destination: next.place });
    situation = after(situation, { ...next, destination: next.place, to });
  }
  if (situation.at < MINUTES_PER_DAY) stays.push({ place: situation.place, from: situation.at, to: MINUTES_PER_DAY });
  return { stays, trips };
}

function after(
  { trips, been }: Situation,
  { destination, mode, to }: { readonly destination: string; readonly mode: string; readonly to: number },
): Situation {
  const isHome = destination === 'home';
  const places = isHome ? been : new Set([...been, diaryKind(destination)]);
  return { place: destination, at: to, trips: trips + 1, by: diaryMode(mode), been: places };
}

function drawTransition(
  model: DiaryModel,
  situation: Situation,
  attributes: DiaryAttributes,
  random: Random,
): Transition {
  let chosen: readonly number[] = [];
  for (const words of situationWords(situation, attributes)) {
    const found = Object.hasOwn(model.situations, words) ? model.situations[words]! : [];
    // A stay that leads past midnight is no observation of this hour.
    const fitting = found.filter((number) => {
      const { place, stay } = model.transitions[number]!;
      return place === '' || situation.at + stay < MINUTES_PER_DAY;
    });
    if (fitting.length > chosen.length) chosen = fitting;
    if (chosen.length >= LEAST) break;
  }
  if (chosen.length === 0)
    return { stay: MINUTES_PER_DAY - situation.at, place: '', mode: '', minutes: 0, metres: null };
  return model.transitions[chosen[random.weighted(chosen.map((number) => model.weights[number]!))]!]!;
}

/** The words of a situation in which only the status of a person counts. */
const STATUS_ALONE = 4;

/** Describes a situation, from the most specific words to the most general. */
function situationWords({ place, at, trips, by, been }: Situation, attributes: DiaryAttributes): string[] {
  const duty = been.has('work') ? 'w' : been.has('study') ? 's' : '-';
  const count = Math.min(MOST_TRIPS, trips);
  const base = `${place}|${duty}|${count}`;
  const hour = (width: number) => Math.floor(at / width) * width;
  const { status = '', sex = '', hh_size = '', cars = '' } = attributes;
  const age = ageGroup(attributes.age ?? '');
  const car = Number(cars) > 0 ? 'c' : '-';
  const several = Number(hh_size) > 2 ? 'f' : '-';
  return [
    `${base}|${hour(30)}|${status}|${age}|${car}|${by}|${sex}|${several}`,
    `${base}|${hour(60)}|${status}|${age}|${car}|${by}|${sex}`,
    `${base}|${hour(60)}|${status}|${age}|${car}|${by}`,
    `${base}|${hour(60)}|${status}|${car}|${by}`,
    `${base}|${hour(120)}|${status}`,
    `${base}|${hour(120)}`,
    `${diaryKind(place)}|${hour(120)}`,
    `${hour(240)}`,
  ];
}

/** The group of an age in years or of a range such as `25-34`, by its beginning. */
function ageGroup(age: string): number {
  const from = Number.parseInt(age, 10);
  return Number.isNaN(from) ? -1 : AGES.filter((limit) => from >= limit).length;
}
