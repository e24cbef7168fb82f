import { DiaryWriter, fitMarkovDiary } from '@itinera/mobility';
import type { Intention } from '../mobility-agent.js';
import { RandomStream } from '../random-stream.js';
import * as figures from './day-pattern-figures.js';
import { drawReluctance, type SurveyPart, surveyDay } from './survey-day.js';

// What the statistical models learn from: people made up of published surveys, never of a benchmark's truth.

const PEOPLE = 1000;
const DAYS = 2;
const SEED = 1;
const HOURS = 24;

/** Two weekdays, or Saturday and Sunday, of each of so many people. */
const surveyPeople = ofDays((isWeekend): SurveyPart[][][] =>
  Array.from({ length: PEOPLE }, (_, person) => {
    const random = new RandomStream(SEED, person);
    const employed = random.chance(figures.shareEmployed(random.between(18, 80)));
    const reluctance = drawReluctance(random);
    return Array.from({ length: DAYS }, () => surveyDay(random, employed, reluctance, figures.kept.none, isWeekend));
  }),
);

/** Writes when people are at home, hour by hour, by a Markov chain. */
export const surveyDiary = ofDays((isWeekend): DiaryWriter => {
  const numberOf = ['home', 'work', ...Object.keys(figures.outings)];
  const diary = fitMarkovDiary(
    surveyPeople(isWeekend).map((days) => ({
      firstHour: 0,
      places: days.flatMap((parts) => byHour(parts).map(({ at }) => numberOf.indexOf(at))),
    })),
  );
  return new DiaryWriter(diary);
});

/** What people do next by hour of day and by what they do: how often in these days. */
export type ActivityChain = ReadonlyMap<Intention, ReadonlyMap<Intention, number>>[];

export const surveyChain = ofDays((isWeekend): ActivityChain => {
  const chain = Array.from({ length: HOURS }, () => new Map<Intention, Map<Intention, number>>());
  for (const days of surveyPeople(isWeekend)) {
    const activities = days.flatMap((parts) => byHour(parts).map(({ activity }) => activity));
    for (let hour = 1; hour < activities.length; hour++) {
      const of = chain[hour % HOURS]!;
      const from = activities[hour - 1]!;
      const next = of.get(from) ?? new Map<Intention, number>();
      next.set(activities[hour]!, (next.get(activities[hour]!) ?? 0) + 1);
      of.set(from, next);
    }
  }
  return chain;
});

/** What a day is at the middle of each hour. */
function byHour(parts: readonly SurveyPart[]): SurveyPart[] {
  return Array.from({ length: HOURS }, (_, hour) => parts.findLast(({ begins }) => begins <= hour + 0.5) ?? parts[0]!);
}

/** Made once for weekdays and once for weekends. */
function ofDays<T>(make: (isWeekend: boolean) => T): (isWeekend: boolean) => T {
  const made = new Map<boolean, T>();
  return (isWeekend) => {
    const known = made.get(isWeekend) ?? make(isWeekend);
    made.set(isWeekend, known);
    return known;
  };
}
