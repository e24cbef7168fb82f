import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'packages');
const packages = readdirSync(root).filter((name) => readdirSync(join(root, name)).includes('package.json'));
const manifest = (name: string) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
const sources = (name: string) =>
  readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => join(root, name, 'src', file));
const imports = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3]) as string);
const packageOf = (specifier: string) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] as string);

test.each(packages)('%s imports only what its package.json names', (name) => {
  const allowed = new Set(Object.keys(manifest(name).dependencies ?? {}));
  const foreign = sources(name).flatMap((file) =>
    imports(file)
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .filter((specifier) => !allowed.has(packageOf(specifier)))
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

test('metrics has no dependencies and no node: imports', () => {
  expect(manifest('metrics').dependencies ?? {}).toEqual({});
  expect(
    sources('metrics')
      .flatMap(imports)
      .filter((specifier) => specifier.startsWith('node:')),
  ).toEqual([]);
});

test('mobility imports metrics alone and no node: modules', () => {
  expect(Object.keys(manifest('mobility').dependencies)).toEqual(['@itinera/metrics']);
  expect(
    sources('mobility')
      .flatMap(imports)
      .filter((specifier) => specifier.startsWith('node:')),
  ).toEqual([]);
});

test('packages depend on each other in one direction', () => {
  const needs = (name: string): string[] =>
    Object.keys(manifest(name).dependencies ?? {})
      .filter((dependency) => dependency.startsWith('@itinera/'))
      .map((dependency) => dependency.slice('@itinera/'.length));
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of needs(from)) if (!seen.has(next)) reaches(next, seen.add(next));
    return seen;
  };
  expect(packages.filter((name) => reaches(name).has(name))).toEqual([]);
  expect(reaches('city').has('metrics') || reaches('metrics').has('city')).toBe(false);
});
