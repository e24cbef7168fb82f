import { expect, test } from 'vitest';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { type SweepRun, sumUpSweep } from '../sweeps/run-sweep.js';
import type { SweepCell } from '../sweeps/sweep-plan.js';
import { paperTable } from './paper-table.js';
import type { RunsOfPaper } from './sweep-of-runs.js';

/** Runs whose final scores are known by setup and seed; people are compared in pairs if `isPaired` is set. */
function runsOf(scores: readonly (readonly number[])[], isPaired: boolean): RunsOfPaper {
  const cells = scores.map((_, i): SweepCell => ({ agent: `a_${i}.py`, model: null, map: null, params: {} }));
  const runs = scores.flatMap((own, cell) =>
    own.map((final_score, seed) => {
      const spread = { value: final_score, low: final_score - 2, high: final_score + 2 };
      const noise = { documented: { final_score: spread, jsd_gyration_radius: { value: 0.9, low: 0.7, high: 1.1 } } };
      const documented = { final_score, jsd_gyration_radius: 0.9 };
      const report = { scores: { final_score, documented, noise, reference: { final_score }, task_version: '1' } };
      return { cell, seed, report: { ...report, problems: 0, calls: null, synthetic: true }, error: null };
    }),
  ) as unknown as SweepRun[];
  const sweep = sumUpSweep({ task: 'DailyMobility', cells, seeds: [0, 1], terms: {} }, runs, null);
  const rows = sweep.rows.map((row) => (row.toBest ? { ...row, toBest: { ...row.toBest, isPaired } } : row));
  return { benchmark: dailyMobility, sweep: { ...sweep, rows }, people: 50, faults: new Map() };
}

test('a LaTeX table has rules of booktabs, escaped names, intervals within the range, stars and the best in bold', () => {
  const table = paperTable(
    runsOf(
      [
        [80, 80.1],
        [60, 60.1],
      ],
      true,
    ),
    'latex',
    ['final_score', 'jsd_gyration_radius'],
  );
  for (const rule of ['\\toprule', '\\midrule', '\\bottomrule', '\\begin{tabular}{lrrr}'])
    expect(table).toContain(rule);
  expect(table).toMatch(
    /a\\_0\.py & \\textbf\{80\.05\} \{\\scriptsize \(7\d\.\d\d--8\d\.\d\d\)\} & 0\.9000 \{\\scriptsize \(0\.7000--1\.0000\)\}/,
  );
  expect(table).toMatch(/a\\_1\.py & 60\.05\\textsuperscript\{\*\*\*\}/);
  expect(table).toContain('SYNTHETIC data');
});

test('by default a table has the headline and its parts, and no variants of them', () => {
  const runs = runsOf([[80, 80.1]], false);
  for (const { report } of runs.sweep.runs) {
    const { documented } = report!.scores as unknown as { documented: Record<string, number> };
    Object.assign(documented, { final_score_categorical: 80, jsd_daily_location_numbers_50_bins: 0.7 });
  }
  const table = paperTable(runs, 'markdown');
  expect(table).toContain('gyration');
  expect(table).not.toMatch(/categorical|50.*_bins/);
});

test('stars and bold require paired tests and a proven difference to every other row', () => {
  for (const [scores, isPaired] of [
    [
      [
        [80, 80],
        [60, 60],
      ],
      false,
    ],
    [
      [
        [80, 80],
        [79.5, 79.5],
        [50, 50],
      ],
      true,
    ],
  ] as const)
    expect(paperTable(runsOf(scores, isPaired), 'markdown')).not.toContain('**8');
  expect(
    paperTable(
      runsOf(
        [
          [80, 80],
          [79.5, 79.5],
        ],
        true,
      ),
      'markdown',
    ),
  ).toContain('No row is significantly better');
  expect(
    paperTable(
      runsOf(
        [
          [80, 80],
          [60, 60],
        ],
        false,
      ),
      'markdown',
    ),
  ).not.toContain('\\*');
});

test('a CSV has a row per setup with the corrected p value; an unknown metric is rejected with the known ones', () => {
  const [head, best, other] = paperTable(
    runsOf(
      [
        [80, 80.1],
        [60, 60.1],
      ],
      true,
    ),
    'csv',
  )
    .trim()
    .split('\n');
  const column = (line: string, name: string) => line.split(',')[head!.split(',').indexOf(name)];
  expect([column(best!, 'final_score'), column(best!, 'p_corrected')]).toEqual(['80.05', '']);
  expect(Number(column(other!, 'p_corrected'))).toBeLessThan(0.001);
  expect(() => paperTable(runsOf([[1, 2]], true), 'csv', ['x'])).toThrow('"x" is unknown. Known: final_score, ');
});

test('the caption says what the metrics, the reference column and intervals of zero width are', () => {
  const runs = runsOf([[80, 80.1]], false);
  for (const { report } of runs.sweep.runs) {
    const { noise } = report!.scores as unknown as { noise: { documented: Record<string, object> } };
    noise.documented.jsd_gyration_radius = { value: 0.9, low: 0.9, high: 0.9 };
  }
  const table = paperTable(runs, 'latex');
  for (const words of [
    'how far they roam',
    'Jensen--Shannon',
    "reference: final\\_score by the original's arithmetic",
    'An interval of zero width',
  ])
    expect(table).toContain(words);
  expect(paperTable(runsOf([[80, 80.1]], false), 'latex')).not.toContain('zero width');
});
