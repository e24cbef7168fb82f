import type { FileSlot } from './file-slots.js';
import type { TabJobName } from './jobs/job.js';

type Settings = Readonly<Record<string, string>>;

/** A choice that is part of the address. */
export interface Setting {
  readonly name: string;
  readonly label: string;
  /** The first is the default, with the empty value. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

/** A tab that processes files. */
export interface FileTab {
  readonly job: TabJobName;
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly settings: readonly Setting[];
  readonly slots: (settings: Settings) => readonly FileSlot[];
  /** The same on the command line. */
  readonly command: (settings: Settings) => string;
}

const STEPS = 'uid,d,t,x,y as CSV, Parquet, Arrow or JSON, plain or .gz';
const FLOWS = 'daily flows as TSV';
const FLOWS_YEAR = '2026';
/** Whether the settings choose the task of daily flows. */
export const usesFlows = ({ year, task }: Settings): boolean => (year ?? task) === FLOWS_YEAR;
const seed: Setting = { name: 'seed', label: 'seed' };
const seedOption = (given: string | undefined) => (given ? ` --seed ${given}` : '');

const task = (year: string, names: string): [string, string][] =>
  names.split(' ').map((name) => [`${year}/${name}`, `${year}, task ${name}`]);

export const TABS: readonly FileTab[] = [
  {
    job: 'score',
    title: 'Score a submission to the HuMob Challenge',
    words: 'GEO-BLEU and DTW by the rules of the year, or the Combined NRMSE of daily flows, with 95 % intervals.',
    action: 'Score',
    settings: [
      {
        name: 'year',
        label: 'year',
        choices: [
          ['', '2025 (GISCUP)'],
          ['2024', '2024'],
          ['2023', '2023'],
          [FLOWS_YEAR, '2026 (flows)'],
        ],
      },
      seed,
    ],
    slots: (settings) => {
      const [hint, same] = usesFlows(settings) ? [FLOWS, 'the days to score'] : [STEPS, 'the same people and steps'];
      return [
        { role: 'submission', label: 'Submission', hint },
        { role: 'truth', label: 'Ground truth', hint: same },
        { role: 'other', label: 'Another submission', hint: 'to compare', optional: true },
        ...(usesFlows(settings)
          ? [{ role: 'known', label: 'Known days', hint: 'for simple baselines', optional: true } as const]
          : []),
      ];
    },
    command: ({ year = '2025', seed: given }) =>
      year === FLOWS_YEAR
        ? `asbench humob score --year ${FLOWS_YEAR} submission.tsv --reference truth.tsv${seedOption(given)}`
        : `asbench humob score --year ${year} submission.csv --reference truth.csv${seedOption(given)}`,
  },
  {
    job: 'validate',
    title: 'Validate a submission to the HuMob Challenge',
    words: 'All faults that the organisers’ validator rejects, not only the first.',
    action: 'Validate',
    settings: [
      {
        name: 'task',
        label: 'task',
        choices: [
          ['', 'people and days of the dataset'],
          ...task('2025', 'a b c d test'),
          ...task('2024', 'b c d test'),
          ...task('2023', '1 2 test'),
          [FLOWS_YEAR, '2026 (flows)'],
        ],
      },
    ],
    slots: (settings) => {
      if (usesFlows(settings)) return [{ role: 'submission', label: 'Submission', hint: FLOWS }];
      return [
        { role: 'submission', label: 'Submission', hint: STEPS },
        {
          role: 'dataset',
          label: 'Data set',
          hint: 'the steps to predict; cells are ignored',
          ...(settings.task ? { optional: true as const } : {}),
        },
      ];
    },
    command: (settings) => {
      const [year, name] = (settings.task ?? 'any').split('/');
      if (usesFlows(settings)) return `asbench humob validate --year ${FLOWS_YEAR} submission.tsv`;
      return name === undefined
        ? 'asbench humob validate any data.csv submission.csv'
        : `asbench humob validate ${name} --year ${year} submission.csv`;
    },
  },
  {
    job: 'measure',
    title: 'Measure how realistic generated trajectories look',
    words:
      'More than 25 mobility measures, each with a significance test, an effect, an interval, a ceiling (two samples of one distribution) and a floor (the best simple model).',
    action: 'Measure',
    settings: [
      {
        name: 'places',
        label: 'places',
        choices: [
          ['', 'own places, else a grid of 500 m'],
          ['grid:250', 'grid of 250 m'],
          ['grid:500', 'grid of 500 m'],
          ['grid:1000', 'grid of 1,000 m'],
          ['cluster:100', 'clusters of 100 m'],
          ['exact', 'exact positions'],
          ['own', 'own places'],
        ],
      },
      seed,
    ],
    slots: () => {
      const hint = 'uid, time, lat, lon (stays: also end), or HuMob cells';
      return [
        { role: 'real', label: 'Real people', hint },
        { role: 'generated', label: 'Generated people', hint },
        { role: 'train', label: 'Training people', hint: 'for floors and privacy', optional: true },
        { role: 'holdout', label: 'Holdout people', hint: 'for utility and privacy', optional: true },
      ];
    },
    command: ({ places, seed: given }) =>
      `asbench measure real.csv generated.csv${places ? ` --places ${places}` : ''}${seedOption(given)}`,
  },
];

/** The settings in an address; others are left out. */
export function settingsInAddress({ settings }: FileTab, query: URLSearchParams): Settings {
  return Object.fromEntries(
    settings.flatMap(({ name, choices }) => {
      const value = query.get(name) ?? '';
      return value === '' || choices?.every(([choice]) => choice !== value) ? [] : [[name, value]];
    }),
  );
}
