import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { API } from '../wire/addresses.js';
import { bundleSource, reportSource, source } from './source.js';

afterEach(() => vi.unstubAllGlobals());

const run = API.run.at({ run: 'a b' });

test('a report serves the data it contains and rejects other requests', async () => {
  const bin = API.replayBin.at({ run: 'a b', version: 'v', bin: 0 });
  const packed = gzipSync(Uint8Array.of(1, 2, 3)).toString('base64');
  const report = reportSource({ home: ['run', 'a b'], json: { [run]: { steps: 3 } }, bytes: { [bin]: packed } });
  expect([report.live, report.home]).toEqual([false, ['run', 'a b']]);
  expect(await report.json(run)).toEqual({ steps: 3 });
  expect(new Uint8Array(await report.bytes(bin))).toEqual(Uint8Array.of(1, 2, 3));
  expect([report.has(bin), report.has(API.runs.at({}))]).toEqual([true, false]);
  await expect(report.json(API.runs.at({}))).rejects.toThrow('does not contain');
  await expect(report.bytes(API.replayFile.at({ run: 'a', version: 'v', file: 'city' }))).rejects.toThrow();
  // Long JSON is packed, too, and what another run has as well is there once.
  const zipped = { [run]: gzipSync('{"steps":4}').toString('base64'), [bin]: packed };
  const shared = reportSource({ home: [], json: {}, bytes: zipped, same: { 'run/b/bin': bin } });
  expect(await shared.json(run)).toEqual({ steps: 4 });
  const other = 'run/b/bin' as typeof bin;
  expect(shared.has(other)).toBe(true);
  expect(await shared.bytes(other)).toEqual(await shared.bytes(bin));
  await expect(shared.json('run/c' as typeof run)).rejects.toThrow('does not contain this');
});

test('a bundle loads the files next to its page, unzips them, and requests only those that it contains', async () => {
  const person = API.person.at({ run: '<b>', person: 7 });
  const bin = API.replayBin.at({ run: '<b>', version: 'v', bin: 0 });
  const files: Record<string, Response> = {
    'data/runs/~0.json': Response.json({ steps: 3 }),
    'data/runs/~0/people/~0.json': Response.json({ 7: { trips: 2 } }),
    'data/runs/~0/replay/v/bins/0.bin': new Response(gzipSync(Uint8Array.of(1, 2, 3))),
  };
  const fetched = vi.fn(async (path: string) => files[path]?.clone() ?? new Response('', { status: 404 }));
  vi.stubGlobal('fetch', fetched);
  const bundle = bundleSource({ home: [], names: [['<b>', '~0']], files: ['runs/~0', 'runs/~0/people/~0'] });
  expect(await bundle.json(API.run.at({ run: '<b>' }))).toEqual({ steps: 3 });
  expect(await bundle.json(person)).toEqual({ trips: 2 });
  expect(new Uint8Array(await bundle.bytes(bin))).toEqual(Uint8Array.of(1, 2, 3));
  expect([bundle.live, bundle.has(person), bundle.has(API.runs.at({}))]).toEqual([false, true, false]);
  await expect(bundle.json(API.person.at({ run: '<b>', person: 8 }))).rejects.toThrow(
    'The site does not contain this.',
  );
  const requests = fetched.mock.calls.length;
  await expect(bundle.json(API.runs.at({}))).rejects.toThrow('The site does not contain this.');
  expect(fetched).toHaveBeenCalledTimes(requests);
  expect(String(bundle.searchFor(new URLSearchParams({ q: 'a', offset: '200' })))).toBe('offset=200');
});

test('requests go to api/, again if the server was lost; its errors are passed on', async () => {
  const fetched = vi.fn(async (address: string) =>
    ['api/runs/a%20b', 'app.css'].includes(address)
      ? Response.json({ steps: 3 })
      : Response.json({ error: 'no run' }, { status: 404 }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await source.json(run)).toEqual({ steps: 3 });
  await expect(source.json(API.runs.at({}))).rejects.toThrow('no run');
  fetched.mockResolvedValueOnce(new Response('?', { status: 502 }));
  await expect(source.json(run)).rejects.toThrow('502');
  fetched.mockRejectedValueOnce(new TypeError('refused'));
  expect(await source.json(run)).toEqual({ steps: 3 });
});
