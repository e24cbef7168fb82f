import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humobTime } from '@itinera/metrics';
import { fromNumberedPeople, readTrajectories } from '@itinera/mobility';
import { bytesSource } from '@itinera/tables';
import { expect, test } from 'vitest';
import { writeCellsCsv, writePartsCsv, writeTrajectoriesCsv } from './write-trajectories-csv.js';

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

test('shares of the people of a file are written as the whole file is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  try {
    const lines = Array.from(
      { length: 60 },
      (_, i) => `p${(i * 7) % 12},2023-05-01 ${10 + (i % 5)}:00:00,35.${i},139.5`,
    );
    const file = bytesSource('x.csv', new TextEncoder().encode(`uid,time,lat,lon\n${lines.join('\n')}\n,x,1,2\n`));
    const whole = await readTrajectories(file);
    const parts = [0, 1, 2].map((index) => readTrajectories(file, { part: { index, count: 3 } }));
    const read = await Promise.all(parts);
    expect(read.map(({ dropped }) => dropped)).toEqual([whole.dropped, whole.dropped, whole.dropped]);
    expect(read.every(({ trajectories }) => trajectories.people.length < 12)).toBe(true);
    await writeTrajectoriesCsv(join(folder, 'a.csv'), whole.trajectories);
    await writePartsCsv(
      join(folder, 'b.csv'),
      read.map(({ trajectories }) => trajectories),
    );
    expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toBe(readFileSync(join(folder, 'a.csv'), 'utf8'));
    const one = bytesSource('y.csv', new TextEncoder().encode('uid,time,lat,lon\na,0,1,2\n'));
    const shares = [0, 1].map((index) => readTrajectories(one, { part: { index, count: 2 } }));
    expect((await Promise.all(shares)).flatMap(({ trajectories }) => trajectories.people)).toEqual(['a']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
