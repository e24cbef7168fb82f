import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CityMap } from './city-map.js';
import { CONTENT_VERSION, outdatedContent, walkAccessOf } from './content-version.js';
import { graphMap } from './graph-map.fixture.js';
import { inspectMap } from './inspect-map.js';
import { readMapFile, writeMapFile } from './map-file.js';

/** A map of ours with some levels on foot, lane by lane, and a version. */
function mapWith(levels: readonly (number | undefined)[], contentVersion?: number, ride: number | undefined = 100) {
  const message = graphMap({ roads: levels.length, turns: [] });
  for (const [i, walkAccess] of levels.entries())
    Object.assign(message.lanes[i]!, walkAccess && { walkAccess }, ride && { rideAlong: ride, rideAgainst: ride });
  Object.assign(message.header!, contentVersion !== undefined && { contentVersion });
  return CityMap.fromMessage(message);
}

const levels = (map: CityMap) => [...walkAccessOf(map)].slice(0, 3);

test('levels on foot of maps without a version hold in both directions', () => {
  expect(levels(mapWith([1, 3, undefined]))).toEqual([5, 15, 0]);
  expect(levels(mapWith([1, 3, undefined], CONTENT_VERSION))).toEqual([1, 3, 0]);
});

test('maps without a version that already have a level per direction are read by them', () => {
  const map = mapWith([1, 12, undefined]);
  expect(levels(map)).toEqual([1, 12, 0]);
  expect(outdatedContent('some.pb', map)).toBeUndefined();
});

test('a map of an earlier version is named with the next step, one from elsewhere is not', () => {
  const old = mapWith([1]);
  expect(outdatedContent('old.pb', old)).toBe(
    'old.pb: an earlier version of Itinera built this map (content 1, expected 2), so rules on foot count in both ' +
      'directions. Build it again with: asbench map build',
  );
  expect(inspectMap(old).map(({ rule }) => rule)).toContain('old-content');
  for (const map of [mapWith([1], CONTENT_VERSION), mapWith([1], undefined, 0)])
    expect(outdatedContent('new.pb', map)).toBeUndefined();
});

test('a map of a later version is refused, also where its columns are in the cache', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'itinera-'));
  try {
    const path = join(folder, 'city.pb');
    await writeMapFile(path, mapWith([1], CONTENT_VERSION + 1));
    for (let i = 0; i < 2; i++)
      await expect(readMapFile(path, { cacheFolder: folder })).rejects.toThrow(
        `${path}: a later version of Itinera built this map (content 3, expected at most 2). Update Itinera`,
      );
    await writeMapFile(path, mapWith([1]));
    const read = async () => levels((await readMapFile(path, { cacheFolder: folder })).map)[0];
    expect([await read(), await read()]).toEqual([5, 5]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
