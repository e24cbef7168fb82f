import { counted } from '@itinera/base';
import { ANY_TASK, YEARS } from '@itinera/humob';
import { exportFormats, exportTables, TABLE_FORMATS } from '@itinera/studies';
import { z } from 'zod';

/** How an argument that names something in the folder is checked, and what the command receives for it. */
export type ArgumentKind = 'file' | 'output' | 'run' | 'agent' | 'task' | 'runs';

type Arguments = Readonly<Record<string, unknown>>;

/** A tool of the server: the command that does its work. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The arguments that name something in the folder. */
  readonly places: Readonly<Record<string, ArgumentKind>>;
  /** The command, such as `runs resume`. */
  readonly command: string;
  /** The words after it; values are parts of options or follow `--`, so that none is taken for an option. */
  readonly words: (given: Arguments) => readonly string[];
  /**
   * The part of the command's JSON that the client receives beside the sentences; without it, the text that the command prints.
   * Warnings are in both: many clients show only one of them.
   */
  readonly output?: z.ZodObject;
  /** Puts a list of the command under a key. */
  readonly under?: string;
  /** The answer in a sentence or two, for a client that shows text. @param answer the command's JSON */
  readonly says: (answer: never, given: Arguments) => string;
  readonly readOnly?: true;
  readonly destructive?: true;
  /** Whether it may call a language model. */
  readonly openWorld?: true;
}

const TEXT = /^\P{Cc}+$/u;
const text = (description: string) => z.string().min(1).max(500).regex(TEXT).describe(description);
const whole = (max: number, description: string) => z.number().int().min(1).max(max).describe(description);
const RUN = text('run, by name (daily-mobility-1) or path');
const TASK = text('task, such as DailyMobility, or a file of your own benchmark').default('DailyMobility');
const number = z.number().nullable();
const interval = z.object({ value: number, low: number, high: number });
const sentences = z.array(z.string());
const warnings = sentences.describe('what makes the result invalid or limits it');

const budget = {
  config: text('configuration of a language model (YAML or JSON); requires a limit').optional(),
  max_calls: whole(1e9, 'stop after this many model calls').optional(),
  max_tokens: whole(1e12, 'stop after this many tokens').optional(),
  max_cost: z.number().positive().max(1e6).describe('stop at this cost in US dollars; requires prices').optional(),
  max_time: z.number().positive().max(10_080).describe('stop after this many minutes').optional(),
  prices: text('file with prices of models').optional(),
};

/** Limits of which a run with a language model requires one. */
export const LIMITS = ['max_calls', 'max_tokens', 'max_cost'] as const;

const report = z.object({
  run: z.string(),
  folder: z.string(),
  task: z.string(),
  seed: z.number(),
  synthetic: z.boolean(),
  stopped: z.string().nullable(),
  scores: z
    .object({
      final_score: number,
      documented: z.record(z.string(), z.unknown()),
      noise: z.object({ documented: z.object({ final_score: interval.optional() }) }),
    })
    .nullable(),
  sums: z.record(z.string(), z.unknown()).nullable(),
  warnings,
  problems: z.number(),
  calls: z.unknown(),
});
type Report = Pick<z.infer<typeof report>, 'run' | 'stopped' | 'problems'>;
const reportSays = ({ run, stopped, says, problems }: Report & { readonly says: readonly string[] }) =>
  [
    `${run}: ${stopped === null ? 'finished' : `stopped, ${stopped}`}${problems > 0 ? `, ${counted(problems, 'problem')}` : ''}.`,
    ...says,
  ].join('\n');

/** `--name=value` for each argument of these names that is given; `true` becomes `--name`. */
const options = (given: Arguments, ...names: readonly string[]) =>
  names.flatMap((name) => {
    const [value, option] = [given[name], `--${name.replaceAll('_', '-')}`];
    return value === undefined || value === false ? [] : [value === true ? option : `${option}=${value}`];
  });
const operands = (...values: readonly unknown[]) => [
  '--',
  ...values.flat().flatMap((value) => (value === undefined ? [] : [String(value)])),
];
const budgetOptions = (given: Arguments) => options(given, ...Object.keys(budget));

const LONGEST_SOURCE = 200_000;

/** The tool whose work is not that of one command. */
export const newAgentTool = {
  name: 'new_agent',
  command: 'new agent',
  words: ({ agent }: Arguments) => operands(agent),
  input: z.strictObject({
    agent: z
      .string()
      .max(500)
      .regex(/^(?:[\w.-]+\/)*[A-Za-z](?:\w*\.py|[\w-]*\.ts)$/)
      .describe('file to write, such as my_agent.py or my-agent.ts'),
    task: z.string().min(1).max(100).regex(/^\w+$/).describe('built-in task').default('DailyMobility'),
    source: z.string().max(LONGEST_SOURCE).describe('the code of the agent').optional(),
    replace: z.boolean().describe('replace the file if it exists').optional(),
  }),
  title: 'Write an agent',
  description:
    'Write a working agent to start from, whose code it returns, or, with source, your own code. Existing files are replaced only with replace.',
};

/** The tools that are commands. */
export const mcpTools: readonly McpTool[] = [
  {
    name: 'list_tasks',
    title: 'List tasks',
    description: 'List the benchmarks that agents can be run on, with their intentions and tags.',
    input: z.strictObject({}),
    places: {},
    command: 'list-tasks',
    words: () => ['--json'],
    under: 'tasks',
    output: z.object({
      tasks: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          description: z.string(),
          tags: z.array(z.string()),
          intentions: z.array(z.string()).optional(),
        }),
      ),
    }),
    says: ({ tasks }: { tasks: readonly { name: string }[] }) => `Tasks: ${tasks.map(({ name }) => name).join(', ')}.`,
    readOnly: true,
  },
  {
    name: 'list_runs',
    title: 'List scored runs',
    description: 'List the scored runs in the folder, best first, by task, version and number of people.',
    input: z.strictObject({ task: text('show this task only').optional() }),
    places: {},
    command: 'runs leaderboard',
    words: ({ task }) => ['--json', ...operands(task)],
    under: 'boards',
    output: z.object({
      boards: z.array(
        z.object({
          task: z.string(),
          synthetic: z.boolean(),
          people: number,
          entries: z.array(
            z.object({
              run: z.string(),
              agent: z.string(),
              llm: z.string(),
              final_score: number,
              low: number,
              high: number,
              doubts: z.array(z.string()),
            }),
          ),
        }),
      ),
    }),
    says: ({ boards }: { boards: readonly { entries: readonly unknown[] }[] }) =>
      `${counted(boards.flatMap(({ entries }) => entries).length, 'scored run')}.`,
    readOnly: true,
  },
  {
    name: 'check_agent',
    title: 'Check a Python agent',
    description:
      'Check that everything a Python agent uses is available; with try, also try it on unusual people, such as one without work.',
    input: z.strictObject({ agent: text('Python agent (.py)'), try: z.boolean().optional() }),
    places: { agent: 'file' },
    command: 'runs check-agent',
    words: (given) => ['--json', ...options(given, 'try'), ...operands(given.agent)],
    output: z.object({
      agents: z.array(z.object({ name: z.string(), task: z.string(), line: z.number() })),
      faults: z.array(z.string()),
      trial: z.object({ problems: z.number(), problemLines: z.array(z.string()) }).nullable(),
    }),
    says: ({ faults, trial }: { faults: readonly string[]; trial: { problems: number } | null }) =>
      `${counted(faults.length, 'fault')}${trial === null ? '' : `, ${counted(trial.problems, 'problem')} in the trial`}.`,
  },
  {
    name: 'run',
    title: 'Run and score an agent',
    description:
      'Simulate a task with an agent and score it. Runs the code of the agent with the rights of this server. Without a dataset in the folder, synthetic demo data are used. A run that was stopped can be resumed.',
    input: z.strictObject({
      task: TASK,
      agent: text('agent file (.py, .ts, .js) or built-in agent (default: day-pattern)').optional(),
      people: whole(1e6, 'number of people').optional(),
      seed: z.number().int().min(0).max(1e9).describe('random seed (default: 1)').optional(),
      demo: z.boolean().describe('use synthetic demo data even if a dataset is installed').optional(),
      map: text('map to use instead of that of the dataset (.pb)').optional(),
      relocate: z.boolean().describe('move the people to homes and workplaces on this map').optional(),
      threads: whole(256, 'number of threads').optional(),
      ...budget,
    }),
    places: { task: 'task', agent: 'agent', map: 'file', config: 'file', prices: 'file' },
    command: 'run',
    words: (given) => [
      '--json',
      '--allow-problems',
      ...options(given, 'agent', 'people', 'seed', 'demo', 'map', 'relocate', 'threads'),
      ...budgetOptions(given),
      ...operands(given.task),
    ],
    output: report,
    says: reportSays,
    openWorld: true,
  },
  {
    name: 'resume',
    title: 'Resume a run',
    description: 'Finish a run that was stopped, cancelled or killed. Runs the code of its agent.',
    input: z.strictObject({ run: RUN, threads: whole(256, 'number of threads').optional(), ...budget }),
    places: { run: 'run', config: 'file', prices: 'file' },
    command: 'runs resume',
    words: (given) => [
      '--json',
      '--allow-problems',
      ...options(given, 'threads'),
      ...budgetOptions(given),
      ...operands(given.run),
    ],
    output: report,
    says: reportSays,
    openWorld: true,
  },
  {
    name: 'explain',
    title: 'Explain a score',
    description: 'Show where a run loses points: by quantity, person and place, the largest differences first.',
    input: z.strictObject({ run: RUN }),
    places: { run: 'run' },
    command: 'explain',
    words: ({ run }) => ['--json', ...operands(run)],
    output: z.object({
      run: z.string(),
      task: z.string().nullable(),
      synthetic: z.boolean(),
      invalid: z.array(z.string()),
      warnings: sentences.describe('what limits the result'),
      score: interval.nullable(),
      quantities: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          points: z.object({ of: z.number(), got: number }),
          verdict: z.string(),
          differences: z.array(z.string()),
        }),
      ),
      costliest_people: z.array(z.object({ id: z.number(), points: z.number(), why: z.string() })),
      costliest_places: z.array(z.object({ label: z.string(), arrivals: z.number(), points: z.number() })),
    }),
    says: ({ invalid, summary }: { invalid: readonly string[]; summary: readonly string[] }) =>
      [...invalid.map((reason) => `INVALID RESULT: ${reason}`), ...summary].join('\n'),
    readOnly: true,
  },
  {
    name: 'compare',
    title: 'Compare two runs',
    description:
      'Compare two scored runs, or two simulations: which is better, and the differences with intervals and p values; `sign` states which minus which.',
    input: z.strictObject({ a: RUN, b: RUN }),
    places: { a: 'run', b: 'run' },
    command: 'runs compare',
    words: ({ a, b }) => ['--json', ...operands(a, b)],
    output: z.object({
      a: z.string(),
      b: z.string(),
      sign: z.string().describe('of all differences'),
      synthetic: z.boolean(),
      documented: z.record(z.string(), interval.extend({ pValue: number })).optional(),
      people: z.number().optional(),
      warnings,
      said: z.array(z.array(z.string())).describe('of the scenario of each run').optional(),
      totals: z.record(z.string(), z.unknown()).optional(),
      sameTrips: z.unknown().optional(),
      verdicts: z.unknown().optional(),
    }),
    says: ({ says, said = [] }: { says: readonly string[]; said?: readonly (readonly string[])[] }) =>
      [...says, ...new Set(said.flat())].join('\n'),
    readOnly: true,
  },
  {
    name: 'measure',
    title: 'Measure trajectories',
    description: 'Measure how realistic generated trajectories are, compared with real ones (CSV, Parquet, runs).',
    input: z.strictObject({
      real: text('real trajectories: a file or a run'),
      generated: text('generated trajectories: a file or a run'),
      train: text('trajectories that the generator was trained on').optional(),
      places: text('grid:METRES, cluster:METRES, h3:RESOLUTION, exact or own').optional(),
    }),
    places: { real: 'runs', generated: 'runs', train: 'file' },
    command: 'measure',
    words: (given) => ['--json', ...options(given, 'train', 'places'), ...operands(given.real, given.generated)],
    output: z.object({
      verdict: z.object({
        differs: z.boolean().nullable(),
        measures: z.number(),
        different: z.number(),
        same: z.number(),
        unknown: z.number(),
      }),
      measures: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          unit: z.string(),
          real: number,
          generated: number,
          effect: number,
          effectUnit: z.string(),
          p: number,
          differs: z.boolean().nullable(),
          says: z.string(),
          wasserstein: number,
          ks: number,
          jsd: number,
          low: number,
          high: number,
        }),
      ),
      synthetic: z.boolean(),
      firstScreen: z.array(z.string()),
      notMeasured: z.array(z.object({ name: z.string(), title: z.string(), why: z.string() })),
      worst: z.array(z.object({ name: z.string(), title: z.string(), excess: number })),
      warnings,
    }),
    says: ({ verdict }: { verdict: { says: string } }) => verdict.says,
    readOnly: true,
  },
  {
    name: 'validate_humob',
    title: 'Validate a HuMob submission',
    description: 'List all problems of a submission to the HuMob Challenge.',
    input: z
      .strictObject({
        challenge: text(
          'task of the challenge: 1, 2, a, b, c, d, test, or any for the people and days of the reference',
        ),
        generated: text('submission (CSV, .gz or Parquet)'),
        reference: text('dataset of the challenge, or any file with the expected steps').optional(),
        year: z.enum(YEARS).optional(),
      })
      .refine(({ challenge, reference }) => challenge !== ANY_TASK || reference !== undefined, {
        message: 'missing: the challenge any takes its people and days from it',
        path: ['reference'],
      }),
    places: { generated: 'file', reference: 'file' },
    command: 'humob validate',
    words: (given) => [
      '--json',
      ...options(given, 'year'),
      ...operands(given.challenge, given.reference, given.generated),
    ],
    output: z.object({
      problems: z.array(z.unknown()),
      people: z.number(),
      steps: z.number(),
      compared: z.boolean(),
    }),
    says: ({ problems }: { problems: readonly { count: number; title: string }[] }) =>
      problems.length === 0
        ? 'No problems found.'
        : `Problems: ${problems.map(({ count, title }) => `${title} (${count})`).join('; ')}.`,
    readOnly: true,
  },
  {
    name: 'score_humob',
    title: 'Score a HuMob prediction',
    description: 'Compute GEO-BLEU and DTW of a prediction by the rules of a year.',
    input: z.strictObject({
      generated: text('prediction: uid,d,t,x,y or d,t,x,y'),
      reference: text('ground truth with the same users and steps'),
      year: z.enum(YEARS).optional(),
    }),
    places: { generated: 'file', reference: 'file' },
    command: 'humob score',
    words: (given) => ['--json', ...options(given, 'reference', 'year'), ...operands(given.generated)],
    output: z.object({
      rules: z.string(),
      geobleu: number,
      dtw: number,
      users: z.number(),
      days: z.number(),
      steps: z.number(),
      intervals: z.object({ geobleu: z.array(z.number()), dtw: z.array(z.number()) }).optional(),
      synthetic: z.boolean().optional(),
      warnings,
    }),
    says: ({ rules, geobleu, dtw }: { rules: string; geobleu: number; dtw: number }) =>
      `By the rules ${rules}: GEO-BLEU ${geobleu.toFixed(4)} (higher is better), DTW ${dtw.toFixed(2)} km (lower is better).`,
    readOnly: true,
  },
  {
    name: 'build_map',
    title: 'Build a map',
    description: 'Build a city map from an OpenStreetMap extract in the folder. Replaces the output if it exists.',
    input: z.strictObject({
      input: text('extract: .osm.pbf, .osm or Overpass JSON'),
      output: text('map to write (.pb)'),
      bbox: z
        .string()
        .max(100)
        .regex(/^[-\d.,]+$/)
        .describe('west,south,east,north in degrees')
        .optional(),
      name: text('name of the city').optional(),
    }),
    places: { input: 'file', output: 'output' },
    command: 'map build',
    words: (given) => ['--json', ...options(given, 'output', 'bbox', 'name'), ...operands(given.input)],
    output: z.looseObject({ output: z.string() }),
    says: ({ output }: { output: string }) => `Wrote ${output}.`,
    destructive: true,
  },
  {
    name: 'export_run',
    title: 'Export a run',
    description: 'Export a table of a run for other programs. Replaces the output if it exists.',
    input: z.strictObject({
      run: RUN,
      output: text('file to write'),
      table: z.enum(Object.keys(exportTables)).default('trips'),
      format: z.enum(Object.keys(exportFormats)).default('csv'),
    }),
    places: { run: 'run', output: 'output' },
    command: 'runs export',
    words: (given) => [...options(given, 'table', 'format', 'output'), ...operands(given.run)],
    // The command says so.
    says: () => '',
    destructive: true,
  },
  {
    name: 'table',
    title: 'Table of runs',
    description: 'Show scored runs as a table for a paper, with intervals; seeds are averaged.',
    input: z.strictObject({ runs: z.array(RUN).min(1).max(50), format: z.enum(TABLE_FORMATS).default('markdown') }),
    places: { runs: 'run' },
    command: 'study table',
    words: (given) => [...options(given, 'format'), ...operands(given.runs)],
    says: (table: string) => table,
    readOnly: true,
  },
  {
    name: 'verify',
    title: 'Verify a run',
    description:
      'Check whether a run was edited after it ended; with reproduce, rerun it, which runs its agent, and compare every byte.',
    input: z.strictObject({ run: RUN, reproduce: z.boolean().optional() }),
    places: { run: 'run' },
    command: 'runs verify',
    words: (given) => ['--json', ...options(given, 'reproduce'), ...operands(given.run)],
    output: z.object({
      run: z.string(),
      task: z.string(),
      verdict: z.string(),
      edited: z.array(z.unknown()),
      checks: z.array(z.object({ what: z.string(), state: z.string(), found: z.string() })),
    }),
    says: ({ run, verdict }: { run: string; verdict: string }) => `${run}: ${verdict}`,
  },
];
