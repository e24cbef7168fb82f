import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CityMap, synthesizeCity, writeMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import { writeNpy } from '@itinera/run';
import { SYNTHETIC_MARK } from '../dataset.js';
import { demoDailyTruth } from './demo-daily-truth.js';
import { demoHurricaneTruth } from './demo-hurricane-truth.js';
import { type DemoPopulation, demoPeople } from './demo-people.js';

/** Raised when the demo data change, so that old ones are not taken for new. */
const VERSION = 3;
const SEED = 20190828;
/** Of the city: large enough for ways of a few minutes, small enough for a first run in seconds. */
const RESIDENTS = 8_000;
const beijingLike: DemoPopulation = {
  people: 100,
  age: { mean: 30, deviation: 7, least: 20, most: 60 },
  attributes: {
    gender: { Male: 0.55, Female: 0.45 },
    education: {
      "Bachelor's degree": 0.5,
      'High school diploma': 0.3,
      "Master's degree": 0.15,
      'Doctoral degree': 0.05,
    },
    occupation: {
      'IT Engineer': 0.3,
      'Online Sales': 0.2,
      Finance: 0.15,
      'Technical Worker': 0.2,
      'Administrative Officer': 0.15,
    },
    consumption: { medium: 0.55, 'slightly high': 0.25, 'slightly low': 0.15, low: 0.05 },
  },
};

const columbiaLike: DemoPopulation = {
  people: 300,
  age: { mean: 45, deviation: 17, least: 18, most: 90 },
  income: { mean: 60_000, deviation: 25_000 },
  attributes: {
    gender: { female: 0.52, male: 0.48 },
    race: { white: 0.6, black: 0.33, asian: 0.03, other: 0.04 },
    education: { 'below bachelor': 0.55, 'bachelor and above': 0.45 },
    consumption: { high: 0.3, 'slightly high': 0.16, median: 0.22, 'slightly low': 0.23, low: 0.09 },
  },
};

type Truth = Readonly<Record<string, Uint8Array | string>>;

const demos: Readonly<
  Record<string, { population: DemoPopulation; truth: (people: readonly Profile[], map: CityMap) => Truth }>
> = {
  DailyMobility: {
    population: beijingLike,
    truth: (people, map) => {
      const truth = demoDailyTruth(people, map, SEED);
      const n = people.length;
      return {
        'gyration_radius.npy': writeNpy(truth.gyrationRadius, [n]),
        'daily_location_numbers.npy': writeNpy(truth.dailyLocationNumbers, [n]),
        'daily_intentions_2d.npy': writeNpy(truth.dailyIntentions, [n, 48]),
        'intention_proportions_2d.npy': writeNpy(truth.intentionProportions, [n, 7]),
      };
    },
  },
  HurricaneMobility: {
    population: columbiaLike,
    truth: (people) => ({
      'hurricane_groundtruth.json': `${JSON.stringify(demoHurricaneTruth(people.length, SEED), null, 2)}\n`,
    }),
  },
};

/**
 * The folder of the demo data of a task, made when it is not there: a synthetic city, synthetic people and a synthetic
 * truth, the same on any machine. Nothing in it is real.
 */
export function demoDataset(home: string, task: string): string {
  const folder = join(home, 'demo', `${task}-${VERSION}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // Made beside its place and moved there whole: two runs at once do not disturb each other.
  const draft = mkdtempSync(`${folder}.`);
  const { population, truth } = demos[task]!;
  const map = synthesizeCity({ seed: SEED, size: RESIDENTS });
  const people = demoPeople(population, map, SEED);
  mkdirSync(join(draft, 'groundtruth'));
  writeFileSync(join(draft, 'map.pb'), writeMap(map));
  const entries = people.map(({ id, home: live, work, attributes }) => ({ id, home: live, work, ...attributes }));
  writeFileSync(join(draft, 'profiles.json'), `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  for (const [name, bytes] of Object.entries(truth(people, map)))
    writeFileSync(join(draft, 'groundtruth', name), bytes);
  writeFileSync(
    join(draft, SYNTHETIC_MARK),
    `# Synthetic data\n\nCity, people and ground truth of this folder are made up by a program (seed ${SEED}), to try ${task} without a\ndownload. They describe nobody. Scores on them say nothing about reality.\n`,
  );
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
