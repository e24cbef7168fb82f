import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const bench = (...args: string[]) => asbench(folder, ...args);
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
let run: string;

beforeAll(async () => {
  const args = ['--people', '20', '-a', 'commuter', '--threads', '1', '--json', '-d', makeDatasets(folder, 20)];
  run = jsonOf(await bench('run', 'DailyMobility', ...args)).folder;
});

test('a run becomes a dataset card, tables and results; nothing is uploaded', async () => {
  const args = ['--dry-run', '-o', 'hub', '--repository', 'me/walks', '--license', 'cc-by-4.0', '--with-run'];
  const { stdout, status, stderr } = await bench('runs', 'publish', run, ...args);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^Wrote hub: README\.md, .*\n$/)]);
  expect(stdout).toContain('Nothing was uploaded. To upload it: hf upload me/walks hub --repo-type dataset');
  expect(readdirSync(join(folder, 'hub')).sort()).toEqual(
    [
      '.eval_results',
      'README.md',
      'daily-mobility-1.zip',
      'dataset.set.json',
      'statuses.parquet',
      'trips.parquet',
    ].sort(),
  );
  const [, head, body] = read('hub', 'README.md').split(/^---\n/m);
  const card = parse(head!);
  expect(card).toMatchObject({ license: 'cc-by-4.0', size_categories: ['1K<n<10K'] });
  expect(card.tags).not.toContain('synthetic');
  for (const { data_files } of card.configs) expect(existsSync(join(folder, 'hub', data_files))).toBe(true);
  expect(body).toContain('| asbench runs verify | verified |');
  const [result] = parse(read('hub', '.eval_results', 'dailymobility.yaml'));
  const scores = JSON.parse(readFileSync(join(run, 'scores.json'), 'utf8'));
  expect(result).toMatchObject({
    dataset: { id: 'tsinghua-fib-lab/daily-mobility-generation-benchmark', task_id: 'DailyMobility' },
    value: Number(scores.final_score.toFixed(2)),
    source: { url: 'https://huggingface.co/datasets/me/walks' },
  });
  expect(result.notes).toMatch(/^commuter, 20 people, seed 1, 95 % interval /);
});

test('results that were edited are withheld, and without --dry-run the command to upload is printed', async () => {
  const path = join(run, 'scores.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"final_score": [\d.]+/, '"final_score": 99'));
  const { stdout } = await bench('runs', 'publish', run, '--dry-run', '-o', 'edited');
  writeFileSync(path, '{"final_score": 99}');
  expect((await bench('runs', 'publish', run, '--dry-run')).stderr).toBe(
    'daily-mobility-1/scores.json is not a scores file.\n',
  );
  writeFileSync(path, text);
  expect(stdout).toContain('No results file: asbench runs verify reports: edited.');
  expect(existsSync(join(folder, 'edited', '.eval_results'))).toBe(false);
  const { stderr, status } = await bench('runs', 'publish', run);
  expect([status, stderr]).toEqual([1, expect.stringContaining('does not upload. Add --dry-run')]);
});
