import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const isExempt = (file: string) => /\.(test|fixture)\.tsx?$|^packages\/run\/src\/(formats|tables)\//.test(file);

/** TypeScript of all packages, as paths from the root. */
const sources = () =>
  readdirSync(`${root}/packages`).flatMap((name) =>
    readdirSync(`${root}/packages/${name}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `packages/${name}/src/${file.replaceAll('\\', '/')}`),
  );

test('no source outside tests and file formats casts through unknown', () => {
  const found = sources().filter(
    (file) => !isExempt(file) && readFileSync(`${root}/${file}`, 'utf8').includes('as unknown as'),
  );
  expect(found, 'a cast through unknown hides a wrong type: correct the type').toEqual([]);
});
