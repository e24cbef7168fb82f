import { power, type Random } from '@itinera/base';
import { type DiaryDay, MINUTES_PER_DAY } from './diary.js';
import type { DiaryAttributes, DiaryPerson } from './diary-people.js';

/** In the order in which groups are split. */
const SPLITS = ['status', 'age', 'cars', 'sex'] as const;
/** What people of an archetype have in common; words that are missing do not matter. */
export type ArchetypeWords = Readonly<Partial<Record<(typeof SPLITS)[number], string>>>;

/** People who are alike. */
export interface Archetype {
  readonly words: ArchetypeWords;
  readonly people: readonly DiaryPerson[];
}

/** Typical days of archetypes, as data. */
export interface ArchetypeModel {
  readonly archetypes: readonly {
    readonly words: ArchetypeWords;
    readonly days: readonly { readonly share: number; readonly day: DiaryDay }[];
  }[];
}

/** Departures are moved by up to these minutes, and lengths by up to this factor: people of a kind do not move together. */
const [MOVED, STRETCHED] = [30, 2];
const AGES = [18, 35, 65] as const;

/** Divides people into at most `most` groups of similar people: the largest group is split first. */
export function archetypesOf(people: readonly DiaryPerson[], most: number): Archetype[] {
  const done: Archetype[] = [];
  const open = [weighed({ words: {}, people })];
  while (open.length > 0) {
    open.sort((a, b) => b.weight - a.weight);
    const { group: largest } = open.shift()!;
    const by = SPLITS.find((name) => !(name in largest.words));
    const parts = by === undefined ? [] : partsBy(largest, by);
    if (parts.length === 0 || done.length + open.length + parts.length > most) done.push(largest);
    else open.push(...parts.map(weighed));
  }
  return done;
}

const weighed = (group: Archetype) => ({ group, weight: group.people.reduce((sum, { weight }) => sum + weight, 0) });

function partsBy({ words, people }: Archetype, by: (typeof SPLITS)[number]): Archetype[] {
  const parts = new Map<string, DiaryPerson[]>();
  for (const person of people) {
    const word = wordsOf(person.attributes)[by]!;
    const part = parts.get(word);
    if (part) part.push(person);
    else parts.set(word, [person]);
  }
  return Array.from(parts, ([word, own]) => ({ words: { ...words, [by]: word }, people: own }));
}

function wordsOf({ status = '', age = '', cars = '', sex = '' }: DiaryAttributes): Required<ArchetypeWords> {
  const years = Number.parseInt(age, 10);
  const at = AGES.filter((from) => years >= from).length;
  const range = at === AGES.length ? `${AGES.at(-1)}+` : `${at === 0 ? 0 : AGES[at - 1]}-${AGES[at]! - 1}`;
  return { status, age: Number.isNaN(years) ? '' : range, cars: Number(cars) > 0 ? 'some' : 'none', sex };
}

/** Draws a day of the archetype with the most words of this person; the same random numbers draw the same day. */
export function drawArchetypeDay(
  { archetypes }: ArchetypeModel,
  attributes: DiaryAttributes,
  random: Random,
): DiaryDay {
  const own = wordsOf(attributes);
  const likeness = (words: ArchetypeWords) =>
    SPLITS.reduce(
      (sum, name) => sum + (words[name] === undefined ? 0 : words[name] === own[name] ? 1 : -SPLITS.length),
      0,
    );
  const [first, ...others] = archetypes;
  const { days } = others.reduce((best, one) => (likeness(one.words) > likeness(best.words) ? one : best), first!);
  return varied(days[random.weighted(days.map(({ share }) => share))]!.day, random);
}

/** The same day at other minutes and over other distances. */
function varied({ stays, trips }: DiaryDay, random: Random): DiaryDay {
  const moved: DiaryDay['trips'][number][] = [];
  const places: DiaryDay['stays'][number][] = [];
  let at = 0;
  let place = stays[0]?.from === 0 ? stays[0].place : 'home';
  const stayUntil = (to: number) => {
    if (to > at) places.push({ place, from: at, to });
  };
  for (const trip of trips) {
    const from = Math.max(at, Math.round(trip.from + random.between(-MOVED, MOVED)));
    if (from >= MINUTES_PER_DAY) break;
    const to = Math.min(MINUTES_PER_DAY, from + trip.to - trip.from);
    stayUntil(from);
    const stretch = power(STRETCHED, random.between(-1, 1));
    moved.push({ ...trip, from, to, metres: trip.metres === null ? null : Math.round(trip.metres * stretch) });
    [at, place] = [to, trip.destination];
  }
  stayUntil(MINUTES_PER_DAY);
  return { stays: places, trips: moved };
}
