import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { makeFolder, writeDurably, writeSet, writeSets } from '@itinera/base/node';
import { relocate } from '@itinera/benchmarks';
import type { CityMap } from '@itinera/city';
import { type Profile, RandomStream, StreamPurpose } from '@itinera/engine';
import {
  DIARIES_FILE,
  type DiaryPerson,
  diaryTable,
  formatDay,
  OCCUPATION_BY_STATUS,
  TRAINING_DAYS_FILE,
} from '@itinera/mobility';
import { SYNTHETIC_MARK } from './synthetic.js';

/** The parts of a survey, and their shares of the households. */
export const SURVEY_SPLITS = { train: 0.5, validation: 0.2, test: 0.3 } as const;
export type SurveySplit = keyof typeof SURVEY_SPLITS;

const GOES_TO_WORK = /^work/;
const SEXES: Readonly<Record<string, string>> = { m: 'male', f: 'female' };
const CHILD = 15;
const MADE_UP = 'The people of this survey do not exist.\n';
/** Years in the last range of ages. */
const LAST_RANGE = 15;

/**
 * Returns the split of a household: a fixed part of all households, by seed, so that people who live together stay
 * together.
 */
function surveySplit(household: string, seed: number): SurveySplit {
  let hash = 0;
  for (let i = 0; i < household.length; i++) hash = (Math.imul(hash, 31) + household.charCodeAt(i)) >>> 0;
  let share = new RandomStream(seed, hash, StreamPurpose.RELOCATE).next();
  for (const [split, part] of Object.entries(SURVEY_SPLITS)) {
    share -= part;
    if (share < 0) return split as SurveySplit;
  }
  return 'test';
}

/** A dataset of DiaryDay. */
export interface PreparedSplit {
  readonly split: SurveySplit;
  readonly folder: string;
  readonly people: number;
  readonly households: number;
}

export interface SurveyOptions {
  readonly seed: number;
  /** Where the truth of the test split goes; default: with its people. */
  readonly hidden?: string | undefined;
  /** File of the survey, which is not replaced. */
  readonly source?: string | undefined;
  /** Whether the people of the survey do not exist: the datasets are marked then. */
  readonly synthetic?: boolean;
}

/**
 * Writes the people and days of a survey as three datasets, `train`, `validation` and `test`, split by household. People are
 * numbered in random order, so that the first of them are a sample. Their homes and workplaces are drawn on the map
 * (`relocate`): surveys do not publish them. Beside the truth of a split are the days of the splits before it, by which copies
 * are recognised.
 * @throws UserError when a split would be empty
 */
export async function prepareDiaries(
  people: readonly DiaryPerson[],
  map: CityMap,
  folder: string,
  { seed, hidden, source, synthetic = false }: SurveyOptions,
): Promise<PreparedSplit[]> {
  const splits = (Object.keys(SURVEY_SPLITS) as SurveySplit[]).map((split) => {
    const own = people.filter(({ household }) => surveySplit(household, seed) === split);
    if (own.length === 0)
      throw new UserError(
        `The ${split} split would be empty: ${people.length} people are too few. Pass a table of more households.`,
      );
    return { split, people: inRandomOrder(own, seed) };
  });
  const write = (stage: string, hiddenStage?: string) =>
    splits.map(({ split, people: own }, i) => {
      const place = join(stage, split);
      const truth = split === 'test' && hiddenStage !== undefined ? hiddenStage : join(place, 'groundtruth');
      makeFolder(place);
      makeFolder(truth);
      const profiles = profilesOf(own, map, seed).map(({ id, home: live, work, attributes }) => ({
        id,
        home: live,
        work,
        ...attributes,
      }));
      const lines = profiles.map((profile) => `${JSON.stringify(profile)}\n`);
      writeDurably(join(place, 'profiles.jsonl'), lines);
      writeDurably(join(truth, DIARIES_FILE), diaryTable(own));
      if (synthetic) for (const one of new Set([place, truth])) writeDurably(join(one, SYNTHETIC_MARK), [MADE_UP]);
      const earlier = splits.slice(0, i).flatMap(({ people: others }) => others);
      if (i > 0)
        writeDurably(join(truth, TRAINING_DAYS_FILE), [
          'sequence\n',
          ...earlier.map(({ day }) => `${formatDay(day)}\n`),
        ]);
      return {
        split,
        folder: join(folder, split),
        people: own.length,
        households: new Set(own.map((one) => one.household)).size,
      };
    });
  const inputs = source === undefined ? [] : [source];
  if (hidden === undefined) return writeSet(folder, 'diaries', (stage) => write(stage), inputs);
  const places = [
    [folder, 'diaries'],
    [hidden, 'hidden-diaries'],
  ] as const;
  return writeSets(places, ([stage, truth]) => write(stage!, truth), inputs);
}

function inRandomOrder(people: readonly DiaryPerson[], seed: number): DiaryPerson[] {
  const keys = new Map(people.map((person) => [person, new RandomStream(seed, person.id, StreamPurpose.DEMO).next()]));
  return [...people].sort((a, b) => keys.get(a)! - keys.get(b)! || a.id - b.id);
}

function profilesOf(people: readonly DiaryPerson[], map: CityMap, seed: number): readonly Profile[] {
  const households = new Map<string, number>();
  const drafts = people.map(({ household, attributes }, i): Profile => {
    const id = i + 1;
    if (!households.has(household)) households.set(household, households.size + 1);
    const { sex = '', status = '', hh_size = '', cars = '' } = attributes;
    const years = yearsOf(attributes.age ?? '', new RandomStream(seed, id, StreamPurpose.AGENT));
    return {
      id,
      // Placeholders that `relocate` replaces by AOIs: one home for each household.
      home: households.get(household)!,
      work: GOES_TO_WORK.test(status) ? people.length + id : null,
      attributes: {
        ...(years !== null && { age: years }),
        gender: SEXES[sex] ?? (sex || 'unknown'),
        occupation: OCCUPATION_BY_STATUS[status] ?? (years !== null && years < CHILD ? 'Child' : status || 'unknown'),
        ...(hh_size !== '' && { household_size: Number(hh_size) }),
        ...(cars !== '' && { cars: Number(cars), has_car: Number(cars) > 0 }),
        household: households.get(household)!,
      },
    };
  });
  return relocate(drafts, map, seed).profiles;
}

/** A year within a range such as `25-34` or `75+`, or the number itself; null without one. */
function yearsOf(age: string, random: RandomStream): number | null {
  const [, from, to] = /^(\d+)(?:-(\d+)|\+)?$/.exec(age) ?? [];
  if (from === undefined) return null;
  if (age === from) return Number(age);
  return Math.floor(random.between(Number(from), to === undefined ? Number(from) + LAST_RANGE : Number(to) + 1));
}
