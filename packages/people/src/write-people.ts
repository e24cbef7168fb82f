import { dirname, join } from 'node:path';
import { UserError } from '@itinera/base';
import { makeFolder, writeDurably, writeSet } from '@itinera/base/node';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { SyntheticPerson } from './synthesize-people.js';

/**
 * Writes people as profiles of a dataset.
 * @param output one file, `.json` or `.parquet`; anything else is a folder, which receives both, and a note that the
 * people are synthetic.
 * @returns the files.
 * @throws UserError when they cannot be written.
 */
export async function writePeople(output: string, people: readonly SyntheticPerson[]): Promise<string[]> {
  if (output.endsWith('.json')) return [await save(output, jsonOf(people))];
  if (output.endsWith('.parquet')) return [await save(output, parquetOf(people))];
  const files = {
    'profiles.json': jsonOf(people),
    'profiles.parquet': [parquetOf(people)],
    'SYNTHETIC.md': ['These people are synthetic (`asbench data people`). None of them exists.\n'],
  };
  await writeSet(output, 'people', (stage) => {
    for (const [name, parts] of Object.entries(files)) writeDurably(join(stage, name), parts);
  });
  return Object.keys(files).map((name) => join(output, name));
}

/** One person per line, so that the file is readable. */
function* jsonOf(people: readonly SyntheticPerson[]): Generator<string> {
  yield '[\n';
  for (const [i, person] of people.entries()) yield `${JSON.stringify(person)}${i < people.length - 1 ? ',' : ''}\n`;
  yield ']\n';
}

function parquetOf(people: readonly SyntheticPerson[]): Uint8Array {
  const column = <K extends keyof SyntheticPerson>(name: K, type: 'INT32' | 'DOUBLE' | 'STRING' | 'BOOLEAN') => ({
    name,
    data: people.map((person) => person[name]),
    type,
  });
  const buffer = parquetWriteBuffer({
    columnData: [
      column('id', 'INT32'),
      column('home', 'INT32'),
      column('home_lon', 'DOUBLE'),
      column('home_lat', 'DOUBLE'),
      column('work', 'INT32'),
      column('school', 'INT32'),
      column('household', 'INT32'),
      column('household_size', 'INT32'),
      column('cars', 'INT32'),
      column('has_car', 'BOOLEAN'),
      column('age', 'INT32'),
      column('gender', 'STRING'),
      column('occupation', 'STRING'),
      column('synthetic', 'BOOLEAN'),
    ],
    kvMetadata: [{ key: 'itinera', value: 'SYNTHETIC people' }],
  });
  return new Uint8Array(buffer);
}

/** The file appears under its name when it is complete. */
async function save(path: string, data: string | Uint8Array | Iterable<string>): Promise<string> {
  try {
    makeFolder(dirname(path));
    writeDurably(path, typeof data === 'string' || data instanceof Uint8Array ? [data] : data);
  } catch (error) {
    throw new UserError(`${path} cannot be written (${(error as Error).message}). Choose another path with -o.`);
  }
  return path;
}
