import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { afterAll, beforeAll, test } from 'vitest';
import { someOf } from '../../../../base/src/damage.fixture.js';
import { openOsm } from './open-osm.js';
import { SMALL_TOWN, toOverpass, toPbf, toXml } from './osm-files.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-osm-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a file one kind of element at a time, as in a build. */
async function readAll(content: Uint8Array): Promise<void> {
  const path = join(folder, 'input');
  await writeFile(path, content);
  const file = await openOsm(path);
  for (const visitor of [{ relation() {} }, { way() {} }, { node() {} }]) await file.visit(visitor);
}

test('changed bytes cause at most a UserError', async () => {
  const kinds = [
    toPbf(SMALL_TOWN, { compress: false }),
    Buffer.from(toXml(SMALL_TOWN)),
    Buffer.from(toOverpass(SMALL_TOWN)),
  ];
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  for (const good of kinds) {
    for (let round = 0; round < someOf(150, 3); round++) {
      const bad = Buffer.from(good);
      for (let k = 0; k <= random(4); k++) bad[random(bad.length)] = random(256);
      const error = await readAll(bad).then(
        () => undefined,
        (e) => e,
      );
      if (error !== undefined && !(error instanceof UserError)) throw error;
    }
  }
});
