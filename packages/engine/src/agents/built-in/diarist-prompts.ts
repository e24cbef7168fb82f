import { z } from 'zod';
import type { Message } from '../../llm/request.js';
import { intentionList } from '../mobility-agent.js';

// The prompts of the diarists.

/** A part of a day: activity, start and place. */
const part = z.object({
  start: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 08:30'),
  activity: z.enum(intentionList),
  place: z.enum(['home', 'work', 'elsewhere']),
});
export type DayPart = z.infer<typeof part>;

const ordinaryWorkday: DayPart[] = [
  { start: '04:00', activity: 'sleep', place: 'home' },
  { start: '07:15', activity: 'home activity', place: 'home' },
  { start: '08:30', activity: 'work', place: 'work' },
  { start: '12:00', activity: 'eating out', place: 'elsewhere' },
  { start: '13:00', activity: 'work', place: 'work' },
  { start: '18:00', activity: 'home activity', place: 'home' },
  { start: '22:30', activity: 'sleep', place: 'home' },
];
const shoppingDay: DayPart[] = [
  { start: '04:00', activity: 'sleep', place: 'home' },
  { start: '08:00', activity: 'home activity', place: 'home' },
  { start: '10:15', activity: 'shopping', place: 'elsewhere' },
  { start: '11:30', activity: 'home activity', place: 'home' },
  { start: '16:00', activity: 'leisure and entertainment', place: 'elsewhere' },
  { start: '18:30', activity: 'home activity', place: 'home' },
  { start: '22:00', activity: 'sleep', place: 'home' },
];
const dayAtHome: DayPart[] = [
  { start: '04:00', activity: 'sleep', place: 'home' },
  { start: '07:45', activity: 'home activity', place: 'home' },
  { start: '23:00', activity: 'sleep', place: 'home' },
];

export const dayPlan = z
  .object({ parts: z.array(part).min(1).max(24) })
  .meta({ examples: [{ parts: ordinaryWorkday }, { parts: shoppingDay }, { parts: dayAtHome }] });

/** The day of a person whose model returns no usable plan. */
export const ordinaryDay = (works: boolean): DayPart[] => (works ? ordinaryWorkday : shoppingDay);

export const lateDecision = z.object({ decision: z.enum(['go on', 'skip']) });

/** The person as described by the profile. */
export interface Persona {
  readonly [attribute: string]: unknown;
}

export function narrativePrompt(persona: Persona, circumstances: string): Message[] {
  const facts = Object.entries(persona).map(([key, value]) => `${key}: ${value}`);
  return [
    {
      role: 'system',
      content:
        'You write the diary of an ordinary inhabitant of a city, one day ahead. Be true to life: most days are plain, ' +
        'people sleep some eight hours, work or study if they have an occupation, and leave home for a reason. ' +
        'Write five to eight sentences with times of day, from four in the morning until four in the next.',
    },
    { role: 'user', content: `The person: ${facts.join('; ')}.\n${circumstances}\nWrite the diary of this day.` },
  ];
}

export function planPrompt(narrative: string): Message[] {
  return [
    {
      role: 'user',
      content:
        `A diary of a day:\n\n${narrative}\n\nTurn it into a plan: the parts of the day in order of time, the first at 04:00. ` +
        '"place" is home, the workplace, or elsewhere.',
    },
  ];
}

export function latePrompt(next: Pick<DayPart, 'activity' | 'place'>, minutesLate: number, clock: string): Message[] {
  return [
    {
      role: 'user',
      content:
        `It is ${clock}. You are ${minutesLate} minutes late for what you had planned: ${next.activity} (${next.place}). ` +
        'Do you still go on to it, or skip it and take up the day with what comes after?',
    },
  ];
}
