import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'packages', 'city', 'src');

/** What each room of the city may import besides itself. */
const below: Readonly<Record<string, readonly string[]>> = {
  map: [],
  routing: ['map'],
  transit: ['map', 'routing'],
  movement: ['map', 'routing', 'transit'],
};

const roomOf = (file: string) => file.split(sep)[0] as string;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes(sep) && file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => normalize(file));
const imports = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g)]
    .map((match) => normalize(join(dirname(file), (match[1] ?? match[2]) as string)))
    .filter((target) => target.includes(sep))
    .map((target) => ({ file, target })),
);

test('every folder of the city is a room with a place in the order', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !(room in below))).toEqual([]);
});

test('rooms of the city import only what lies below them', () => {
  const wrong = imports
    .filter(({ file, target }) => roomOf(file) !== roomOf(target) && !below[roomOf(file)]?.includes(roomOf(target)))
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

test('what lies below a room does not lie above it too', () => {
  const reaches = (room: string): string[] => (below[room] ?? []).flatMap((next) => [next, ...reaches(next)]);
  expect(Object.keys(below).filter((room) => reaches(room).includes(room))).toEqual([]);
});
