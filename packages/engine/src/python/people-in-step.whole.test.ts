import { describe, expect, test } from 'vitest';
import type { LastWords, ModelAnswer, ModelRequest } from './host-messages.js';
import type { PythonHost, PythonMind } from './python-host.js';
import { hasPython, person, pythonFixture, senses, startHost, toyFolder } from './toy-host.fixture.js';

const { city } = toyFolder();
const PEOPLE = 12;
const STEPS = 12;
const ids = Array.from({ length: PEOPLE }, (_, id) => id);

/** Answers after a pseudo-random delay that depends on the request and the salt. */
const slowly =
  (salt: number) =>
  async (request: ModelRequest): Promise<ModelAnswer> => {
    const text = JSON.stringify(request);
    const hash = [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0) + salt) % 997, 7);
    await new Promise((resolve) => setTimeout(resolve, hash % 13));
    return { text: 'x'.repeat(text.length % 5) };
  };

/** Runs everyone step by step; kills the process in the given steps. */
async function inStep(agent: string, ask: (request: ModelRequest) => Promise<ModelAnswer>, killsAt: number[] = []) {
  const host: PythonHost = await startHost({ file: pythonFixture(agent), city, order: 'step' });
  const minds: PythonMind[] = await Promise.all(ids.map((id) => host.make(id, person(id), ask)));
  const lives: unknown[][] = ids.map(() => []);
  for (let step = 0; step < STEPS; step++) {
    const deciding = minds.map((mind) => mind.decide(senses(1 + 900 * step)));
    if (killsAt.includes(step)) process.kill(host.pid!, 'SIGKILL');
    for (const [id, decision] of (await Promise.all(deciding)).entries()) lives[id]!.push(decision);
  }
  for (const [id, words] of (await Promise.all(minds.map((mind) => mind.leave()))).entries()) lives[id]!.push(words);
  await host.close();
  return lives;
}

describe.skipIf(!hasPython)('people in step', () => {
  test('people fill a quota of their class as if they acted one after another', async () => {
    const lives = await inStep('quota.py', slowly(1));
    const host = await startHost({ file: pythonFixture('quota.py'), city });
    const minds = [];
    for (const id of ids) minds.push(await host.make(id, person(id), slowly(1)));
    const oneByOne: unknown[][] = ids.map(() => []);
    for (let step = 0; step < STEPS; step++)
      for (const id of ids) oneByOne[id]!.push(await minds[id]!.decide(senses(1 + 900 * step)));
    for (const id of ids) oneByOne[id]!.push(await minds[id]!.leave());
    await host.close();
    expect(lives).toEqual(oneByOne);
    expect(JSON.stringify(lives)).toContain('work');
  });

  test.each([
    ['asking_quota.py', 'work'],
    ['talkers.py', 'come along (0 at 0:1, 901)'],
  ])(
    'of %s decide the same in whatever order answers arrive, and after their process is killed',
    async (agent, words) => {
      const calm = await inStep(agent, slowly(1));
      expect(await inStep(agent, slowly(2))).toEqual(calm);
      expect(await inStep(agent, slowly(3), [3, 8])).toEqual(calm);
      expect(JSON.stringify(calm)).toContain(words);
    },
  );

  test('people receive messages, read AOIs and gather information as of the end of the previous step', async () => {
    const lives = await inStep('talkers.py', async () => ({ text: '' }));
    const intention = (id: number, step: number) => (lives[id]![step] as { intention: string }).intention;
    expect(intention(0, 0)).toBe('[] [] None');
    expect(intention(1, 0)).toBe('[] [] None');
    expect(intention(1, 1)).toMatch(
      /^\['come along \(0 at 0:1, 901\)', .* \(10 at 0:1, 901\)'\] \[\] \['0 heard 0', '2 heard 0'\]$/,
    );
    // The order is that of sending; what a person writes on an AOI is there one step later, and a failure ends no step.
    expect(intention(2, 2)).toMatch(/^\['rude \(1 at 0:901, 1801\)'\] \[.*'1 was here\\n'.*\] None$/);
    expect((lives[2]!.at(-1) as LastWords).not_awaited[0]).toMatchObject({ tick: 1801, message: 'I heard that' });
    expect(intention(4, 2)).toMatch(/ \{0: '0 heard \d', 2: '2 heard \d'\}$/);
  });

  test('a message in a process whose people do not wait for each other is an error with the next step', async () => {
    const host = await startHost({ file: pythonFixture('talkers.py'), city });
    const mind = await host.make(0, person(0), async () => ({ text: '' }));
    await expect(mind.decide(senses(1))).rejects.toThrow('run in step: omit --order free (talkers.py:');
    await host.close();
  });
});
