import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const { repositoryOf, withAddresses, withLinks, projectUrls } = (await import(
  pathToFileURL(join(root, 'scripts', 'build', 'links.js')).href
)) as {
  readonly repositoryOf: (env: Record<string, string>) => string | null;
  readonly withLinks: (manifest: object, repository: string | null, folder: string) => Record<string, unknown>;
  readonly withAddresses: (markdown: string, repository: string | null, folder: string) => string;
  readonly projectUrls: (repository: string | null) => string;
};

test('the links of packages and of the wheel come from one address', () => {
  const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/itinera' };
  const { repository: own } = JSON.parse(read('package.json'));
  const address = repositoryOf(env);
  expect(address).toBe(own ?? 'https://github.com/owner/itinera');
  expect(repositoryOf({ GITHUB_SERVER_URL: 'git+https://github.com', GITHUB_REPOSITORY: 'owner/itinera.git/' })).toBe(
    address,
  );
  expect(withLinks({ name: 'a' }, 'https://example.org/x', 'packages/a')).toEqual({
    name: 'a',
    homepage: 'https://example.org/x#readme',
    bugs: { url: 'https://example.org/x/issues' },
    repository: { type: 'git', url: 'git+https://example.org/x.git', directory: 'packages/a' },
  });
  expect(projectUrls('https://example.org/x')).toContain('Issues = "https://example.org/x/issues"');
  expect([withLinks({ name: 'a' }, null, ''), projectUrls(null)]).toEqual([{ name: 'a' }, '']);
});

test('a published page links to addresses, and has plain text where there are none', () => {
  const page = `[a *b*](../../docs/a.md#b), [c](#c), [d](https://example.org/d)
![e](e.svg)

\`\`\`js
f[0](g)
\`\`\``;
  const address = 'https://example.org/x';
  expect(withAddresses(page, address, 'packages/a')).toBe(
    page
      .replace('../../docs/', `${address}/blob/HEAD/docs/`)
      .replace('(e.svg)', `(${address}/raw/HEAD/packages/a/e.svg)`),
  );
  expect(withAddresses(page, null, 'packages/a')).toBe(
    page.replace('[a *b*](../../docs/a.md#b)', 'a *b*').replace('![e](e.svg)', ''),
  );
});

test('the container runs the program as an ordinary user, and the build sees no files of this machine', () => {
  const lines = read('Dockerfile').split('\n');
  const images = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]!);
  for (const image of images) expect(image).toMatch(/^(node|python):\d+\.\d+\.\d+-[\w-]+$/);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(last.filter((line) => line.startsWith('RUN'))).toEqual([]);
  expect(last).toContain('USER 10001:10001');
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '**/node_modules']));
});

test('install.md names the tarballs that each part needs', () => {
  const needs = (name: string, known = new Set<string>()): Set<string> => {
    const { dependencies = {} } = JSON.parse(read('packages', name, 'package.json'));
    known.add(name);
    for (const each of Object.keys(dependencies))
      if (each.startsWith('@itinera/') && !known.has(each.slice(9))) needs(each.slice(9), known);
    return known;
  };
  const names = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!).sort();
  const rows = read('docs', 'install.md').matchAll(/^\| (.*) \| ((?:all but )?`.*`.*) \|$/gm);
  const listed = Object.fromEntries([...rows].map(([, what, cell]) => [what!.replaceAll('`', ''), names(cell!)]));
  const all = [...needs('asbench'), 'playground', 'pool', 'viewer', 'people', ...needs('itinera')];
  expect(Object.keys(listed)).toHaveLength(6);
  for (const [what, tarballs] of Object.entries(listed)) {
    if (what === 'agents and programs')
      expect(tarballs).toEqual(all.filter((name) => !needs('itinera').has(name)).sort());
    else expect(tarballs).toEqual([...needs(what === 'the command line' ? 'asbench' : what.slice(9))].sort());
  }
});
