import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testFolder } from '../commands/asbench.fixture.js';
import { readTrajectoriesAt } from './read-trajectories.js';

// Written by the code of AgentSociety 2's replay writers (JSON Lines as in 2.9, and SQLite before) with the tables that its
// MobilitySpace declares. The positions, of three people every three hours, are from a run of asbench on synthetic data.
const fixtures = join(import.meta.dirname, '../../../mobility/fixtures');
const folder = testFolder();

/** A copy of the run, with another catalogue. */
function runWith(name: string, catalogue: string): string {
  const path = join(folder, name);
  cpSync(join(fixtures, 'agentsociety-2'), path, { recursive: true });
  writeFileSync(join(path, 'replay/_schema.json'), catalogue);
  return path;
}

const catalogueOf = (...tables: string[]) =>
  JSON.stringify({
    datasets: Object.fromEntries(tables.map((name) => [name, { table_name: name, capabilities: ['trajectory'] }])),
  });

test('the positions of a replay are read from its shards by person and time, from the run or the replay', async () => {
  const { trajectories, dropped } = await readTrajectoriesAt(join(fixtures, 'agentsociety-2'));
  const { people, starts, times, lons, lats } = trajectories;
  expect([people.toSorted(), [...starts], dropped]).toEqual([['1', '2', '3'], [0, 6, 12, 18], {}]);
  const start = starts[people.indexOf('2')]!;
  const rows = Array.from({ length: 6 }, (_, i) => [times[start + i]! % 86_400, lons[start + i], lats[start + i]]);
  expect(rows.slice(1, 4)).toEqual([
    [9 * 3600, -0.0047422, -0.00177].map((x, i) => (i === 0 ? x : expect.closeTo(x, 12))),
    [12 * 3600, -0.0030901, 0.0057937].map((x, i) => (i === 0 ? x : expect.closeTo(x, 12))),
    [15 * 3600, -0.003392, 0.0063677].map((x, i) => (i === 0 ? x : expect.closeTo(x, 12))),
  ]);
  expect((await readTrajectoriesAt(join(fixtures, 'agentsociety-2/replay'))).trajectories).toEqual(trajectories);
});

test('the database of an older version has the same positions', async () => {
  const older = join(folder, 'older');
  mkdirSync(older);
  const database = gunzipSync(readFileSync(join(fixtures, 'agentsociety-2-sqlite.db.gz')));
  writeFileSync(join(older, 'sqlite.db'), database);
  writeFileSync(join(older, 'pid.json'), '{}');
  const { trajectories, notes } = await readTrajectoriesAt(older);
  const expected = (await readTrajectoriesAt(join(fixtures, 'agentsociety-2'))).trajectories;
  const byPerson = ({ people, starts, times, lons, lats }: typeof trajectories) =>
    Object.fromEntries(
      people.map((id, i) => [id, [times, lons, lats].map((column) => [...column.slice(starts[i], starts[i + 1])])]),
    );
  expect(byPerson(trajectories)).toEqual(byPerson(expected));
  expect(notes).toEqual(
    expect.arrayContaining([`${join(older, 'sqlite.db')}: the table mobility_agent_state is read.`]),
  );
});

test('replays are rejected if they have no positions, several tables of positions, no rows or a damaged catalogue', async () => {
  await expect(readTrajectoriesAt(runWith('social', '{"datasets":{}}'))).rejects.toThrow(
    'the replay has no positions. Include MobilitySpace',
  );
  await expect(readTrajectoriesAt(runWith('several', catalogueOf('a', 'b')))).rejects.toThrow(
    'several tables have positions (a, b)',
  );
  await expect(readTrajectoriesAt(runWith('no-step', catalogueOf('a')))).rejects.toThrow('the run made no steps');
  await expect(readTrajectoriesAt(runWith('damaged', '{'))).rejects.toThrow('expected the catalogue');
});
