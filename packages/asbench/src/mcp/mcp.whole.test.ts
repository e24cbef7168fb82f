import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { program, testFolder } from '../commands/asbench.fixture.js';

const folder = testFolder();
const runs = join(folder, '.agentsociety-benchmark', 'runs');
const stateOf = (run: string) => JSON.parse(readFileSync(join(runs, run, 'run.json'), 'utf8')).state;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: Record<string, unknown> };
  readonly error?: { readonly code: number };
}

/** A server as a client starts it, with raw lines in and out. */
class Server {
  readonly child: ChildProcess = spawn(process.execPath, [program, 'mcp', '--folder', folder]);
  readonly #messages: Message[] = [];

  constructor() {
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.#messages.push(JSON.parse(line)));
    this.send({ id: 0, method: 'initialize', params: INITIALIZE });
    this.send({ method: 'notifications/initialized' });
  }

  write(text: string): void {
    this.child.stdin!.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  call(id: number, name: string, given: object, meta?: object): void {
    this.send({ id, method: 'tools/call', params: { name, arguments: given, ...(meta && { _meta: meta }) } });
  }

  async message(isIt: (message: Message) => boolean): Promise<Message> {
    await expect.poll(() => this.#messages.some(isIt)).toBe(true);
    return this.#messages.find(isIt)!;
  }

  answer(id: number): Promise<Message> {
    return this.message((message) => message.id === id && message.method === undefined);
  }

  async end(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.stdin!.end();
    const [status] = await exited;
    return status as number | null;
  }
}
const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
/** Runs for minutes until the file `quick` exists. */
const SLOW = `import { existsSync } from 'node:fs';
import { DailyMobilityAgent } from 'itinera';
export default class Slow extends DailyMobilityAgent {
  async forward(): Promise<void> {
    if (!existsSync('quick')) await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}`;
const LONG = { people: 5, agent: 'slow.ts', threads: 1 };

let server: Server;
beforeAll(async () => {
  await withDemo(join(folder, '.agentsociety-benchmark'), 'DailyMobility');
  server = new Server();
});
afterAll(() => server.child.kill());

test('malformed, oversized and unknown messages are answered or ignored, and the server continues', async () => {
  for (const text of ['{"jsonrpc":"2.0","id":1,', 'null', '[]', '{}', '"a"', `${'['.repeat(10_000)}`, '\0\u001b[2J'])
    server.write(`${text}\n`);
  server.send({ id: 2, method: 'no/such/method' });
  expect((await server.answer(2)).error?.code).toBe(-32_601);
  server.send({ id: 3, method: 'tools/call', params: { name: 5, arguments: 'x' } });
  expect((await server.answer(3)).error).toBeDefined();
  server.call(4, 'run', { agent: 'a'.repeat(1_000_000) });
  expect((await server.answer(4)).result?.isError).toBe(true);
  server.call(20, 'run', { agent: 'a'.repeat(11_000_000) });
  expect((await server.answer(20)).error?.code).toBe(-32_600);
  server.call(5, 'list_tasks', {});
  expect((await server.answer(5)).result?.structuredContent).toHaveProperty('tasks');
});

test('two commands run at once, and a cancelled run can be resumed', async () => {
  server.call(10, 'new_agent', { agent: 'slow.ts', source: SLOW });
  await server.answer(10);
  server.call(11, 'run', LONG, { progressToken: 'p' });
  await server.message(({ method }) => method === 'notifications/progress');
  server.call(12, 'explain', { run: 'daily-mobility-1' });
  expect((await server.answer(12)).result?.structuredContent).toMatchObject({ score: null });
  server.send({ method: 'notifications/cancelled', params: { requestId: 11 } });
  await expect.poll(() => stateOf('daily-mobility-1')).toBe('stopped');
  writeFileSync(join(folder, 'quick'), '');
  server.call(13, 'resume', { run: 'daily-mobility-1' });
  expect((await server.answer(13)).result?.structuredContent).toMatchObject({ stopped: null, problems: 0 });
});

test('a client that disconnects stops its run, so that it can be resumed', async () => {
  rmSync(join(folder, 'quick'));
  const second = new Server();
  second.call(1, 'run', { ...LONG, seed: 2 }, { progressToken: 'p' });
  await second.message(({ method }) => method === 'notifications/progress');
  expect(await second.end()).toBe(0);
  expect(stateOf('daily-mobility-2')).toBe('stopped');
});

test('a scripted client lifts the first agent of the tutorial above 85 points through these tools alone', async () => {
  const script = join(import.meta.dirname, '../../../../examples/mcp/improve.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, '50']);
  const scores = [...stdout.matchAll(/: ([\d.]+) points$/gm)].map(([, score]) => Number(score));
  expect(scores[0]).toBeLessThan(60);
  expect(scores.at(-1)).toBeGreaterThan(85);
});
