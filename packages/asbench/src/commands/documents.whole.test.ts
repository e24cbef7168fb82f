import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkNamed, scoreDailyMobility, scoreHurricaneMobility } from '@itinera/benchmarks';
import { calcDtw, calcDtwOrig, calcGeobleu, calcGeobleuOrig, jensenShannonDivergence } from '@itinera/metrics';
import { beforeAll, describe, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { hasPython, pythonFixture } from '../../../engine/src/python/toy-host.fixture.js';
import { asbench, testFolder } from './asbench.fixture.js';
import { documents, statementTable } from './documents.fixture.js';

const folder = testFolder();
const root = join(import.meta.dirname, '../../../..');
const config = join(folder, 'c.yml');
writeFileSync(config, 'llm:\n  - provider: scripted\n');
/** The lines that the agent of each task has printed: `name: True`. */
const printed: Record<string, string> = {};

beforeAll(async () => {
  if (!hasPython) return;
  for (const [task, file] of [
    ['HurricaneMobility', 'stated_hurricane.py'],
    ['DailyMobility', 'document_daily.py'],
  ] as const) {
    await withDemo(join(folder, '.agentsociety-benchmark'), task);
    const line = ['run', '--config', config, '--agent', pythonFixture(file), '--mode', 'inference', '--people', '3'];
    const { stdout, stderr } = await asbench(folder, ...line, '--demo', '--json', task);
    const { folder: run, sums } = JSON.parse(stdout);
    const log = join(run, 'prints.log');
    printed[task] = `${existsSync(log) ? readFileSync(log, 'utf8') : ''}\ntrips: ${sums.trips}\n${stderr}`;
  }
});

/** Numbers of the documents. */
const output = {
  total_travel_times: [120, 85, 95],
  hourly_travel_times: [
    [10, 15, 20, 25, 30, 35, 40, 35, 30, 25, 20, 15, 10, 5, 0, 0, 0, 0, 5, 10, 15, 20, 15, 10],
    [5, 8, 12, 15, 18, 20, 22, 20, 18, 15, 12, 8, 5, 2, 0, 0, 0, 0, 2, 5, 8, 12, 8, 5],
    [8, 12, 16, 20, 24, 28, 32, 28, 24, 20, 16, 12, 8, 4, 0, 0, 0, 0, 4, 8, 12, 16, 12, 8],
  ],
};
const generated = [
  [60, 12, 84, 88],
  [60, 15, 114, 78],
  [60, 21, 121, 96],
  [61, 12, 78, 86],
  [61, 13, 89, 67],
  [61, 17, 97, 70],
  [61, 20, 96, 70],
  [61, 24, 111, 80],
  [61, 25, 114, 78],
  [61, 26, 99, 70],
  [61, 38, 77, 86],
  [62, 12, 77, 86],
  [62, 14, 102, 129],
  [62, 15, 104, 131],
  [62, 17, 106, 131],
  [62, 18, 104, 110],
];
const reference = [
  [60, 12, 82, 93],
  [60, 15, 114, 78],
  [60, 21, 116, 96],
  [61, 12, 82, 84],
  [61, 13, 89, 67],
  [61, 17, 97, 70],
  [61, 20, 91, 67],
  [61, 24, 109, 82],
  [61, 25, 110, 78],
  [61, 26, 99, 70],
  [61, 38, 77, 86],
  [62, 12, 77, 86],
  [62, 14, 97, 125],
  [62, 15, 104, 131],
  [62, 17, 106, 131],
  [62, 18, 103, 111],
];
const rules = { rules: 'humob2023' } as const;

/** The truth whose change rates are −29.2 and −20.8 % of the printed example, with the example's hours. */
const truth = {
  relative_changes: { during_vs_before: -29.2, after_vs_before: -20.8 },
  hourly_trips: Object.fromEntries(['before', 'during', 'after'].map((day, i) => [day, output.hourly_travel_times[i]])),
};
const scored = scoreHurricaneMobility({ ...output, total_travel_times: [1000, 685, 779] }, truth).documented;

const states = (name: string) => () => expect(printed.HurricaneMobility).toMatch(new RegExp(`${name}: True$`, 'm'));
const resultFiles = (task: string) => {
  const results = join(folder, '.agentsociety-benchmark', 'inference_results');
  return readdirSync(results).filter((name) => name.startsWith(task) && name.endsWith('.pkl'));
};
const evaluates = async (task: string, content: object): Promise<number | null> => {
  const file = join(folder, `${task}.json`);
  writeFileSync(file, JSON.stringify(content));
  const { stdout } = await asbench(folder, 'evaluate', task, file, '--demo', '--json');
  return JSON.parse(stdout).final_score;
};

const checks: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    [
      'weather',
      'home and work',
      'position',
      'seconds',
      'time text',
      'AOI',
      'POI',
      'look-ups',
      'categories',
      'around',
      'keys',
      'movement status',
    ].map((name) => [name, states(name)]),
  ),
  'agent runs': () => expect(Number(/trips: (\d+)/.exec(printed.HurricaneMobility!)![1])).toBeGreaterThan(0),
  example: () => {
    const corrected = readFileSync(pythonFixture('document_hurricane.py'), 'utf8');
    expect(corrected).toContain('random.choice(list(all_aois.keys()))');
    // The branch of the bad weather is a comment alone.
    const branch = 'if "is the weather is not good":\n    # evacuation\nelse:\n    pass\n';
    const python = () => execFileSync('python3', ['-c', branch], { stdio: 'pipe' });
    if (hasPython) expect(python).toThrow(/IndentationError/);
  },
  model: async () => {
    const agent = join(folder, 'asks.py');
    writeFileSync(
      agent,
      'from agentsociety_benchmark.benchmarks import HurricaneMobilityAgent\nclass A(HurricaneMobilityAgent):\n    async def forward(self):\n        if self.environment.get_tick() < 9:\n            answer = await self.llm.atext_request([{"role": "system", "content": "You decide."}, {"role": "user", "content": "Where?"}])\n            print(type(answer).__name__)\n',
    );
    const line = ['run', '--config', config, '--agent', agent, '--people', '1', '--demo', '--json', '--allow-problems'];
    const { stdout } = await asbench(folder, ...line, 'HurricaneMobility');
    expect(readFileSync(join(JSON.parse(stdout).folder, 'prints.log'), 'utf8')).toContain('str');
  },
  'change rate': () => {
    const mape = (((31.5 - 29.2) / 29.2 + (22.1 - 20.8) / 20.8) / 2) * 100;
    expect(scored.change_rate_score).toBeCloseTo(100 - mape, 10);
    const far = scoreHurricaneMobility({ ...output, total_travel_times: [1, 9, 9] }, truth).documented;
    expect(far.change_rate_score).toBe(0);
  },
  distribution: () => {
    const [a, b] = [output.hourly_travel_times[0]!, output.hourly_travel_times[1]!];
    const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
    const cosine = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    const swapped = { ...output, hourly_travel_times: [b, b, output.hourly_travel_times[2]!] };
    expect(scoreHurricaneMobility(swapped, truth).documented.distribution_score).toBeCloseTo(
      ((cosine + 2) / 3) * 100,
      10,
    );
  },
  final: () =>
    expect(scored.final_score).toBeCloseTo(0.6 * scored.change_rate_score! + 0.4 * scored.distribution_score!, 10),
  clone: () =>
    expect(benchmarkNamed('HurricaneMobility').dataset).toEqual({
      repository: 'tsinghua-fib-lab/hurricane-mobility-generation-benchmark',
      branch: 'main',
    }),
  usage: () => expect(resultFiles('HurricaneMobility')).not.toEqual([]),
  output: async () => expect(await evaluates('HurricaneMobility', output)).toEqual(expect.any(Number)),
  details: () => {
    expect(Object.keys(scored.detailed_metrics)).toEqual([
      'real_change_rates',
      'generated_change_rates',
      'change_rate_error',
    ]);
    expect(scored.detailed_metrics.change_rate_error.during_vs_before).toBeCloseTo(2.3, 10);
    expect(scored.detailed_metrics.change_rate_error.after_vs_before).toBeCloseTo(1.3, 10);
    expect(0.6 * 85.2 + 0.4 * 78.9).toBeCloseTo(82.7, 1);
    expect(scored.change_rate_score).toBeCloseTo(92.9, 1);
  },
  version: () => expect(benchmarkNamed('HurricaneMobility').version).toBe('1.0.0'),
  JSD: () => {
    const [p, q] = [
      [0.5, 0.5, 0],
      [0.1, 0.3, 0.6],
    ];
    const kl = (a: readonly number[], m: readonly number[]) =>
      a.reduce((sum, value, i) => sum + (value > 0 ? value * Math.log(value / m[i]!) : 0), 0);
    const m = p.map((value, i) => (value + q[i]!) / 2);
    expect(jensenShannonDivergence(p, q, { base: Math.E })).toBeCloseTo(0.5 * kl(p, m) + 0.5 * kl(q, m), 12);
  },
  'daily final': () => {
    const people = Array.from({ length: 12 }, (_, i) => i);
    const shares = people.map((i) => [0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1 * (i % 2)]);
    const days = people.map((i) => Array.from({ length: 48 }, (_, slot) => ((slot + i) % 7) + 1));
    const results = {
      gyration_radius: people.map((i) => 500 + 400 * i),
      daily_location_numbers: people.map((i) => 2 + (i % 4)),
      intention_sequences: days,
      intention_proportions: shares,
    };
    const { documented } = scoreDailyMobility(results, {
      gyration_radius: people.map((i) => 900 + 300 * i),
      daily_location_numbers: people.map((i) => 1 + (i % 5)),
      daily_intentions_2d: days.map((day) => [...day].reverse()),
      intention_proportions_2d: shares,
    });
    const parts = [
      documented.jsd_gyration_radius,
      documented.jsd_daily_location_numbers,
      documented.jsd_intention_sequences,
      documented.jsd_intention_proportions,
    ];
    const mean = parts.reduce((sum: number, jsd) => sum + 1 - jsd!, 0) / 4;
    expect(documented.final_score).toBeCloseTo(mean * 100, 10);
  },
  'daily clone': () =>
    expect(benchmarkNamed('DailyMobility').dataset).toEqual({
      repository: 'tsinghua-fib-lab/daily-mobility-generation-benchmark',
      branch: 'main',
    }),
  'daily usage': () => expect(resultFiles('DailyMobility')).not.toEqual([]),
  'daily output': async () => {
    const run = join(folder, '.agentsociety-benchmark', 'runs', 'daily-mobility-1', 'results.json');
    const { results } = JSON.parse(readFileSync(run, 'utf8'));
    expect(Object.keys(results).sort()).toEqual([
      'daily_location_numbers',
      'gyration_radius',
      'intention_proportions',
      'intention_sequences',
    ]);
    expect(results.intention_sequences[0]).toHaveLength(48);
    expect(await evaluates('DailyMobility', results)).toEqual(expect.any(Number));
  },
  'daily version': () => expect(benchmarkNamed('DailyMobility').version).toBe('1.0.0'),
  identical: () =>
    expect([calcGeobleu(reference, reference, rules), calcDtw(reference, reference, rules)]).toEqual([1, 0]),
  baseline: () =>
    expect(documents.geobleu.find(({ check }) => check === 'baseline')!.differs).toContain('not repeated'),
  validator: async () => {
    const file = join(folder, 'task2.csv');
    const rows = Array.from({ length: 2500 }, (_, i) => `${22_500 + i},60,0,1,1`);
    for (const [lines, said] of [
      [['uid,d,t,x,y', ...rows], 'Validation finished without errors!'],
      [rows, 'Validation finished without errors!'],
      [
        [...rows.slice(0, 3), '22503,60,0,1', ...rows.slice(4)],
        'Error at line index 3: The number of columns must be 5',
      ],
    ] as const) {
      writeFileSync(file, `${lines.join('\n')}\n`);
      const { stdout } = await asbench(folder, 'humob', 'validate', '--year', '2023', '--compat', '2', file);
      expect(stdout.trim()).toBe(said);
    }
  },
  processes: () => expect(python('calc_geobleu(g, g, processes=3) == calc_geobleu(g, g)')).toBe('True'),
  columns: () => {
    const five = (steps: readonly number[][]) => steps.map((step) => [7, ...step]);
    expect(calcGeobleu(five(generated), five(reference), rules)).toBe(calcGeobleu(generated, reference, rules));
    expect(() => calcGeobleu(five(generated), reference, rules)).toThrow('numbers of columns');
  },
  install: () => expect(python('callable(calc_dtw) and callable(calc_geobleu_orig)')).toBe('True'),
  'example usage': () => {
    expect(calcGeobleu(generated, reference, rules)).toBe(0.21733678721880598);
    expect(calcDtw(generated, reference, rules)).toBe(5.889002930255253);
    expect(calcGeobleu(generated, reference, { rules: 'giscup2025' })).toBeCloseTo(0.0756, 4);
  },
  parameters: () => {
    // Two cells are 1 km apart: e^-1.
    expect(calcGeobleuOrig([[0, 0]], [[2, 0]], { ...rules, maxN: 1 })).toBeCloseTo(Math.exp(-1), 12);
    expect(calcDtwOrig([[0, 0]], [[2, 0]], { ...rules, scaleFactor: 2 })).toBe(1);
  },
  original: () => {
    const score = calcGeobleuOrig(
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [
        [1, 1],
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 2],
      ],
      rules,
    );
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(1);
  },
};

/** Evaluates an expression with the names of the module geobleu, and `g`, a short trajectory. */
function python(expression: string): string {
  if (!hasPython) return 'True';
  const script = `import warnings; warnings.simplefilter("ignore")\nfrom geobleu import *\ng = [(60, 1, 2, 3), (60, 2, 3, 4)]\nprint(${expression})`;
  const env = {
    ...process.env,
    PYTHONPATH: join(root, 'python', 'src'),
    ITINERA_ASBENCH: join(root, 'packages/asbench/bin/asbench.js'),
  };
  return execFileSync('python3', ['-c', script], { encoding: 'utf8', env }).trim();
}

describe.each(Object.entries(documents))('%s', (_, statements) => {
  const names = [...new Set(statements.map(({ check }) => check))];
  test.skipIf(!hasPython).each(names)('what the document states of: %s', async (name) => {
    expect(checks, 'a check of that name').toHaveProperty([name]);
    await checks[name]!();
  });
});

test('test/documents.md lists the statements that do not hold; to update it: npm run skill', () => {
  expect(readFileSync(join(root, 'test', 'documents.md'), 'utf8')).toContain(statementTable());
});
