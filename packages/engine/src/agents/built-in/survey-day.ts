import type { Intention } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import * as figures from './day-pattern-figures.js';

/** One part of a day: what, from when (hours since midnight), and where. */
export interface SurveyPart {
  readonly begins: number;
  readonly activity: Intention;
  readonly at: 'home' | 'work' | figures.Outing;
}

/** A person does what the share of people who do it that day is larger than its reluctance, 0 to 1. */
export type Reluctance = Record<'work' | figures.Outing, number>;

const allOutings = Object.keys(figures.outings) as figures.Outing[];

/** Habits that last for days. */
export function drawReluctance(random: RandomStream): Reluctance {
  return Object.fromEntries(['work', ...allOutings].map((activity) => [activity, random.next()])) as Reluctance;
}

/** What a person is like on one day of many: at work as ever, out every other time by habit; weekends are as they come. */
export function reluctanceOfDay(random: RandomStream, habits: Reluctance, isWeekend: boolean): Reluctance {
  const today = drawReluctance(random);
  if (isWeekend) return today;
  for (const outing of allOutings) if (random.chance(figures.habitual)) today[outing] = habits[outing];
  return { ...today, work: habits.work };
}

/**
 * A day as time-use surveys tell it, from midnight to midnight.
 *
 * @param kept share of plans that the weather leaves
 */
export function surveyDay(
  random: RandomStream,
  employed: boolean,
  reluctance: Reluctance,
  kept: { readonly work: number; readonly outing: number },
  isWeekend = false,
): SurveyPart[] {
  const { sleepsLonger, ...free } = figures.weekend;
  const later = isWeekend ? sleepsLonger[employed ? 'employed' : 'others'] : 0;
  const wakes = hours(random, figures.sleep.wakes) + later;
  const bed = Math.max(20, hours(random, figures.sleep.goesToBed));
  const plan: SurveyPart[] = [
    { begins: 0, activity: 'sleep', at: 'home' },
    { begins: wakes, activity: 'home activity', at: 'home' },
  ];
  const work = isWeekend ? { ...figures.work, ...free.work } : figures.work;
  const works = employed && reluctance.work < work.share * kept.work;
  const shareOf = (outing: figures.Outing) =>
    isWeekend ? free.outings[outing] : figures.outings[outing][works ? 'workday' : 'freeDay'];
  const outings = allOutings.filter((outing) => reluctance[outing] < shareOf(outing) * kept.outing);
  let time = works ? planWork(random, plan, wakes, work) : Math.max(wakes + 1, random.between(8.5, 14));
  for (const outing of shuffled(random, outings)) {
    const lasts = Math.max(0.25, hours(random, figures.outings[outing].lasts));
    if (time + lasts > bed) break;
    plan.push({ begins: time, activity: outing, at: outing });
    time += lasts;
    // On a free day there is some time at home between two outings.
    if (!works) {
      plan.push({ begins: time, activity: 'home activity', at: 'home' });
      time += random.between(0.5, 3);
    }
  }
  plan.push(
    { begins: Math.min(time, bed), activity: 'home activity', at: 'home' },
    { begins: bed, activity: 'sleep', at: 'home' },
  );
  return plan.sort((a, b) => a.begins - b.begins);
}

/** Adds work and lunch to a day. @returns when work is over. */
function planWork(
  random: RandomStream,
  plan: SurveyPart[],
  wakes: number,
  work: Readonly<Record<'begins' | 'lasts', figures.HourFigures>>,
): number {
  const begins = Math.max(wakes + 0.5, hours(random, work.begins));
  const ends = begins + Math.max(2, hours(random, work.lasts));
  plan.push({ begins, activity: 'work', at: 'work' });
  const lunch = random.between(11.75, 12.75);
  if (begins < lunch - 1 && lunch + 1 < ends && random.chance(figures.lunchOut))
    plan.push(
      { begins: lunch, activity: 'eating out', at: 'eating out' },
      { begins: lunch + 1, activity: 'work', at: 'work' },
    );
  return ends;
}

function hours(random: RandomStream, { mean, deviation }: figures.HourFigures): number {
  return random.normal(mean, deviation);
}

function shuffled<T>(random: RandomStream, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
