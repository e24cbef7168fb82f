import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { manifest } from '../../../run/src/manifest.fixture.js';
import { PROBLEM } from '../wire/addresses.js';
import { Library } from './library.js';
import { serve, type Viewer } from './serve.js';

const home = mkdtempSync(join(tmpdir(), 'itinera viewer '));
let viewer: Viewer;

beforeAll(async () => {
  const runs = join(home, 'runs');
  for (const name of ['torn', 'notes', 'old', '<img src=x onerror=alert(1)>'])
    mkdirSync(join(runs, name), { recursive: true });
  writeFileSync(join(runs, 'torn', 'run.json'), '{"format":1,');
  writeFileSync(join(runs, 'old', 'run.json'), JSON.stringify({ format: 0, task: 'DailyMobility' }));
  writeFileSync(join(runs, '<img src=x onerror=alert(1)>', 'run.json'), 'null');
  writeFileSync(join(home, 'secret.txt'), 'the content');
  cpSync(join(runs, 'torn'), join(runs, 'torn too'), { recursive: true });
  symlinkSync(home, join(runs, 'link'), 'junction');
  viewer = await serve(new Library({ runs, home }));
});
afterAll(async () => {
  await viewer.close();
  rmSync(home, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** A request with its path unchanged, which `fetch` would normalise. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port, pathname } = new URL(viewer.address);
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, path: path.startsWith('/') ? path : pathname + path, headers, method },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (piece) => (body += piece));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }));
      },
    );
    call.on('error', reject).end();
  });
}

test('the policy of the app allows only its own script and sheet', async () => {
  const { status, headers } = await get('');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
});

test('requests that lack the token, name another host or try to write are rejected', async () => {
  expect((await get('/')).status).toBe(404);
  expect((await get('/aaaaaaaaaaaaaaaaaaaaaa/api/runs')).status).toBe(404);
  expect((await get('api/runs', { host: 'evil.example' })).status).toBe(403);
  expect((await get('api/runs', {}, 'POST')).status).toBe(405);
  expect((await get('api/runs')).status).toBe(200);
});

test('an error is one to scripts, and an answer to the page that shows it', async () => {
  const [script, page] = [await get('api/runs/none'), await get('api/runs/none', { accept: `*/*, ${PROBLEM}` })];
  expect([script.status, page.status]).toEqual([422, 200]);
  for (const { headers, body } of [script, page]) {
    expect(headers['content-type']).toContain(PROBLEM);
    expect(JSON.parse(body)).toEqual({ error: 'none: not found. The list shows all runs.' });
  }
});

test.each([
  'api/runs/..%2F..%2Fsecret.txt',
  'api/runs/%2e%2e',
  'api/runs/../../secret.txt',
  '..%2F..%2Fpackage.json',
  'app.js/../../package.json',
  'api/runs/torn/replay/..%2F..%2F..%2Fruns/ids',
  'api/humob/..%2Fruns',
  'api/runs/%00',
  'api/runs/link',
  'api/runs/link/people',
  'api/runs/torn/people/%E0%A4%A',
])('no path leads out of the folder: %s', async (path) => {
  const { status, body } = await get(path);
  expect([404, 422]).toContain(status);
  expect(body).not.toContain('the content');
  expect(body).not.toContain(home);
});

test.each(['//', '//[', '/%', '/\\\\[', 'http://[', '*'])('an invalid address is not found: %s', async (path) => {
  const { pathname } = new URL(viewer.address);
  expect([404, 422]).toContain((await get(path.startsWith('/') ? path : `${pathname}${path}`)).status);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'nothing is found under the name %s',
  async (name) => {
    for (const path of [
      name,
      `api/${name}`,
      `api/runs/${name}/people`,
      `api/humob/${name}`,
      `api/compare/torn/${name}`,
    ])
      expect([404, 422]).toContain((await get(path)).status);
  },
);

test('the list shows any folder, with the reason why it cannot be read', async () => {
  const { runs } = JSON.parse((await get('api/runs')).body) as { runs: { name: string; trouble: string | null }[] };
  expect(runs.map(({ name }) => name)).toEqual(['<img src=x onerror=alert(1)>', 'notes', 'old', 'torn', 'torn too']);
  for (const { trouble } of runs) {
    expect(trouble).toMatch(/run\.json|earlier version/);
    expect(trouble).not.toContain(home);
  }
});

slowTest('every page of a run with hostile files answers with one clear line', async () => {
  const runs = join(home, 'runs');
  const odd: Record<string, (path: string) => void> = {
    'a folder': (path) => mkdirSync(path),
    'a link to itself': (path) => symlinkSync(path, path),
    'an endless device': (path) => symlinkSync('/dev/zero', path),
    'ten empty gigabytes': (path) => {
      writeFileSync(path, '');
      truncateSync(path, 10 * 2 ** 30);
    },
    'zero bytes': (path) => writeFileSync(path, Buffer.alloc(100_000)),
    nesting: (path) => writeFileSync(path, '['.repeat(1_000_000)),
    'values of other types': (path) => writeFileSync(path, whole.replaceAll(/: ?("[^"]*"|-?[\d.]+)/g, ':[{}]')),
    'huge numbers': (path) => writeFileSync(path, whole.replaceAll(/: ?-?[\d.]+/g, ':1e300')),
  };
  const whole = JSON.stringify(manifest);
  const pages = ['', '/costs', '/people?sort=trips', '/people/3', '/calls', '/calls/0'];
  for (const file of ['run.json', 'scores.json', 'results.json', 'problems.ndjson', 'calls.ndjson', 'statuses'])
    for (const [what, make] of Object.entries(odd)) {
      const run = join(runs, 'hostile');
      mkdirSync(run);
      if (file !== 'run.json') writeFileSync(join(run, 'run.json'), whole);
      make(join(run, file));
      const addresses = [...pages.map((page) => `api/runs/hostile${page}`), 'api/compare/hostile/torn', 'api/runs'];
      if (file === 'run.json') addresses.push('api/runs/hostile/replay');
      for (const address of addresses) {
        const { status, body } = await get(address);
        expect([200, 404, 422], `${address}, ${file}: ${what}: ${body.slice(0, 300)}`).toContain(status);
        if (status === 200) continue;
        expect((JSON.parse(body) as { error: string }).error).toMatch(/^[^\n]{1,600}$/);
        expect(body).not.toContain(home);
      }
      rmSync(run, { recursive: true });
    }
});

test('a cached response is not sent again', async () => {
  const { headers } = await get('app.css');
  expect((await get('app.css', { 'if-none-match': String(headers.etag) })).status).toBe(304);
});

test('other machines need a custom token', async () => {
  const library = new Library({ runs: join(home, 'runs'), home });
  await expect(serve(library, { host: '0.0.0.0' })).rejects.toThrow(/--token/);
  await expect(serve(library, { token: 'short' })).rejects.toThrow(/at least 16/);
});

test('no page loads more than 150 KB of script', async () => {
  const partsIn = (body: string, pattern: RegExp) => [...body.matchAll(pattern)].map(([, name]) => name!);
  const bodies = new Map<string, string>();
  const load = async (name: string): Promise<void> => {
    if (bodies.has(name)) return;
    const { status, headers, body } = await get(name);
    expect([status, headers['content-type']], name).toEqual([200, 'text/javascript; charset=utf-8']);
    bodies.set(name, body);
    for (const part of partsIn(body, /"\.\/(part-\w+\.js)"/g)) await load(part);
  };
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const part of partsIn(bodies.get(name)!, /(?:from|import)"\.\/(part-\w+\.js)"/g)) withImports(part, found);
    return found;
  };
  await load('app.js');
  for (const page of bodies.keys()) {
    const names = [...withImports(page, withImports('app.js'))];
    expect(
      names.reduce((sum, name) => sum + bodies.get(name)!.length, 0),
      page,
    ).toBeLessThan(150_000);
  }
});
