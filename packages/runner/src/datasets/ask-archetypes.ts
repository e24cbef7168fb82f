import { UserError } from '@itinera/base';
import { createLanguageModel, type LanguageModel, type ModelSetup } from '@itinera/engine';
import {
  type ArchetypeModel,
  type ArchetypeWords,
  archetypesOf,
  DIARY_KINDS,
  DIARY_MODES,
  type DiaryDay,
  type DiaryPerson,
  MINUTES_PER_DAY,
} from '@itinera/mobility';
import { z } from 'zod';

const CLOCK = /^([01]?\d|2[0-3]):[0-5]\d$/;
const dayOfModel = z.object({
  share: z.number().min(0).max(1),
  trips: z
    .array(
      z.object({
        leave: z.string().regex(CLOCK, 'a time such as 08:30'),
        arrive: z.string().regex(CLOCK, 'a time such as 08:55'),
        to: z.enum(DIARY_KINDS),
        by: z.enum(DIARY_MODES),
        km: z.number().min(0).max(200),
      }),
    )
    .max(12),
});
type DayOfModel = z.infer<typeof dayOfModel>;

const trip = (leave: string, arrive: string, to: DayOfModel['trips'][number]['to'], km: number) => ({
  leave,
  arrive,
  to,
  by: km < 2 ? ('walk' as const) : ('transit' as const),
  km,
});
/** What the scripted stand-in answers. */
const EXAMPLE: { days: DayOfModel[] } = {
  days: [
    { share: 0.5, trips: [trip('08:05', '08:45', 'work', 8), trip('18:10', '18:50', 'home', 8)] },
    { share: 0.3, trips: [trip('11:00', '11:15', 'shop', 1), trip('12:00', '12:15', 'home', 1)] },
    { share: 0.2, trips: [] },
  ],
};
const answerSchema = z.object({ days: z.array(dayOfModel) }).meta({ examples: [EXAMPLE] });

const STATUS: Readonly<Record<string, string>> = {
  work_full: 'works full time',
  work_part: 'works part time',
  work_other: 'works',
  student: 'goes to school or studies',
  retired: 'is retired',
  home_keeper: 'keeps the home',
  unemployed: 'is unemployed',
};

export interface ArchetypeQuestion {
  /** Place and day in words. */
  readonly about: string;
  /** Number of groups at most. */
  readonly archetypes: number;
  /** Typical days of each group. */
  readonly days: number;
  readonly seed: number;
  /** File of the calls; recorded answers are reused. */
  readonly record: string;
  readonly warn: (message: string) => void;
}

/** What a language model said, and what it took. */
export interface AskedArchetypes {
  /** Without the groups for which there was no usable answer. */
  readonly model: ArchetypeModel;
  readonly groups: number;
  /** The models, as shown and recorded. */
  readonly models: readonly string[];
  /** Calls with those recorded earlier, and US dollars. */
  readonly calls: number;
  readonly cost: number;
}

/**
 * Asks a language model for typical days of groups of people, one call for each. Days of the people are not shown to it.
 * @throws UserError if there is no usable answer, or the budget is used up: calls are recorded, so that the next attempt continues
 */
export async function askArchetypes(
  people: readonly DiaryPerson[],
  { providers, budget }: Pick<ModelSetup, 'providers' | 'budget'>,
  { about, archetypes, days, ...options }: ArchetypeQuestion,
): Promise<AskedArchetypes> {
  const groups = archetypesOf(people, archetypes);
  const model = createLanguageModel(providers, { budget, ...options });
  const found: ArchetypeModel['archetypes'][number][] = [];
  try {
    const answers = await Promise.all(
      groups.map(({ words }, i) => answerFor(model, i + 1, promptFor(words, about, days))),
    );
    for (const [i, own] of answers.entries()) if (own.length > 0) found.push({ words: groups[i]!.words, days: own });
  } catch (error) {
    throw model.stopped === null ? error : new UserError(`${model.stopped.message} To resume, repeat the command.`);
  } finally {
    await model.close();
  }
  if (found.length === 0) throw new UserError(`${model.models.join(', ')} returned no usable days.`);
  const { calls, cost } = model.usage();
  return { model: { archetypes: found }, groups: groups.length, models: model.models, calls, cost };
}

async function answerFor(
  model: LanguageModel,
  group: number,
  prompt: string,
): Promise<{ readonly share: number; readonly day: DiaryDay }[]> {
  const person = model.forPerson(group, { remaining: () => 1, step: () => ({ day: 0, t: 0 }) });
  const answer = await person.request(answerSchema, [{ role: 'user', content: prompt }], {
    temperature: 0.7,
    fallback: { days: [] },
  });
  return answer.days.flatMap(({ share, trips }) => {
    const day = dayOf(trips);
    return day === null || share <= 0 ? [] : [{ share, day }];
  });
}

function promptFor(words: ArchetypeWords, about: string, days: number): string {
  const { status, age, cars, sex } = words;
  const people = [
    'a person who lives there',
    ...(status === undefined
      ? []
      : [STATUS[status] ?? (status === '' ? 'has no occupation that was asked for' : `has the status "${status}"`)]),
    ...(age === undefined || age === '' ? [] : [`is ${age} years old`]),
    ...(sex === undefined || sex === '' ? [] : [`is ${sex === 'm' ? 'male' : sex === 'f' ? 'female' : sex}`]),
    ...(cars === undefined ? [] : [cars === 'some' ? 'has a car in the household' : 'has no car in the household']),
  ].join(', ');
  return `Place and day: ${about}.
Think of ${people}.
People of this kind have different days: some do not leave home at all, some make one round trip, some several.
Describe ${days} typical days from midnight to midnight as a travel survey would record them, each with the share of these people who have such a day; the shares add up to 1.
A day is a list of trips in order, empty for a day at home. Everybody starts at home. Each trip has leave and arrive (HH:MM), to (${DIARY_KINDS.join(', ')}), by (${DIARY_MODES.join(', ')}) and km in a straight line.`;
}

/** A day of the model between midnights; null if its times run backwards. */
function dayOf(trips: DayOfModel['trips']): DiaryDay | null {
  const minute = (clock: string) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return 60 * hours + minutes;
  };
  const stays: { place: string; from: number; to: number }[] = [];
  const legs: { mode: string; from: number; to: number; metres: number; destination: string }[] = [];
  let [at, place] = [0, 'home'];
  for (const { leave, arrive, to: destination, by, km } of trips) {
    const from = minute(leave);
    // Only the last trip may pass midnight.
    const to = minute(arrive) < from ? MINUTES_PER_DAY : minute(arrive);
    if (from < at || at === MINUTES_PER_DAY) return null;
    if (from > at) stays.push({ place, from: at, to: from });
    legs.push({ mode: by, from, to, metres: Math.round(1000 * km), destination });
    [at, place] = [to, destination];
  }
  if (at < MINUTES_PER_DAY) stays.push({ place, from: at, to: MINUTES_PER_DAY });
  return { stays, trips: legs };
}
