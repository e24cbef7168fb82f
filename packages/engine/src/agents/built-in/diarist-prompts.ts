import type { Message } from '../../llm/request.js';
import type { Intention } from '../mobility-agent.js';

// The prompts of the diarists.

/** A part of a day: when it starts, such as `08:30`, the activity and where. */
export interface DayPart {
  readonly start: string;
  readonly activity: Intention;
  readonly place: 'home' | 'work' | 'elsewhere';
}

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

/** Days as examples of a plan. */
export const exampleDays = [ordinaryWorkday, shoppingDay, dayAtHome];

/** The day of a person whose model returns no usable plan. */
export const ordinaryDay = (works: boolean): DayPart[] => (works ? ordinaryWorkday : shoppingDay);

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
