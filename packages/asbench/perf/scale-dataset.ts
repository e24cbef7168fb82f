import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import type { Profile } from '@itinera/engine';
import { RandomStream } from 'itinera';

/** Writes a dataset of people who live and work anywhere on a map. @returns the people */
export function writeDataset(
  folder: string,
  count: number,
  map = synthesizeCity({ seed: 1, size: 'town' }),
): Profile[] {
  mkdirSync(folder, { recursive: true });
  const random = new RandomStream(1, 0);
  writeFileSync(join(folder, 'map.pb'), writeMap(map));
  const path = join(folder, 'profiles.jsonl');
  const people: Profile[] = [];
  const anywhere = () => random.choice(map.aois.id);
  for (let id = 1; id <= count; id++) people.push({ id, home: anywhere(), work: anywhere(), attributes: {} });
  for (let from = 0; from < count; from += 10_000) {
    const lines = people.slice(from, from + 10_000).map(({ id, home, work }) => JSON.stringify({ id, home, work }));
    writeFileSync(path, `${lines.join('\n')}\n`, { flag: 'a' });
  }
  return people;
}
