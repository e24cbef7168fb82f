import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson, UserError } from '@itinera/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { goldenJson } from '../formats/golden.fixture.js';
import { redact } from '../formats/redact.js';
import type { ResultsMetadata } from '../formats/write-results.js';
import { readResults, writeResults } from './results.js';

const golden = (path: string) => fileURLToPath(new URL(`../../fixtures/agentsociety/${path}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

const metadata: ResultsMetadata = {
  task_name: 'DailyMobility',
  tenant_id: '',
  llm: 'test-model',
  exp_id: '6f1c1a52-0000-4000-8000-000000000001',
  config: 'llm:\n- model: test-model\n  api_key: sk-123\n  base_url: https://host/v1\nhome: /home/me/runs\n',
  agent: 'agent_class: A\nfile: /home/me/agents/a.ts\napi_key: sk-123\n',
  agent_filename: '/home/me/agents/a.ts',
  result_filename: '',
  execution_time: '2026-01-02T03:04:05',
  mode: 'inference',
};
const results = { gyration_radius: [0.5, 12], daily_location_numbers: [1, 2] };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('results files', () => {
  test.each(['.pkl', '.json'])('results are read back from %s, without keys and absolute paths', async (extension) => {
    const path = join(folder, 'runs', `r${extension}`);
    await writeResults(path, { results, metadata });
    const read = await readResults(path);
    expect(read.results).toEqual(results);
    expect(read.metadata).toEqual({
      ...metadata,
      config: 'llm:\n- model: test-model\n  api_key: "***"\n  base_url: https://host/v1\nhome: runs\n',
      agent: 'agent_class: A\nfile: a.ts\napi_key: "***"\n',
      agent_filename: 'a.ts',
      result_filename: `r${extension}`,
    });
    expect(await readdir(join(folder, 'runs'))).toEqual([`r${extension}`]);
  });

  test('results have the bytes of a golden file, which the storage of the original accepts', async () => {
    const path = join(folder, 'r.pkl');
    await writeResults(path, {
      results,
      metadata: { ...metadata, agent_filename: 'a.ts', config: 'llm: []\n', agent: 'number: 2\n' },
    });
    const kept = fileURLToPath(new URL('../../fixtures/itinera/results.pkl', import.meta.url));
    expect((await readFile(path)).equals(await readFile(kept))).toBe(true);
    if (!hasPython) return;
    const storage = fileURLToPath(new URL('../../fixtures/original_storage.py', import.meta.url));
    const { row } = JSON.parse(execFileSync('python3', [storage, kept, 'DailyMobility'], { encoding: 'utf8' }));
    expect(row).toMatchObject({ config: 'llm: []\n', agent: 'number: 2\n', agent_filename: 'a.ts' });
  });

  test('results are found in a run folder', async () => {
    await writeResults(join(folder, 'results.pkl'), { results, metadata });
    expect((await readResults(folder)).results).toEqual(results);
  });

  test("results are read from the original's own files", async () => {
    for (const task of ['daily', 'hurricane']) {
      const { results_file, expected_results } = goldenJson<{ results_file: string; expected_results: unknown }>(
        `end_to_end_${task}.json`,
      );
      const read = await readResults(golden(results_file));
      expect(read.results).toEqual(expected_results);
      expect(read.metadata.mode).toBe('inference');
    }
  });

  test.skipIf(!hasPython)("results have the documented structure for Python's pickle.load", async () => {
    const path = join(folder, 'r.pkl');
    await writeResults(path, { results, metadata });
    const program = 'import json, pickle, sys; print(json.dumps(pickle.load(open(sys.argv[1], "rb")), default=str))';
    const printed = JSON.parse(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' }));
    expect(printed.results).toEqual(results);
    expect(Object.keys(printed.metadata)).toEqual(Object.keys(metadata));
    expect(printed.metadata.exp_id).toBe(metadata.exp_id);
  });

  test('results with any other content are rejected', async () => {
    const refused = async (path: string) => {
      const error = await readResults(path).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(UserError);
      return (error as Error).message;
    };
    for (const file of ['list', 'no_metadata', 'no_results', 'none', 'extra_stack', 'json', 'gzip', 'evil_eval']) {
      await refused(golden(`pickles/${file}.pkl`));
    }
    expect(await refused(folder)).toContain('has no results.json or results.pkl');
    expect(await refused(join(folder, 'missing.pkl'))).toContain('no such file or run folder');
    await writeFile(join(folder, 'a.txt'), 'x');
    expect(await refused(join(folder, 'a.txt'))).toContain('.pkl, .json');
    await writeFile(join(folder, 'a.json'), '{"results": ');
    expect(await refused(join(folder, 'a.json'))).toMatch(/^a.json is not valid JSON/);
    await mkdir(join(folder, 'd.json'));
    await refused(join(folder, 'd.json'));
    await expect(writeResults(join(folder, 'r.csv'), { results, metadata })).rejects.toThrow('.json or .pkl');
  });
});

test("parseJson reads Python's NaN and Infinity, but not inside text", () => {
  expect(parseJson('{"a": [NaN, -Infinity, "NaN, \\"Infinity"], "b": 1}', 'x')).toEqual({
    a: [Number.NaN, -Infinity, 'NaN, "Infinity'],
    b: 1,
  });
  expect(() => parseJson('{a}', 'truth.json')).toThrow(/^truth.json is not valid JSON/);
});

test('redact leaves addresses and relative paths alone', () => {
  const text = 'base_url: https://host/v1\nmap: data/beijing.pb\nmax_tokens: 100\ndir: C:\\Users\\me\\x.pb';
  expect(redact(text)).toBe('base_url: https://host/v1\nmap: data/beijing.pb\nmax_tokens: 100\ndir: x.pb');
  expect(redact({ token: '', Authorization: 'Bearer x', list: [{ password: 'p' }] })).toEqual({
    token: '',
    Authorization: '***',
    list: [{ password: '***' }],
  });
});
