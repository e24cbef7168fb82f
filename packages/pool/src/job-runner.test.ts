import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Batch, BatchFolder } from './batch-folder.js';
import { hashesOfFiles } from './checked-files.js';
import type { JobEnd, JobEvent } from './job-kind.js';
import { serveJobs } from './job-process.js';
import type { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';

const folder = mkdtempSync(join(tmpdir(), 'pool test '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a home folder with a batch, and runs its jobs as a worker does. */
function homeWith(home: string, batch: Batch) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const { signal } = new AbortController();
  const events: JobEvent[] = [];
  const runner = new JobRunner({
    ...{ home, threads: 1, signal, warn, note: () => {}, readModel: () => undefined },
    onJob: (event) => void events.push(event),
  });
  const made = BatchFolder.create(home, batch);
  return { made, runner, warnings, events, jobs: made.jobs(Array.from({ length: batch.jobs }, (_, number) => number)) };
}

const newHome = (name: string) => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};

test('a worker does not use a file that has changed since the request or that the request does not name', async () => {
  const home = newHome('changed');
  const write = (name: string, text: string) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const rows = Array.from({ length: 48 }, (_, slot) => `1,60,${slot},10,${20 + slot}\n`).join('');
  const reference = write('truth.csv', `uid,d,t,x,y\n${rows}`);
  const generated = [write('a.csv', `uid,d,t,x,y\n${rows}`), write('b.csv', `uid,d,t,x,y\n${rows}`)];
  const what = { reference, generated, rules: 'humob2023', seed: 1 };
  const batch = { kind: 'humob', jobs: 2, files: await hashesOfFiles([reference, ...generated]), what };
  const { made, runner, jobs, events } = homeWith(home, batch);
  expect(await runner.run(jobs[0]!)).toBe('done');
  expect(await runner.run(jobs[0]!)).toBe('nothing to do');
  expect(made.outcome(0)).toMatchObject({ result: { users: 1, geobleu: 1 } });

  write('b.csv', 'uid,d,t,x,y\n');
  expect(await runner.run(jobs[1]!)).toBe('failed');
  expect(made.outcome(1)).toEqual({ error: expect.stringContaining('b.csv has changed since the request') });
  const facts = (number: number) => ({
    ...{ batch: made.id, job: number + 1, jobs: 2 },
    ...{ submission: generated[number], reference, rules: 'humob2023', seed: 1 },
  });
  expect(events).toEqual([
    { event: 'job started', ...facts(0) },
    { event: 'job done', ...facts(0), users: 1 },
    { event: 'job started', ...facts(1) },
    { event: 'job failed', ...facts(1), error: expect.stringContaining('b.csv has changed') },
  ]);
  const unnamed = homeWith(home, { ...batch, files: {} });
  await unnamed.runner.run(unnamed.jobs[0]!);
  expect(unnamed.made.outcome(0)).toEqual({ error: expect.stringContaining('has changed since the request') });
});

test('a worker does not run an agent that has changed since the request', async () => {
  const home = newHome('agent changed');
  const agent = join(home, 'agent.ts');
  writeFileSync(agent, "export const help = './part.js';\n");
  const plan = {
    task: 'DailyMobility',
    cells: [{ agent, model: null, map: null, params: {} }],
    seeds: [1],
    terms: { demo: true, people: 16 },
  };
  const batch = { kind: 'sweep', jobs: 1, files: await hashesOfFiles([agent]), what: { plan, shares: 1 } };
  writeFileSync(agent, "throw new Error('run');\n");
  const { made, runner, jobs } = homeWith(home, batch);
  await runner.run(jobs[0]!);
  expect(made.outcome(0)).toEqual({ error: expect.stringContaining('agent.ts has changed since the request') });
  expect(readdirSync(home)).not.toContain('runs');
});

test('a job is not run if its batch is missing or differs from the queue entry', async () => {
  const home = newHome('batches');
  const { made, runner, warnings, jobs } = homeWith(home, { kind: 'nothing', jobs: 1, files: {}, what: null });
  const [job] = jobs as [(typeof jobs)[0]];
  expect(await runner.run({ ...job, batch: '0'.repeat(16) })).toBe('nothing to do');
  expect(warnings).toEqual([]);
  expect(await runner.run({ ...job, hash: '0'.repeat(64) })).toBe('nothing to do');
  expect(await runner.run({ ...job, number: 1 })).toBe('nothing to do');
  expect(warnings.join()).toMatch(/differs from the batch that the queue names.*no job number 1/s);
  expect(made.done()).toEqual([]);
  expect(await runner.run(job)).toBe('failed');
  expect(made.outcome(0)).toEqual({ error: expect.stringContaining('does not support "nothing" jobs') });
});

test('a job that another worker does while this one opens its batch is not run again', async () => {
  const home = newHome('slow');
  const reference = join(home, 'truth.csv');
  writeFileSync(reference, 'uid,d,t,x,y\n1,60,1,10,20\n');
  const what = { reference, generated: [reference], rules: 'humob2023', seed: 1 };
  const files = await hashesOfFiles([reference]);
  const { made, runner, jobs } = homeWith(home, { kind: 'humob', jobs: 1, files, what });
  const running = runner.run(jobs[0]!);
  made.write(0, { result: 'of another worker' });
  expect(await running).toBe('given up');
  expect(made.outcome(0)).toEqual({ result: 'of another worker' });
});

test('a job that is given up returns to the queue, and every other one leaves it', async () => {
  const ends: JobEnd[] = ['done', 'failed', 'nothing to do', 'given up'];
  const jobs = ends.map((_, number) => ({ batch: 'b', hash: 'h', number }));
  const left = [...jobs];
  const said: string[] = [];
  const queue: JobQueue = {
    add: async () => {},
    claim: async () => left.shift() ?? null,
    done: async ({ number }) => void said.push(`${ends[number]}: leaves`),
    lost: async ({ number }) => void said.push(`${ends[number]}: returns`),
    close: async () => {},
  };
  const { signal } = new AbortController();
  await serveJobs(queue, async ({ number }) => ends[number]!, signal);
  expect(said).toEqual(['done: leaves', 'failed: leaves', 'nothing to do: leaves', 'given up: returns']);
});
