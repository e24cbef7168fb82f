import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeMap } from '@itinera/city/browser';
import { synthesizeCity } from '@itinera/city-build/browser';
import { builtInAgents, noModel, openCity, simulateGroup } from '@itinera/engine/browser';
import { type GroupTables, openRun, RunFolder } from '@itinera/run';
import { verifyRun } from '@itinera/runner';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../../base/src/slow.fixture.js';
import { unpack } from '../../../../viewer/src/wire/packed.js';
import { runFiles } from './run-files.js';
import { PlayWorld } from './world.js';
import { zipOf } from './zip.js';

const folder = mkdtempSync(join(tmpdir(), 'playground run '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const map = { name: 'village.pb', bytes: writeMap(synthesizeCity({ seed: 3, size: 500 })) };
const world = new PlayWorld({ people: 20, seed: 5, map });
const agent = { builtIn: 'commuter' };
const groups = await simulated();

/** What the sandbox does, in this process. */
async function simulated(): Promise<GroupTables[]> {
  const { settings, city, groups } = world.job;
  const { agentClass } = builtInAgents[agent.builtIn]!;
  const surroundings = { settings, agentClass, llm: noModel, ...openCity(city, undefined, () => {}) };
  const tables: GroupTables[] = [];
  for (const people of groups) tables.push((await simulateGroup(surroundings, people)) as GroupTables);
  return tables;
}

slowTest('the folder of a run is verified by asbench, and the same folder gives an archive that it opens', async () => {
  const outcome = world.score(groups);
  expect(outcome).toMatchObject({ problemCount: 0, lostSteps: 0, failedTrips: 0, doubts: [] });
  expect(outcome.score.final_score).toBeGreaterThan(20);
  expect(outcome.trips).toBeGreaterThan(20);
  const run = { groups, agent, outcome, startedAt: '2026-01-01T00:00:00.000Z', seconds: 1 };
  const files = await runFiles(world, run);
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, 'run', name)), { recursive: true });
    writeFileSync(join(folder, 'run', name), bytes);
  }
  const place = { home: join(folder, 'home') };
  expect(await verifyRun(new RunFolder(join(folder, 'run')), place)).toMatchObject({ verdict: 'verified', edited: [] });
  const archive = join(folder, 'packed.zip');
  writeFileSync(archive, new Uint8Array(await (await zipOf('packed', files)).arrayBuffer()));
  const opened = await openRun(place.home, archive);
  expect(await verifyRun(opened, place)).toMatchObject({ verdict: 'verified', edited: [] });
});

test('an agent whose every step fails, or whose intention is unknown, has the warnings of the command line', () => {
  const [first] = groups;
  const { statuses } = first!;
  const strange = statuses.action.texts.map((text) => (text === 'sleep' ? 'unheard of' : text));
  const action = { ...statuses.action, texts: strange };
  const facts = { ...statuses.facts, lostSteps: 2000 };
  const changed = { ...first!, statuses: { ...statuses, action, facts } };
  expect(world.score([changed, ...groups.slice(1)]).doubts).toEqual([
    { grave: true, message: expect.stringMatching(/^the agent failed in .* so the simulation does not show its/) },
    { grave: false, message: expect.stringMatching(/have an unknown intention, .*"unheard of"/) },
  ]);
});

test('a replay has everybody in every quarter of an hour', async () => {
  const { meta, files } = await world.replay(groups, '1');
  expect(meta).toMatchObject({ people: 20, bins: 100, version: '1', firstDay: null });
  expect([...files.keys()]).toEqual(expect.arrayContaining(['city', 'ids', 'traffic', 'flows', 'bins/0', 'bins/99']));
  const movers = [...files]
    .filter(([name]) => name.startsWith('bins/'))
    .map(([, bytes]) => unpack(bytes.slice().buffer));
  expect(movers.filter(({ arrays }) => arrays.mover!.length > 0).length).toBeGreaterThan(3);
});

test('tables that an agent has changed are not scored', () => {
  const [first, ...others] = groups as [GroupTables, ...GroupTables[]];
  const { statuses } = first;
  for (const changed of [
    others,
    [{ ...first, statuses: { ...statuses, lng: statuses.lng.slice(1) } }, ...others],
    [{ ...first, statuses: { ...statuses, facts: { ...statuses.facts, people: 1e9 } } }, ...others],
    [first, ...others, first],
  ])
    expect(() => world.score(changed)).toThrow('The agent has changed the tables of the run, so there is no score.');
});

test('a file that is not a map is named', () => {
  const bytes = new TextEncoder().encode('nonsense');
  expect(() => new PlayWorld({ people: 1, seed: 1, map: { name: 'my.pb', bytes } })).toThrow(/^my\.pb: .*not a city/);
});
