import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { filesBelow } from './bundle.fixture.js';

interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence?: string;
  readonly holder?: string;
  readonly text: string;
}
interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly [{ readonly license: { readonly id: string } }];
}

const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const { ALLOWED, licensed, materialsOf, partsOf } = (await import(
  pathToFileURL(join(root, 'scripts', 'build', 'contents.js')).href
)) as {
  readonly ALLOWED: Readonly<Record<string, string>>;
  readonly licensed: (part: Part) => Part;
  readonly materialsOf: (contents: unknown, manifest: unknown) => string;
  readonly partsOf: (metafiles: unknown, copied: readonly string[]) => unknown;
};
const bundle = join('packages', 'asbench', 'bundle');
const metafiles: readonly {
  readonly inputs: object;
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
}[] = JSON.parse(read('build', 'metafiles.json'));
const lock: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages;
const materials = JSON.parse(read(bundle, 'sbom.cdx.json'));
const components: readonly Component[] = materials.components;
const idOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name}@${version}`;
const folderOf = (file: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '';
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');

/** Bytes of the bundle's output, by the folder of the package that they come from. */
const bytes = new Map<string, number>();
for (const { outputs } of metafiles)
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0) bytes.set(folderOf(file), (bytes.get(folderOf(file)) ?? 0) + bytesInOutput);
bytes.delete('');

test('the bill of materials names the packages that are in the bundle, and no others', () => {
  const taken = [...bytes.keys()].map((folder) => `${nameOf(folder)}@${lock[folder]!.version}`);
  // The program of jiti is a bundle, in which paths remain; that of proj4 is one without paths.
  const traces = filesBelow(join(root, bundle))
    .filter((file) => /js$/.test(file))
    .flatMap((file) => [
      ...read(bundle, file).matchAll(/\.pnpm\/[^/]+?@(\d[^_/]*)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/"]+)/g),
    ])
    .map(([, version, name]) => `${name}@${version}`);
  const ofProj4 = ['mgrs', 'wkt-parser'].map((name) => `${name}@${lock[`node_modules/${name}`]!.version}`);
  // Its comments, with the paths, are not in the bundle.
  const ofProtocol = ['content-type@1.0.5'];
  expect(components.map(idOf)).toEqual([...new Set([...taken, ...traces, ...ofProj4, ...ofProtocol])].sort());
  expect(components.length).toBeGreaterThan(80);
});

test('each component has an address, an allowed licence, and the hash of the lock file', () => {
  expect(materials).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  const hashes = new Map(
    Object.entries(lock).map(([folder, { version, integrity }]) => [`${nameOf(folder)}@${version}`, integrity]),
  );
  const refs = components.map((component) => `pkg:npm/${idOf(component).replace(/^@/, '%40')}`);
  for (const [i, component] of components.entries()) {
    const integrity = hashes.get(idOf(component));
    const content = Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
    expect(component).toEqual({
      type: 'library',
      'bom-ref': refs[i],
      name: component.name,
      version: component.version,
      ...(integrity === undefined ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
      licenses: [{ license: { id: expect.toSatisfy((id: string) => id in ALLOWED) } }],
      purl: refs[i],
    });
  }
  const known = new Set([...refs, materials.metadata.component['bom-ref']]);
  const reached = materials.dependencies.flatMap(({ ref, dependsOn = [] }: Record<string, string[]>) => [
    ref,
    dependsOn,
  ]);
  expect(reached.flat().filter((ref: string) => !known.has(ref))).toEqual([]);
});

test('the same build produces the same bill of materials', () => {
  const contents = partsOf([...metafiles].reverse(), ['node_modules/jiti/dist/babel.cjs']);
  expect(materialsOf(contents, JSON.parse(read('packages', 'asbench', 'package.json')))).toBe(
    read(bundle, 'sbom.cdx.json'),
  );
});

test('each package in the bundle comes with the text of its licence and the holder of its copyright', () => {
  const sections = read(bundle, 'LICENSES.txt').split(`\n${'-'.repeat(80)}\n\n`);
  for (const { name, version, licenses } of components) {
    const [{ license }] = licenses;
    const heading = `${name} ${version} (${license.id})\n`;
    const text = sections.find((section) => section.startsWith(heading) || section.includes(`\n${heading}`)) ?? '';
    expect(text, name).toMatch(/Copyright /);
    expect(text.replace(/\s+/g, ' '), name).toContain(ALLOWED[license.id]);
  }
  expect(read('packages', 'viewer', 'dist', 'web', 'app.js')).toMatch(
    /^\/\*\npreact [\d.]+ \(MIT\)\n[^*]*Jason Miller/,
  );
});

test('a package without an allowed licence, its text or a holder of the copyright stops the build', () => {
  const part = { name: 'walker', version: '1.0.0', licence: 'MIT', holder: 'Ada', text: '' };
  expect(() => licensed({ ...part, licence: 'GPL-3.0-only' })).toThrow('walker 1.0.0: the licence "GPL-3.0-only"');
  expect(() => licensed({ name: 'walker', version: '1.0.0', text: '' })).toThrow(
    'the licence "undefined" is not one of',
  );
  expect(() => licensed({ ...part, licence: 'BSD-3-Clause' })).toThrow('no text of its licence');
  expect(() => licensed({ ...part, holder: '' })).toThrow('no copyright holder');
  expect(licensed(part).text).toMatch(/^Copyright \(c\) Ada\n\nPermission is hereby granted, free of charge/);
  const referring = { ...part, licence: 'Apache-2.0', text: 'Copyright 2018 Ada\n\nLicensed under the Apache License' };
  expect(licensed(referring).text).toMatch(/^Copyright 2018 Ada\n\nLicensed[\s\S]*TERMS AND CONDITIONS/);
});

/** Returns the folders of the lock file that are installed with a package, its own among them. */
function installedWith(folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known;
  known.add(folder);
  const { dependencies, optionalDependencies } = lock[folder]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const places = [
      `packages/${name.replace('@itinera/', '')}`,
      `${folder}/node_modules/${name}`,
      `node_modules/${name}`,
    ];
    const found = places.find((place) => lock[place] !== undefined);
    // Optional packages of other systems may be missing.
    if (found !== undefined) installedWith(found, known);
  }
  return known;
}

test.each(readdirSync(join(root, 'packages')))('installing %s runs no scripts of packages', (name) => {
  const { scripts = {} } = JSON.parse(read('packages', name, 'package.json'));
  expect(Object.keys(scripts).filter((script) => /install/.test(script))).toEqual([]);
  const running = [...installedWith(`packages/${name}`)].filter((folder) => lock[folder]!.hasInstallScript);
  // docs/project/dependencies.md says how to install the library of the queue without it.
  expect(running.map(nameOf)).toEqual(name === 'pool' ? ['msgpackr-extract'] : []);
  if (name === 'asbench') expect(installedWith('packages/asbench').size).toBe(1);
});

test('the page of dependencies lists each with the packages that use it and its size', () => {
  const users = new Map<string, string[]>();
  for (const name of readdirSync(join(root, 'packages'))) {
    const { dependencies, peerDependencies, devDependencies } = JSON.parse(read('packages', name, 'package.json'));
    const sources = filesBelow(join(root, 'packages', name, 'src')).filter(
      (file) => !/\.(test|fixture)\.ts$/.test(file),
    );
    const text = sources.map((file) => read('packages', name, 'src', file)).join('\n');
    const imported = (each: string) => [`from '${each}`, `import('${each}`].some((start) => text.includes(start));
    const named = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) => !each.startsWith('@itinera/'));
    // `h3-js` is passed to `mobility` by its caller.
    expect(named.filter((each) => !imported(each) && each !== 'h3-js')).toEqual([]);
    const bundled = name === 'asbench' ? Object.keys(devDependencies).filter(imported) : [];
    for (const each of [...named, ...bundled.filter((other) => !other.startsWith('@itinera/'))])
      users.set(each, [...(users.get(each) ?? []), `\`${name}\``]);
  }
  const rows = [
    ...read('docs', 'project', 'dependencies.md').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| ([\d,]+) \|$/gm),
  ];
  expect(rows.map(([, dependency, packages]) => [dependency, packages])).toEqual(
    [...users].map(([dependency, names]) => [dependency, names.join(', ')]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );
  for (const [, dependency, , size] of rows) {
    const copied = join(root, bundle, 'others', dependency!, 'dist', 'babel.cjs');
    const actual = bytes.get(`node_modules/${dependency}`)! + (existsSync(copied) ? statSync(copied).size : 0);
    const stated = Number(size!.replace(',', '')) * 1000;
    expect(Math.abs(stated - actual), `${dependency}: ${actual} bytes`).toBeLessThan(0.1 * actual + 1000);
  }
});

test('every test of the threat model exists', () => {
  const links = [...read('test', 'threats.md').matchAll(/\[((?:[^\]])+)\]\((?:\.\.\/)?([^)]+\.test\.ts)\)/g)];
  expect(links.length).toBeGreaterThan(30);
  const missing = links.filter(
    ([, title, file]) =>
      !["'", '"', '`'].some((quote) =>
        read(file!.includes('/') ? file! : `test/${file}`).includes(`${quote}${title}${quote}`),
      ),
  );
  expect(missing.map(([, title, file]) => `${file}: ${title}`)).toEqual([]);
});
