import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../packages');

/** Modules that write several files without `writeSet`, and why these cannot be mixed. */
const others: Readonly<Record<string, string>> = {
  'asbench/src/commands/map.ts': 'one file of each command',
  'asbench/src/commands/reach.ts': 'one of them, by the ending of its name',
  'asbench/src/starts/copy-start.ts': 'the start of what a user edits; a repeated command writes what is missing',
  'asbench/src/trajectories/synthetic-mark.ts': 'one note for each file',
  'benchmarks/src/demo/make-demo.ts': 'a folder that is renamed when it is complete',
  'city/src/map/column-file.ts': 'one file in two pieces',
  'city/src/map/map-file.ts': 'a map, or what is cached of one',
  'city/src/transit/timetable-file.ts': 'a timetable names its map by hash, and comes first',
  'pool/src/batch-folder.ts': 'one file for each outcome',
  'run/src/node/part-files.ts': 'a run: its manifest says what is complete, and resuming writes the rest',
  'runner/src/hub/clone-dataset.ts': 'a download, whose record comes last and has the sizes and hashes',
  'runner/src/scenarios/scenario-map.ts': 'named after the hash of what they are made of, the map last',
  'runner/src/trials/finish-run.ts': 'a run: its checksums come last',
  'runner/src/trials/keep-source.ts': 'a run: resuming writes them again',
  'studies/src/boards/list-runs.ts': 'an index that can be deleted, and a file for each evaluation',
  'studies/src/exports/write-table.ts': 'a table, after the mark that it is synthetic',
  'viewer/src/server/replay-workers/replay-worker.ts': 'a folder that is renamed when it is complete',
};

const WRITE =
  /(?<!function )\b(write(Durably|FileSync|File|MapFile|ColumnFile|TimetableFile)|createWriteStream|cpSync|copyFileSync)\(/;
const LOOP = /\bfor \(|\.(map|forEach)\(/;

/** Whether a module writes more than once, or in a loop. */
function writesSeveral(text: string): boolean {
  const lines = text.split('\n').map((line) => (/^ *(\/\/|\/?\*)/.test(line) ? '' : line));
  const sites = lines.flatMap((line, i) => (WRITE.test(line) ? [i] : []));
  return (
    sites.length > 1 || sites.some((at) => LOOP.test(lines[at]!) || around(lines, at).some((line) => LOOP.test(line)))
  );
}

/** The lines that contain a line, by their indentation. */
function around(lines: readonly string[], at: number): string[] {
  const indent = (line: string) => line.search(/\S/);
  const found = [];
  let least = indent(lines[at]!);
  for (let i = at - 1; i >= 0 && least > 0; i--)
    if (lines[i] !== '' && indent(lines[i]!) < least) {
      least = indent(lines[i]!);
      found.push(lines[i]!);
    }
  return found;
}

test('every module that writes several files writes them as one set, or cannot mix them', () => {
  const found = readdirSync(packages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${name}/src/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /(?<!\.(?:test|fixture|d))\.ts$/.test(path) && !path.startsWith('base/src/node/'))
    .filter((path) => {
      const text = readFileSync(join(packages, path), 'utf8');
      return writesSeveral(text) && !/\b(writeSets?|writeFileSet)\(/.test(text);
    });
  expect(found.sort()).toEqual(Object.keys(others).sort());
});
