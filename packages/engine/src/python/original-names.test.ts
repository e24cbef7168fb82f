import { expect, test } from 'vitest';
import { checkPythonAgent, faultsOf } from './check-agent.js';
import { DEFAULT_PYTHON } from './python-process.js';
import { hasPython, person, pythonFixture, senses, startHost, taskBases, toyFolder } from './toy-host.fixture.js';

const { city } = toyFolder();
const file = pythonFixture('names.py');

test.skipIf(!hasPython)('undocumented names of the originals exist and behave as in the originals', async () => {
  const logs: string[] = [];
  const host = await startHost({ file, city, onLog: (_, text) => logs.push(...text.split('\n')) });
  const response = { choices: [{ message: { role: 'assistant', content: 'nested' } }] };
  const mind = await host.make(1, person(1, { occupation: 'Baker' }), async () => ({ response }));
  const { tick, weather, motion } = senses(3661);
  const position = { ...(motion.position as object), xy_position: { x: 0, y: 0, z: 0 } };
  expect(await mind.decide({ tick, weather, motion: { ...motion, position } })).toMatchObject({ schedules: [] });
  await mind.leave();
  await host.close();
  expect(logs).toEqual([
    "INFO good day, Baker of Elm: Don't know | as JSON",
    'INFO 1 01:01:01',
    'INFO True 0 7 0',
    'INFO nested',
  ]);
});

test.skipIf(!hasPython)('check-agent finds them all', async () => {
  expect(faultsOf(await checkPythonAgent(file, DEFAULT_PYTHON, taskBases), taskBases)).toEqual([]);
});
