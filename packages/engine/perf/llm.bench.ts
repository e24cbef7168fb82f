import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelOptions,
  type LanguageModelProvider,
  parseLanguageModelConfig,
} from 'itinera';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

const PEOPLE = 100;
const CALLS = 20;
/** Calls of a record. */
const LINES = [100_000, 300_000, 1_000_000];
/** Latencies of a model, milliseconds: the median. */
const [QUICK, SLOW] = [50, 500];

/** Out-of-order stepping compared with the optimum, the cost of a call compared with a bare client, and a cassette of a million lines. */
export default async function bench(): Promise<Row[]> {
  const schedules = [await schedule(PEOPLE, QUICK), await schedule(PEOPLE, SLOW), await schedule(10, QUICK)];
  const inProcess = await overhead('in process');
  const [bare, over] = [await bareClient(), await overhead('over HTTP')];
  return [
    ...schedules.flat(),
    ...inProcess,
    { ...over[0]!, peer: { name: 'fetch alone', cost: bare } },
    ...over.slice(1),
    { work: 'a call of a model over HTTP, more than by fetch', ours: over[0]!.ours - bare, unit: 'ms' },
    { work: 'a waiting call: memory', ours: await heldByWaiting(), unit: 'KB' },
    ...(await cassettes()),
  ];
}

/** Log-normal latency of a person's nth call, milliseconds, independent of the order of calls. */
function latency(person: number, call: number, median: number): number {
  const uniform = (salt: number): number => {
    let h = Math.imul(person + 1, 0x9e3779b1) ^ Math.imul(call + 1, 0x85ebca6b) ^ Math.imul(salt, 0xc2b2ae35);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
  };
  const normal = Math.sqrt(-2 * Math.log(1 - uniform(1))) * Math.cos(2 * Math.PI * uniform(2));
  return median * Math.exp(0.8 * normal);
}

/** Chains of different lengths, like those of agents that make requests only for decisions. */
const chainLength = (person: number): number => CALLS - (person % 10);

const answer = {
  content: 'home',
  toolCalls: [],
  finishReason: 'stop',
  inputTokens: 500,
  cachedInputTokens: 0,
  outputTokens: 100,
};
const simulated = (median: number): LanguageModelProvider => ({
  label: 'simulated',
  async complete(_, { person, sequence }) {
    await new Promise((resolve) => setTimeout(resolve, latency(person, sequence, median)));
    return answer;
  },
});

function open(options: Partial<LanguageModelOptions>, entry: Record<string, unknown> = {}): LanguageModel {
  const config = { provider: 'scripted', concurrency: PEOPLE, ...entry };
  const configs = parseLanguageModelConfig(config, { env: {}, warn: console.warn });
  return createLanguageModel(configs, { seed: 1, warn: console.warn, ...options });
}

/** A person who makes one request per step. */
async function live(model: LanguageModel, person: number, steps: number, prompt: (step: number) => string) {
  let step = 0;
  const llm = model.forPerson(person, { remaining: () => steps - step, step: () => ({ day: 0, t: 1 }) });
  for (; step < steps; step++) await llm.atextRequest([{ role: 'user', content: prompt(step) }]);
}

const everybody = <T>(action: (person: number) => T): T[] => Array.from({ length: PEOPLE }, (_, i) => action(i));

async function schedule(concurrency: number, median: number): Promise<Row[]> {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const chains = everybody((person) =>
    sum(Array.from({ length: chainLength(person) }, (_, call) => latency(person, call, median))),
  );
  /** The longest chain of calls, or all of them shared out. */
  const best = Math.max(...chains, sum(chains) / concurrency);
  const model = open({ providers: [simulated(median)] }, { concurrency });
  const began = performance.now();
  await Promise.all(everybody((person) => live(model, person, chainLength(person), (step) => `step ${step}`)));
  const outOfOrder = performance.now() - began;
  await model.close();
  const work = `${PEOPLE} people, ${concurrency} calls of ${median} ms at once, by the clock`;
  const row = (what: string, name: string, cost: number): Row => ({
    work: what,
    ours: outOfOrder / 1000,
    unit: 's',
    peer: { name, cost: cost / 1000 },
  });
  const rows = [row(work, 'the best possible', best)];
  // With slow answers the ratio is the same, in a minute.
  if (median === QUICK) rows.push(row(`${work}: not in step`, 'all in step', await lockStep(concurrency, median)));
  return rows;
}

/** Everyone waits for the slowest answer before the next step. */
async function lockStep(concurrency: number, median: number): Promise<number> {
  const model = open({ providers: [simulated(median)] }, { concurrency });
  const people = everybody((person) => model.forPerson(person, { remaining: () => 1, step: () => ({ day: 0, t: 1 }) }));
  const began = performance.now();
  for (let step = 0; step < CALLS; step++) {
    const askers = people.filter((_, person) => step < chainLength(person));
    await Promise.all(askers.map((llm) => llm.atextRequest([{ role: 'user', content: `step ${step}` }])));
  }
  const milliseconds = performance.now() - began;
  await model.close();
  return milliseconds;
}

const longPrompt = 'A 34-year-old person looks at the clock and thinks. '.repeat(40);

/** The cost of a call without waiting: a recorded prompt of 2 KB, with a provider that answers at once. */
async function overhead(way: 'in process' | 'over HTTP'): Promise<Row[]> {
  const calls = way === 'in process' ? 20_000 : 5000;
  const folder = mkdtempSync(join(tmpdir(), 'llm-bench-'));
  const server = way === 'over HTTP' ? await startServer() : null;
  const entry = server ? { provider: 'vllm', base_url: server.url, model: 'toy' } : {};
  const providers = server ? [] : [{ label: 'instant', complete: async () => answer }];
  const model = open({ record: join(folder, 'calls.ndjson'), providers }, entry);
  const run = (count: number): Promise<unknown> =>
    Promise.all(everybody((person) => live(model, person, count / PEOPLE, (step) => `${longPrompt} ${step}`)));
  await run(2000);
  const [heapBefore, start] = [heapUsed(), processorSeconds()];
  await run(calls);
  const seconds = processorSeconds() - start;
  const kept = Math.max(0, heapUsed() - heapBefore);
  await model.close();
  server?.stop();
  rmSync(folder, { recursive: true });
  const work = `a call of a model ${way}`;
  return [
    { work, ours: (1000 * seconds) / calls, unit: 'ms' },
    { work: `${work}: memory kept`, ours: kept / 1024 / calls, unit: 'KB' },
  ];
}

/** Milliseconds of the same calls by `fetch` alone, which sends the prompt and reads the answer, as many at once. */
async function bareClient(): Promise<number> {
  const calls = 5000;
  const server = await startServer();
  const live = async (count: number): Promise<void> => {
    for (let step = 0; step < count; step++) {
      const messages = [{ role: 'user', content: `${longPrompt} ${step}` }];
      const body = JSON.stringify({ model: 'toy', messages });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/chat/completions`, { method: 'POST', headers, body });
      await response.json();
    }
  };
  const run = (count: number): Promise<unknown> => Promise.all(everybody(() => live(count / PEOPLE)));
  await run(2000);
  const start = processorSeconds();
  await run(calls);
  const seconds = processorSeconds() - start;
  server.stop();
  return (1000 * seconds) / calls;
}

async function heldByWaiting(): Promise<number> {
  const count = 5000;
  const releases: (() => void)[] = [];
  const provider: LanguageModelProvider = {
    label: 'waiting',
    complete: () => new Promise((resolve) => releases.push(() => resolve(answer))),
  };
  const model = open({ providers: [provider] }, { concurrency: count });
  const before = heapUsed();
  const lives = Array.from({ length: count }, (_, person) => live(model, person, 1, () => `${longPrompt} ${person}`));
  while (releases.length < count) await new Promise(setImmediate);
  const held = (heapUsed() - before) / count;
  for (const release of releases) release();
  await Promise.all(lives);
  await model.close();
  return held / 1024;
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** Resumed runs of 100 people with up to 10,000 recorded calls each: every request is answered from the file. */
async function cassettes(): Promise<Row[]> {
  const runs = [];
  for (const lines of LINES) runs.push(await resumed(lines));
  const [largest, most] = [runs.at(-1)!, LINES.at(-1)!.toLocaleString('en-GB')];
  const growth = exponent(
    LINES,
    runs.map(({ seconds }) => seconds),
  );
  return [
    { work: `${most} calls answered from their record`, ours: largest.seconds, unit: 's', exponent: growth },
    { work: `${most} calls answered from their record: memory`, ours: largest.megabytes, unit: 'MB' },
  ];
}

async function resumed(lines: number) {
  const folder = mkdtempSync(join(tmpdir(), 'llm-bench-'));
  const record = join(folder, 'calls.ndjson');
  const steps = lines / PEOPLE;
  writeRecord(record, steps);
  const start = processorSeconds();
  const model = open({ record });
  await Promise.all(everybody((person) => live(model, person, steps, shortPrompt)));
  const seconds = processorSeconds() - start;
  const { replayed } = model.usage();
  await model.close();
  rmSync(folder, { recursive: true });
  if (replayed !== lines) throw new Error(`${replayed} of ${lines} calls answered from their record`);
  return { seconds, megabytes: process.memoryUsage().rss / 2 ** 20 };
}

const shortPrompt = (step: number): string =>
  `Step ${step}. ${'It is 08:15. You are at home. Where do you go? '.repeat(12)}`;

function writeRecord(path: string, steps: number): void {
  const fd = openSync(path, 'w');
  for (let step = 0; step < steps; step++) {
    const request = JSON.stringify({ messages: [{ role: 'user', content: shortPrompt(step) }], temperature: 1 });
    const hash = createHash('sha256').update(request).digest('hex').slice(0, 32);
    const lines = everybody(
      (person) =>
        `{"person":${person},"sequence":${step},"hash":"${hash}","day":0,"t":1,"at":1760000000000,` +
        '"model":"deepseek/deepseek-chat","source":"provider","inputTokens":150,"outputTokens":20,"cost":0.00001,' +
        `"milliseconds":900,"retries":0,"failed":false,"request":${request},` +
        '"answer":{"content":"{\\"place\\": \\"work\\"}","toolCalls":[],"finishReason":"stop"}}\n',
    );
    writeSync(fd, lines.join(''));
  }
  closeSync(fd);
}

/** A server in a separate process, so that its work is not measured. */
async function startServer(): Promise<{ url: string; stop: () => void }> {
  const code = `
    const body = JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'home' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 500, completion_tokens: 100 },
    });
    const server = require('node:http').createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body));
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  `;
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(String(data).trim())));
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => server.kill() };
}
