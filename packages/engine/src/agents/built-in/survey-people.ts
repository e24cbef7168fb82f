import { DiaryWriter, fitMarkovDiary } from '@itinera/mobility';
import type { Country } from '../environment.js';
import type { Intention } from '../mobility-agent.js';
import { RandomStream } from '../random-stream.js';
import * as figures from './day-pattern-figures.js';
import { drawPerson, type SurveyPart, surveyDay } from './survey-day.js';

// Training data of the statistical models: synthetic people from published surveys, never from a benchmark's truth.

const PEOPLE = 1000;
const DAYS = 2;
const SEED = 1;
const HOURS = 24;

/** Draws two weekdays, or Saturday and Sunday, of each of N people. */
const surveyPeople = ofDays((country, isWeekend): SurveyPart[][][] =>
  Array.from({ length: PEOPLE }, (_, id) => {
    const random = new RandomStream(SEED, id);
    const isEmployed = random.chance(figures.shareEmployed(random.between(18, 80)));
    const person = drawPerson(random, figures.figuresOf[country], isEmployed ? 'work' : null);
    let stillAtWork = 0;
    return Array.from({ length: DAYS }, () => {
      const ahead = { isWeekend, reluctance: person.habits, kept: figures.kept.none, stillAtWork, wayHours: 0.5 };
      const { parts, afterMidnight } = surveyDay(random, person, ahead);
      stillAtWork = afterMidnight;
      return parts;
    });
  }),
);

/** Fits a Markov chain of hours at home. */
export const surveyDiary = ofDays((country, isWeekend): DiaryWriter => {
  const numberOf = ['home', 'work', 'school', 'lunch', ...Object.keys(figures.placeTypes)];
  const diary = fitMarkovDiary(
    surveyPeople(country, isWeekend).map((days) => ({
      firstHour: 0,
      places: days.flatMap((parts) => byHour(parts).map(({ at }) => numberOf.indexOf(at))),
    })),
  );
  return new DiaryWriter(diary);
});

/** Counts the next activity by hour of day and current activity. */
export type ActivityChain = ReadonlyMap<Intention, ReadonlyMap<Intention, number>>[];

export const surveyChain = ofDays((country, isWeekend): ActivityChain => {
  const chain = Array.from({ length: HOURS }, () => new Map<Intention, Map<Intention, number>>());
  for (const days of surveyPeople(country, isWeekend)) {
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

/** Returns the activity in the middle of each hour. */
function byHour(parts: readonly SurveyPart[]): SurveyPart[] {
  return Array.from({ length: HOURS }, (_, hour) => parts.findLast(({ begins }) => begins <= hour + 0.5) ?? parts[0]!);
}

/** Computed once per country, for weekdays and weekends. */
function ofDays<T>(make: (country: Country, isWeekend: boolean) => T): (country: Country, isWeekend: boolean) => T {
  const made = new Map<string, T>();
  return (country, isWeekend) => {
    const key = `${country} ${isWeekend}`;
    const known = made.get(key) ?? make(country, isWeekend);
    made.set(key, known);
    return known;
  };
}
