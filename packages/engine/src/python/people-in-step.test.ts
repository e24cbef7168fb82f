import { describe, expect, test } from 'vitest';
import type { ModelAnswer, ModelRequest } from './host-messages.js';
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
  await host.close();
  return lives;
}

describe.skipIf(!hasPython)('people in step', () => {
  test('fill a quota of their class as if they acted one after another', async () => {
    const lives = await inStep('quota.py', slowly(1));
    const host = await startHost({ file: pythonFixture('quota.py'), city });
    const minds = [];
    for (const id of ids) minds.push(await host.make(id, person(id), slowly(1)));
    const oneByOne: unknown[][] = ids.map(() => []);
    for (let step = 0; step < STEPS; step++)
      for (const id of ids) oneByOne[id]!.push(await minds[id]!.decide(senses(1 + 900 * step)));
    await host.close();
    expect(lives).toEqual(oneByOne);
    expect(JSON.stringify(lives)).toContain('work');
  });

  test('decide the same in whatever order the answers arrive, and after their process is killed', async () => {
    const calm = await inStep('asking_quota.py', slowly(1));
    expect(await inStep('asking_quota.py', slowly(2))).toEqual(calm);
    expect(await inStep('asking_quota.py', slowly(3), [3, 8])).toEqual(calm);
    expect(JSON.stringify(calm)).toContain('work');
  });
});
