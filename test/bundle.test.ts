import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command, strangersFolder } from './packed.fixture.js';

// The program of asbench alone, as the Python package carries it: nothing of node_modules is near.
const root = join(import.meta.dirname, '..');
const stranger = strangersFolder();
const at = (name: string) => join(stranger.path, name);
for (const part of ['bin', 'bundle']) cpSync(join(root, 'packages', 'asbench', part), at(part), { recursive: true });
const asbench = (...args: string[]) => command(process.execPath, [join('bin', 'asbench.js'), ...args], stranger.path);
afterAll(() => stranger.remove());

test('an agent in TypeScript is compiled and run in threads', () => {
  writeFileSync(
    at('walker.ts'),
    `import { DailyMobilityAgent, z } from '@itinera/bench';
const places: number[] = z.array(z.number()).parse([]);
export default class Walker extends DailyMobilityAgent {
  async forward(): Promise<void> {
    this.logIntention('work');
    this.goToAoi(this.status.get('work').aoiPosition.aoiId + places.length);
  }
}`,
  );
  const task = ['run', 'DailyMobility', '--demo', '--people', '40', '--agent', 'walker.ts', '--json'];
  expect(JSON.parse(asbench(...task))).toMatchObject({ problems: 0, synthetic: true });
});

test('files are scored in threads', () => {
  asbench('humob', 'synth', '--users', '60', '--days', '75', '-o', 'all.csv');
  asbench('humob', 'split', 'all.csv', '--from-day', '60', '-o', 'parts');
  const truth = join('parts', 'truth.csv');
  const scored = asbench('humob', 'score', '--generated', truth, '--reference', truth, '--processes', '2', '--json');
  expect(JSON.parse(scored)).toMatchObject({ geobleu: 1, dtw: 0, users: 60 });
});

test('what others wrote is passed on with their licences', () => {
  expect(readFileSync(at(join('bundle', 'LICENSES.txt')), 'utf8')).toMatch(/^zod \d[\s\S]*MIT License/m);
});
