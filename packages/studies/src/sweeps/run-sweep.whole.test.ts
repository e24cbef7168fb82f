import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toyDataset } from '../../../benchmarks/src/benchmark.fixture.js';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { bundled } from '../../../itinera/src/bundled.fixture.js';
import type { SweepContext } from './run-sweep.js';

const PEOPLE = 4;
/** Calls per person of `diarist` if no answer is usable. */
const CALLS = 3;
/** Number of progress reports during which a run could make further calls. */
const PATIENCE = 4;

/**
 * Starts a model server that always returns the same answer. Returns its URL, and the model and arrival time of each
 * call.
 */
async function server() {
  const asked: { model: string; at: number }[] = [];
  const listening = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      asked.push({ model: JSON.parse(text).model, at: performance.now() });
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: 'I stay at home.' };
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage: {} }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(() => void listening.close());
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`, asked };
}

test('the runs of a sweep share the limits per minute of each model', async () => {
  const { url, asked } = await server();
  const home = mkdtempSync(join(tmpdir(), 'sweep-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const datasets = toyDataset(join(home, 'data'), dailyMobility, PEOPLE);
  const limits: Record<string, number> = { slow: 1.5 * PEOPLE * CALLS, quick: 10_000 };
  const cells = Object.keys(limits).map((model) => ({ agent: 'diarist', model, map: null, params: {} }));
  const of = (name: string) => asked.filter(({ model }) => model === name).length;
  const stop = new AbortController();
  const runs: string[] = [];
  let ticks = 0;
  const context: SweepContext = {
    home,
    datasets,
    threads: 1,
    mode: 'inference',
    readModel: (model) => ({ provider: 'vllm', model, base_url: url, requests_per_minute: limits[model] }),
    onRun: ({ report }) => void runs.push(String(report?.stopped)),
    onProgress: () => {
      // The second run of the slow model waits for the end of the minute.
      if (of('slow') >= limits.slow! && ++ticks === PATIENCE) stop.abort();
    },
    signal: stop.signal,
  };
  const slow = cells.filter(({ model }) => model === 'slow');
  const plan = {
    task: 'DailyMobility',
    cells: [cells[1]!, ...slow],
    seeds: [1, 2],
    terms: { people: PEOPLE },
  };
  await bundled.runSweep(plan, context);
  expect(runs.slice(0, 3)).toEqual(['null', 'null', 'null']);
  expect(of('quick')).toBe(2 * PEOPLE * CALLS);
  // On a slow machine the calls are spread over more than a minute.
  const times = asked.filter(({ model }) => model === 'slow').map(({ at }) => at);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 59_000).length));
  expect(most).toBeLessThanOrEqual(limits.slow!);
  expect(times.length).toBeGreaterThanOrEqual(limits.slow!);
});
