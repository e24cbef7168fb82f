import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humobTime } from '@itinera/metrics';
import { fromNumberedPeople } from '@itinera/mobility';
import { expect, test } from 'vitest';
import { writeCellsCsv } from './write-trajectories-csv.js';

test('cells have one row per half hour, of its first stay; short stays do not shift later ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cells-'));
  try {
    const path = join(folder, 'cells.csv');
    const at = (seconds: number[]) => seconds.map((second) => humobTime(0, 0) + second);
    const stays = {
      times: at([0, 600, 1200]),
      ends: at([600, 1200, 5400]),
      lons: [0, 0.0135, 0.0045],
      lats: [0, 0, 0],
    };
    await writeCellsCsv(path, fromNumberedPeople({ people: ['7'], person: new Uint32Array(3), ...stays }));
    expect(readFileSync(path, 'utf8')).toBe('uid,d,t,x,y\n7,0,0,0,0\n7,0,1,1,0\n7,0,2,1,0\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
