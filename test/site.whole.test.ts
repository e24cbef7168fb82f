import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPlayground } from '../packages/playground/src/playground.fixture.js';
import { leavesOutChromium, openBrowser } from '../packages/viewer/src/browser/chromium.fixture.js';
import { pages, root } from './pages.fixture.js';

const typedoc = join(root, 'tools', 'site', 'node_modules', 'typedoc', 'bin', 'typedoc');
const installed = existsSync(typedoc);
if (!installed) console.log('The site is not tested: its generator is not installed. To test it: npm run site');

let site: string;

beforeAll(async () => {
  if (!installed) return;
  execFileSync(process.execPath, [join(root, 'tools', 'site', 'notebooks.js')]);
  site = mkdtempSync(join(tmpdir(), 'site-'));
  // Links to sources need the address of a repository, which a copy may not have.
  const strict = ['--treatWarningsAsErrors', '--disableSources'];
  const options = ['--options', join('tools', 'site', 'typedoc.json'), '--out', site, ...strict];
  // More space for new objects saves a tenth of the time.
  const space = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
  execFileSync(process.execPath, [...space, typedoc, ...options], { cwd: root, stdio: 'pipe' });
  const { linkPlayground } = await import(pathToFileURL(join(root, 'tools', 'site', 'playground.js')).href);
  linkPlayground(site);
  cpSync(await builtPlayground(), join(site, 'playground'), { recursive: true });
});
afterAll(() => {
  if (installed) rmSync(site, { recursive: true, force: true });
});

const files = () => readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));

test.runIf(installed)('the site has every guide, the playground, and the functions of every package', () => {
  const names = new Set(files());
  const guides = pages
    .filter((page) => page !== 'README.md')
    .map((page) => page.replace(/\.md$/, '').replaceAll('/', '_'));
  expect(guides.filter((guide) => !names.has(join('documents', `${guide}.html`)))).toEqual([]);
  expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain('<a href="playground/index.html">Playground</a>');
  const shown = readFileSync(
    join(site, files().find((name) => name.endsWith('is-my-generator-any-good.html'))!),
    'utf8',
  );
  expect(shown).toMatch(/<table>[\s\S]*<svg /);
  for (const name of ['radiusOfGyration', 'densityEpr'])
    expect(names.has(join('functions', `_itinera_mobility.${name}.html`))).toBe(true);
});

test.runIf(installed)(
  'every link of the site leads to a file of the site, and nothing is loaded from elsewhere',
  () => {
    const [broken, outside]: [Set<string>, Set<string>] = [new Set(), new Set()];
    for (const name of files()) {
      const html = readFileSync(join(site, name), 'utf8').replace(/<pre>.*?<\/pre>/gs, '');
      for (const [, tag, target] of html.matchAll(/<(\w+)[^>]*?\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https?:)?\/\//.test(target!)) {
          if (tag !== 'a') outside.add(`${tag} ${target}`);
          continue;
        }
        const [path] = target!.split('#') as [string];
        if (path === '' || /^[a-z]+:/.test(path)) continue;
        const file = join(dirname(join(site, name)), decodeURIComponent(path));
        if (!existsSync(file)) broken.add(`${name}: ${relative(site, file)}`);
      }
    }
    expect([...broken]).toEqual([]);
    expect([...outside]).toEqual([]);
  },
);

test.runIf(installed && !leavesOutChromium)('the search finds the page of a subject before symbols', async () => {
  const browser = await openBrowser();
  const page = await browser.open(pathToFileURL(join(site, 'index.html')).href);
  const first = {
    pandas: 'python_README',
    GTFS: 'docs_transit',
    'confidence interval': 'docs_glossary',
    isochrone: 'docs_reach',
    seeds: 'docs_results',
    weather: 'docs_benchmarks',
    'GEO-BLEU': 'docs_your-data',
  };
  await page.locator('#tsd-search-trigger').click();
  // Words that are typed before the index is there find nothing.
  await expect.poll(() => page.locator('#tsd-search-status').textContent()).toBe('');
  for (const [words, subject] of Object.entries(first)) {
    const result = page.locator('#tsd-search-results li a').first();
    await page.locator('#tsd-search-input').fill(words);
    // It searches after a pause; until then the results of the last words stay.
    await expect.poll(() => result.getAttribute('href'), { message: words }).toContain(`documents/${subject}.html`);
    // By its title, not by its path.
    expect(await result.innerText()).not.toMatch(/[\w-]\/[\w-]/);
  }
  await browser.close();
});
