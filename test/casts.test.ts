import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const isExempt = (file: string) => /\.(test|fixture)\.tsx?$|^packages\/run\/src\/(formats|tables)\//.test(file);

const folders = ['lab', 'scripts', ...readdirSync(`${root}/packages`).map((name) => `packages/${name}/src`)];

/** TypeScript of all packages, the laboratory and the scripts, as paths from the root. */
const sources = () =>
  folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );

test('no source outside tests and file formats casts through unknown', () => {
  const found = sources().filter(
    (file) => !isExempt(file) && readFileSync(`${root}/${file}`, 'utf8').includes('as unknown as'),
  );
  expect(found, 'a cast through unknown hides a wrong type: correct the type').toEqual([]);
});
