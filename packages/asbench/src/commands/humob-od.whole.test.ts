import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUBMISSION_DAYS } from '@itinera/humob';
import { expect, test } from 'vitest';
import { asbench, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const od = (name: string, ...args: string[]) => asbench(folder, 'humob', name, '--year', '2026', ...args);

test('the stand-in is predicted, validated, scored and compared', async () => {
  const made = await od('synth', '--elsewhere', '20', '-o', 'data.tsv', '--truth', 'truth.tsv');
  expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('306 SYNTHETIC days') });
  for (const name of ['line', 'anchors'])
    expect((await od('baseline', name, '--known', 'data.tsv', '-o', `${name}.tsv`)).status).toBe(0);
  const valid = await od('validate', 'line.tsv');
  expect(valid).toMatchObject({ status: 0, stderr: '' });
  expect(valid.stdout).toMatch(
    /^The organisers’ validator of 2026 \(rules humob2026\): Validation passed!\nline\.tsv: 58 of 58/,
  );
  expect(await od('validate', '--compat', 'line.tsv')).toMatchObject({ stdout: 'Validation passed!\n', status: 0 });

  const terms = ['--reference', 'truth.tsv', '--known', 'data.tsv'];
  const line = jsonOf(await od('score', 'line.tsv', ...terms, '--json'));
  expect(line).toMatchObject({
    rules: 'humob2026',
    prediction: 'line.tsv',
    days: 58,
    baselines: { line: { ratio: expect.closeTo(1, 12) } },
  });
  expect(await asbench(folder, 'humob', 'score', '--rules', 'humob2026', 'line.tsv', ...terms, '--json')).toMatchObject(
    {
      stdout: expect.stringContaining(`"combined":${line.combined}`),
    },
  );
  expect(line.baselines.zeros.ratio).toBeLessThan(0.3);
  expect([line.weekdays.length, line.phases.length, line.byDay.length]).toEqual([7, 3, 58]);
  const one = (await od('score', 'line.tsv', ...terms)).stdout;
  expect(one).toContain(`line.tsv  Combined NRMSE ${line.combined.toFixed(6)} by humob2026  (95 % interval`);
  for (const part of ['Wednesday', 'middle third', 'off-diagonal', 'spurious', 'weekday-mean', '20240331'])
    expect(one).toContain(part);

  const both = (await od('score', 'line.tsv', 'anchors.tsv', ...terms, '--per-day', 'days.csv', '-o', 'both.html'))
    .stdout;
  expect(both).toMatch(/^humob2026: 58 days.*\n\n.*minus best.*\nanchors\.tsv .*–\nline\.tsv .*\+0\.0/);
  const days = readFileSync(join(folder, 'days.csv'), 'utf8').trim().split('\n');
  expect([days.length, days[0]]).toEqual([117, 'rules,prediction,date,combined,diagonal,off_diagonal']);
  const all = jsonOf(await od('score', 'line.tsv', 'anchors.tsv', '--reference', 'truth.tsv', '--json'));
  expect(all[1].minusBest.value).toBeCloseTo(all[1].combined - all[0].combined, 12);
});

/** The data in a page that `score -o` wrote. */
function dataOf(page: string) {
  const html = readFileSync(join(folder, page), 'utf8');
  return { html, data: JSON.parse(html.match(/id="itinera-data">(.*)<\/script>/)![1]!).json.flows };
}

test('a page shows the daily sums around the gap, and errors by cell and pair, of predictions side by side', async () => {
  const { html, data } = dataOf('both.html');
  expect(html).toContain("default-src 'none'; script-src 'sha256-");
  expect(data.sides.map(({ name }: { name: string }) => name)).toEqual(['anchors.tsv', 'line.tsv']);
  expect(data.sides[1].difference.value).toBeGreaterThan(0);
  expect(data.baselines.map(([name]: string[]) => name)).toEqual(['zeros', 'flat-mean', 'weekday-mean', 'line']);
  const known = data.known.map(({ date }: { date: string }) => date);
  expect([known[0], known.at(-1)]).toEqual(['20240101', '20240501']);
  expect(known).not.toContain('20240203');
  for (const { sums, errors, weekdays, score } of data.sides) {
    expect([sums.length, weekdays.length, score.days.length]).toEqual([data.truth.length, 7, 58]);
    const sumOf = (side: number) =>
      errors.cells.reduce((sum: number, { within }: { within: number[] }) => sum + within[side]!, 0);
    const mean = data.truth.reduce((sum: number, day: { diagonal: number }) => sum + day.diagonal, 0) / 58;
    expect(sumOf(1)).toBeCloseTo(mean, 6);
    expect(errors.pairs).toHaveLength(30);
  }
});

test('names in the page are escaped, and those of files with one name are paths', async () => {
  const day = "20240201\t{'40_40': {'40_40': 1}}\n";
  mkdirSync(join(folder, 'other'));
  for (const name of ['<script>.tsv', 'same.tsv', 'other/same.tsv']) writeFileSync(join(folder, name), day);
  const files = ['<script>.tsv', 'same.tsv', 'other/same.tsv'];
  expect(await od('score', ...files, '--reference', '<script>.tsv', '-o', 'names.html')).toMatchObject({ status: 0 });
  const { html, data } = dataOf('names.html');
  expect(html).not.toContain('<script>.tsv');
  expect(data.sides.map(({ name }: { name: string }) => name)).toEqual(files);
  expect((await od('score', 'same.tsv', '--reference', 'same.tsv', '-o', 'page.csv')).stderr).toContain('.html');
});

test('a window of published work is held out, predicted and scored', async () => {
  const held = await asbench(folder, 'humob', 'holdout', 'data.tsv', '--window', 'late_jan', '-o', 'held');
  expect(held.stderr).toMatch(
    /Wrote .*known\.tsv: 285 days with data.*\nWrote .*truth\.tsv: 7 hidden days to score by humob2026/,
  );
  const window = ['--window', 'late_jan'];
  await od('baseline', 'weekday-mean', '--known', 'held/known.tsv', ...window, '-o', 'late.tsv');
  const { days, combined } = jsonOf(await od('score', 'late.tsv', '--reference', 'held/truth.tsv', '--json'));
  expect([days, combined < 0.5]).toEqual([7, true]);
  const fewer = await od(
    'score',
    'late.tsv',
    '--reference',
    'held/truth.tsv',
    '--only-days',
    '20240130-20240215',
    '--json',
  );
  expect(jsonOf(fewer).days).toBe(2);
  expect(fewer.stderr).toContain('Warning: late.tsv: 5 days are not in the reference and not scored.\n');
  expect((await od('holdout', 'data.tsv', '--gap', '20240601', '-o', 'gap')).stderr).toContain('57 hidden days');
  expect((await od('holdout', 'data.tsv', '-o', 'gap')).stderr).toContain('pass --window, --only-days or --gap');
});

test('swapped coordinates and rejected files are reported', async () => {
  const day = (cell: string) => SUBMISSION_DAYS.map((date) => `${date}\t{'${cell}': {'${cell}': 4}}\n`).join('');
  writeFileSync(join(folder, 'yx.tsv'), day('40_60'));
  writeFileSync(join(folder, 'xy.tsv'), day('60_40'));
  const swapped = await od('score', join(folder, 'xy.tsv'), '--reference', 'yx.tsv', '-o', 'swapped.html');
  expect(swapped.stderr).toContain('xy.tsv: x and y are probably swapped.');
  expect(dataOf('swapped.html').data.warnings).toEqual([
    expect.stringMatching(/^xy\.tsv: x and y are probably swapped\./),
  ]);
  writeFileSync(join(folder, 'bad.tsv'), "20240201\t{'50_50': {'50_50': -1}}\n");
  const bad = await od('validate', 'bad.tsv');
  expect(bad.status).toBe(1);
  expect(bad.stdout).toContain('Error at line 0: The value -1 for edge 50_50 -> 50_50 is negative.');
  expect(bad.stdout).toMatch(/day missing: 57\n {2}20240203\n(.*\n){9} {2}and 47 more$/m);
  expect(await od('score', 'bad.tsv', '--reference', 'yx.tsv')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^bad\.tsv: The prediction has no data for 20240203, .* and 54 more days/),
  });
  expect(await od('validate')).toMatchObject({ status: 2, stderr: expect.stringContaining('expected a submission') });
  expect(await od('validate', '--compat')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^Usage: python/),
  });
});

test('each task has its own variant of the commands', async () => {
  const help = async (...words: string[]) => (await asbench(folder, 'humob', ...words, '--help')).stdout;
  expect(await help('score')).toContain('GEO-BLEU');
  expect(await help('score', '--year=2026')).not.toContain('GEO-BLEU');
  expect(await help('score', '--year', '2026')).toContain('Combined NRMSE');
  expect(await help('holdout')).toContain('may_jun');
});
