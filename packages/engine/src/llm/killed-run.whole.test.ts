import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultServer } from './fault-server.fixture.js';
import { temporaryFolder } from './toy-people.fixture.js';

const KILLS = 3;
const PEOPLE = 20;
const STEPS = 5;

/** A run in a separate process, in which each request builds on the previous answer. Prints the diaries. */
const runCode = `
  const { createLanguageModel } = await import(process.env.LLM + '/create-language-model.js');
  const { parseLanguageModelConfig } = await import(process.env.LLM + '/config.js');
  const configs = parseLanguageModelConfig(
    { provider: 'vllm', base_url: process.env.URL_OF_SERVER, model: 'toy', concurrency: 8 }, { env: {}, warn: () => {} });
  const model = createLanguageModel(configs, { seed: 1, record: process.env.RECORD });
  const live = async (id) => {
    const diary = [];
    const llm = model.forPerson(id, { remaining: () => ${STEPS} - diary.length, step: () => ({ day: 0, t: 1 }) });
    while (diary.length < ${STEPS}) {
      const content = 'person ' + id + ' step ' + diary.length + ' after ' + (diary.at(-1) ?? 'nothing').slice(0, 20);
      diary.push(await llm.atextRequest([{ role: 'user', content }]));
    }
    return diary;
  };
  const diaries = await Promise.all(Array.from({ length: ${PEOPLE} }, (_, id) => live(id)));
  process.stdout.write(JSON.stringify(diaries));
  await model.close();
`;

test('a run that is killed three times ends like an uninterrupted one and repeats no recorded call', async () => {
  const server = await startFaultServer({
    answer: ({ body }) => `an answer to: ${body.messages[0]?.content}`,
    latencyMilliseconds: (n) => 5 + ((n * 37) % 30),
  });
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  const start = (record: string): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', runCode], {
      env: {
        LLM: new URL('.', import.meta.url).href.replace('/src/', '/dist/').replace(/\/$/, ''),
        URL_OF_SERVER: server.url,
        RECORD: record,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const undisturbed = await outputOf(start(join(folder, 'undisturbed.ndjson')));
  expect(server.received).toHaveLength(PEOPLE * STEPS);

  const record = join(folder, 'killed.ndjson');
  for (let kill = 0; kill < KILLS; kill++) {
    const before = server.received.length;
    const recorded = new Set(promptsIn(record));
    const run = start(record);
    // At a different moment each time: after some requests of this session, in the middle of others.
    await until(() => server.received.length >= before + 1 + ((kill * 5) % 9));
    run.kill('SIGKILL');
    await new Promise((resolve) => run.once('exit', resolve));
    const asked = server.received.slice(before).map(({ body }) => body.messages[0]?.content);
    expect(asked.filter((prompt) => recorded.has(prompt ?? ''))).toEqual([]);
  }
  const recorded = new Set(promptsIn(record));
  const before = server.received.length;
  expect(await outputOf(start(record))).toBe(undisturbed);
  expect(server.received.length - before).toBe(PEOPLE * STEPS - recorded.size);
  expect(promptsIn(record)).toHaveLength(PEOPLE * STEPS);
});

function promptsIn(record: string): string[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line).request.messages[0].content);
}

async function outputOf(run: ChildProcess): Promise<string> {
  let output = '';
  run.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  expect(await new Promise((resolve) => run.once('close', resolve))).toBe(0);
  return output;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
