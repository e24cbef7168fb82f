import { describe, expect, test } from 'vitest';
import type { ModelAnswer, ModelRequest } from './host-messages.js';
import type { PythonHost, PythonMind } from './python-host.js';
import { hasPython, person, pythonFixture, senses, startHost, toyFolder } from './toy-host.fixture.js';

const { city } = toyFolder();
const PEOPLE = 12;
const STEPS = 20;
const ids = Array.from({ length: PEOPLE }, (_, id) => id);

/** Answers after a while that is as good as random, but the same for the same request and salt. */
const slowly =
  (salt: number) =>
  async (request: ModelRequest): Promise<ModelAnswer> => {
    const text = JSON.stringify(request);
    const hash = [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0) + salt) % 997, 7);
    await new Promise((resolve) => setTimeout(resolve, hash % 13));
    return { text: 'x'.repeat(text.length % 5) };
  };

/** Everybody lives step by step, all told in one turn; the process may be killed now and then. */
async function inStep(agent: string, ask: (request: ModelRequest) => Promise<ModelAnswer>, killsAt: number[] = []) {
  const host: PythonHost = await startHost({ file: pythonFixture(agent), city, order: 'step' });
  const minds: PythonMind[] = await Promise.all(ids.map((id) => host.make(id, { ...person(id), limit: 5 }, ask)));
  const lives: unknown[][] = ids.map(() => []);
  for (let step = 0; step < STEPS; step++) {
    const deciding = minds.map((mind) => mind.decide(senses(1 + 900 * step)));
    if (killsAt.includes(step)) process.kill(host.pid!, 'SIGKILL');
    for (const [id, decision] of (await Promise.all(deciding)).entries()) lives[id]!.push(decision);
  }
  await host.close();
  return lives;
}

describe.skipIf(!hasPython)('people in step', () => {
  test('fill a quota of their class as one after the other would', async () => {
    const lives = await inStep('quota.py', slowly(1));
    const host = await startHost({ file: pythonFixture('quota.py'), city });
    const minds = [];
    for (const id of ids) minds.push(await host.make(id, { ...person(id), limit: 5 }, slowly(1)));
    const oneByOne: unknown[][] = ids.map(() => []);
    for (let step = 0; step < STEPS; step++)
      for (const id of ids) oneByOne[id]!.push(await minds[id]!.decide(senses(1 + 900 * step)));
    await host.close();
    expect(lives).toEqual(oneByOne);
    expect(JSON.stringify(lives)).toContain('work');
  });

  test('decide the same whichever answer comes first, and when their process is killed', async () => {
    const calm = await inStep('asking_quota.py', slowly(1));
    expect(await inStep('asking_quota.py', slowly(2))).toEqual(calm);
    expect(await inStep('asking_quota.py', slowly(3), [3, 11])).toEqual(calm);
    expect(JSON.stringify(calm)).toContain('work');
  });
});
