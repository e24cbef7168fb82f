import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cloneDataset, clonedCommit } from './clone-dataset.js';

const commit = '0123456789abcdef0123456789abcdef01234567';
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const blob = (data: Buffer) => createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex');
const source = { repository: 'lab/data', branch: 'main' };

/** A host with the part of the Hub API that cloning uses; two files per page. */
class Hub {
  files = new Map<string, Buffer>([
    ['profiles.json', Buffer.from('[{"id": 1}]')],
    ['groundtruth/a b.npy', Buffer.from('numbers')],
    ['map.pb', Buffer.alloc(300_000, 7)],
  ]);
  commit = commit;
  requests: string[] = [];
  /** Called first with each request; returns true if it has answered. */
  first: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  #server: Server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, 'http://host');
    this.requests.push(`${url.pathname} ${request.headers.range ?? ''}`.trim());
    if (this.first(request, response)) return;
    const [, , , kind] = /^\/(api\/)?datasets\/(lab\/data)\/(revision|tree|resolve)\//.exec(url.pathname) ?? [];
    const path = decodeURIComponent(url.pathname.split(`/resolve/${this.commit}/`)[1] ?? '');
    const data = this.files.get(path);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (kind === 'revision') response.end(JSON.stringify({ sha: this.commit }));
    else if (kind === 'tree') this.#tree(url, response);
    else if (kind === 'resolve' && data) response.writeHead(from > 0 ? 206 : 200).end(data.subarray(from));
    else response.writeHead(404).end();
  }

  #tree(url: URL, response: ServerResponse): void {
    const cursor = Number(url.searchParams.get('cursor') ?? 0);
    const entries = [...this.files].map(([path, data]) => ({
      type: 'file',
      path,
      size: data.length,
      oid: blob(data),
      ...(data.length > 1000 && { lfs: { oid: sha256(data), size: data.length, pointerSize: 133 } }),
    }));
    const page = [{ type: 'directory', path: 'groundtruth', oid: 'x', size: 0 }, ...entries].slice(cursor, cursor + 2);
    if (cursor + 2 <= entries.length)
      response.setHeader(
        'link',
        `<http://other.invalid${url.pathname}?recursive=true&cursor=${cursor + 2}>; rel="next"`,
      );
    response.end(JSON.stringify(page));
  }
}

let hub: Hub;
let folder: string;
let options: { endpoint: string; sleep: () => Promise<void> };
beforeEach(async () => {
  hub = new Hub();
  folder = join(mkdtempSync(join(tmpdir(), 'itinera clone ')), 'DailyMobility');
  options = { endpoint: await hub.start(), sleep: async () => {} };
});
afterEach(() => {
  hub.close();
  rmSync(join(folder, '..'), { recursive: true });
});
/** The partial download of a killed process. No process has this id. */
const partOfTheDead = (path: string) => join(folder, `${path}.${hostname()}-4194305-0.part`);
const content = (path: string) => readFileSync(join(folder, path));

test('a dataset is downloaded with folders, spaces in names and large files', async () => {
  const seen: number[] = [];
  const cloned = await cloneDataset(source, folder, {
    ...options,
    onProgress: ({ bytesDone }) => seen.push(bytesDone),
  });
  for (const [path, data] of hub.files) expect(content(path)).toEqual(data);
  expect(cloned).toEqual({ commit, fetched: [...hub.files.keys()] });
  expect(clonedCommit(folder)).toBe(commit);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(300_018);
});

test('a second clone downloads nothing, or everything if forced', async () => {
  await cloneDataset(source, folder, options);
  expect((await cloneDataset(source, folder, options)).fetched).toEqual([]);
  expect((await cloneDataset(source, folder, { ...options, force: true })).fetched).toHaveLength(3);
});

test('a new commit updates changed files, removes deleted ones and keeps those of the user', async () => {
  await cloneDataset(source, folder, options);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  hub.commit = commit.replace('0', '9');
  hub.files.set('profiles.json', Buffer.from('[{"id": 2}]'));
  hub.files.delete('groundtruth/a b.npy');
  expect((await cloneDataset(source, folder, options)).fetched).toEqual(['profiles.json']);
  expect(content('profiles.json').toString()).toBe('[{"id": 2}]');
  expect(existsSync(join(folder, 'groundtruth/a b.npy'))).toBe(false);
  expect(content('notes.txt').toString()).toBe('mine');
});

test('a broken download resumes where it stopped', async () => {
  let broken = false;
  hub.first = (request, response) => {
    if (!request.url!.includes('map.pb') || broken) return false;
    broken = true;
    response
      .writeHead(200, { 'content-length': '300000' })
      .write(hub.files.get('map.pb')!.subarray(0, 100_000), () => response.destroy());
    return true;
  };
  await cloneDataset(source, folder, options);
  expect(content('map.pb')).toEqual(hub.files.get('map.pb'));
  expect(hub.requests.filter((line) => line.includes('map.pb')).at(-1)).toMatch(/bytes=\d+-/);
});

test('the partial download of an earlier clone is used', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(partOfTheDead('map.pb'), hub.files.get('map.pb')!.subarray(0, 200_000));
  await cloneDataset(source, folder, options);
  expect(content('map.pb')).toEqual(hub.files.get('map.pb'));
  expect(hub.requests).toContain(`/datasets/lab/data/resolve/${commit}/map.pb bytes=200000-`);
});

test('a damaged partial download is replaced', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(partOfTheDead('map.pb'), Buffer.alloc(200_000, 1));
  await cloneDataset(source, folder, options);
  expect(content('map.pb')).toEqual(hub.files.get('map.pb'));
});

test('a busy host is retried', async () => {
  let refusals = 3;
  hub.first = (_, response) => {
    if (refusals-- <= 0) return false;
    response.writeHead(refusals === 1 ? 429 : 503).end('later');
    return true;
  };
  await cloneDataset(source, folder, options);
  expect(content('profiles.json')).toEqual(hub.files.get('profiles.json'));
});

test.each([
  ['wrong bytes', () => hub.files.set('map.pb', Buffer.alloc(300_000, 8)), /hash differs from the listed one/],
  [
    'more bytes than listed',
    () => hub.files.set('map.pb', Buffer.alloc(400_000, 7)),
    /longer than its listed 300000 bytes/,
  ],
])('a file with %s is rejected', async (_, change, message) => {
  hub.first = (request) => {
    if (request.url!.includes('/resolve/')) change();
    return false;
  };
  await expect(cloneDataset(source, folder, options)).rejects.toThrow(message);
  expect(existsSync(join(folder, 'map.pb'))).toBe(false);
});

test.each(['../evil', '/etc/evil', 'a/../../evil', 'C:\\evil', 'a//b', 'a\u0000b', '.dataset.json', '.DATASET.json'])(
  'nothing is downloaded if a file is named %j',
  async (path) => {
    hub.files.set(path, Buffer.from('x'));
    await expect(cloneDataset(source, folder, options)).rejects.toThrow(/is outside its folder or reserved/);
    expect(hub.requests.some((line) => line.includes('/resolve/'))).toBe(false);
  },
);

test('nothing is downloaded if a dataset is too large in total', async () => {
  vi.stubEnv('ITINERA_LIMITS', '0.000001');
  await expect(cloneDataset(source, folder, options)).rejects.toThrow(/lists 300018 bytes, but .* at most 68719\.\d+,/);
  vi.unstubAllEnvs();
  expect(hub.requests.some((line) => line.includes('/resolve/'))).toBe(false);
});

test('the error names a host that is unreachable, lacks the dataset or does not send JSON, with the next step', async () => {
  await expect(cloneDataset(source, folder, { ...options, endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(
    /HF_ENDPOINT/,
  );
  await expect(cloneDataset({ ...source, repository: 'lab/none' }, folder, options)).rejects.toThrow(
    /has no such dataset or branch/,
  );
  hub.first = (_, response) => !!response.end('<html>');
  await expect(cloneDataset(source, folder, options)).rejects.toThrow(/expected JSON, got "<html>"/);
  hub.first = (_, response) => !!response.writeHead(401).end();
  await expect(cloneDataset(source, folder, options)).rejects.toThrow(/HF_TOKEN/);
});

test('a token is sent to the configured host only', async () => {
  const seen: unknown[] = [];
  hub.first = (request) => {
    seen.push(request.headers.authorization);
    return false;
  };
  await cloneDataset(source, folder, { ...options, token: 'hf_secret' });
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('numbers');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, 'localhost', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  hub.first = (request, response) => {
    if (!request.url!.includes('.npy')) return false;
    response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    return true;
  };
  await cloneDataset(source, folder, { ...options, token: 'hf_secret', force: true });
  elsewhere.close();
  expect(seen.pop()).toBeUndefined();
  expect(new Set(seen)).toEqual(new Set(['Bearer hf_secret']));
  expect(readFileSync(join(folder, '.dataset.json'), 'utf8')).not.toContain('hf_secret');
});

test("an invalid record does not remove any of the user's files", async () => {
  const precious = join(folder, '..', 'precious.txt');
  writeFileSync(precious, 'mine');
  mkdirSync(folder, { recursive: true });
  for (const record of [
    { commit, files: [{ path: '../precious.txt' }] },
    { commit, files: [{ path: precious }] },
    { files: 'all' },
    [],
  ]) {
    writeFileSync(join(folder, '.dataset.json'), JSON.stringify(record));
    expect(clonedCommit(folder)).toBeNull();
    await cloneDataset(source, folder, options);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    expect(clonedCommit(folder)).toBe(commit);
  }
  writeFileSync(join(folder, '.dataset.json'), '{"commit": ');
  await cloneDataset(source, folder, options);
  expect(clonedCommit(folder)).toBe(commit);
});

test('two concurrent clones into one folder both succeed and leave no other files', async () => {
  await Promise.all([cloneDataset(source, folder, options), cloneDataset(source, folder, options)]);
  for (const [path, data] of hub.files) expect(content(path)).toEqual(data);
  expect(readdirSync(folder).sort()).toEqual(['.dataset.json', 'groundtruth', 'map.pb', 'profiles.json']);
});
