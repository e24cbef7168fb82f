import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'packages');
const packages = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')));
const files = packages.flatMap((name) =>
  readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => join(root, name, 'src', file)),
);

/** Names that may be declared in several files, because they mean one thing. */
const oneMeaning = new Set([
  // What a metric or a measure declares; lists take them from its file.
  'meta',
  'metas',
  'measure',
  // One measure each: of a person's points or days, and of everybody's trajectories.
  'dailyLocations',
  'radiusOfGyration',
]);

test('no exported name means two things in one package', () => {
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    )) {
      const path = relative(root, file);
      const key = `${path.split(sep)[0]}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), path]);
    }
  expect(places.size).toBeGreaterThan(1000);
  const twice = [...places].filter(
    ([name, found]) => new Set(found).size > 1 && !oneMeaning.has(name.replace(/.*: /, '')),
  );
  expect(twice).toEqual([]);
});
