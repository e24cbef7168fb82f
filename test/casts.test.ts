import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Double casts that remain, by file. Make the type right and lower the number; files of formats may have some. */
const REMAINING: Readonly<Record<string, number>> = {
  'packages/asbench/src/bridge/mobility.ts': 6,
  'packages/asbench/src/bridge/read-table.ts': 1,
  'packages/asbench/src/bridge/score-steps.ts': 1,
  'packages/city/src/map/message-columns.ts': 2,
  'packages/city/src/routing/routing-data.ts': 2,
  'packages/city/src/transit/timetable.ts': 1,
  'packages/metrics/src/humob/wasm-kernel.ts': 1,
  'packages/metrics/src/metas.ts': 1,
  'packages/run/src/calls/usual-head.ts': 1,
  'packages/viewer/src/app/player/area.ts': 1,
  'packages/viewer/src/app/player/city.ts': 1,
  'packages/viewer/src/app/player/overlays.ts': 1,
  'packages/viewer/src/server/people.ts': 1,
};
const isExempt = (file: string) => /\.(test|fixture)\.tsx?$|^packages\/run\/src\/(formats|tables)\//.test(file);

/** TypeScript of all packages, as paths from the root. */
const sources = () =>
  readdirSync(`${root}/packages`).flatMap((name) =>
    readdirSync(`${root}/packages/${name}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `packages/${name}/src/${file.replaceAll('\\', '/')}`),
  );

test('no source outside tests and file formats gains a double cast', () => {
  const counts: Record<string, number> = {};
  for (const file of sources()) {
    if (isExempt(file)) continue;
    const casts = readFileSync(`${root}/${file}`, 'utf8').split('as unknown as').length - 1;
    if (casts > 0) counts[file] = casts;
  }
  expect(counts, 'a cast through unknown hides a wrong type: correct the type, or lower the number here').toEqual(
    REMAINING,
  );
});
