import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { drawnTimetable } from './random-timetable.fixture.js';
import { readTimetableFile, timetablePathOf, writeTimetableFile } from './timetable-file.js';

test('is written next to its map, and rejected if it is damaged or belongs to another map', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'timetable-'));
  try {
    const path = timetablePathOf(join(folder, 'city.pb'));
    expect(path).toBe(join(folder, 'city.timetable'));
    expect(await readTimetableFile(path, 'abc')).toBeUndefined();
    const times: [number, number][] = [
      [0, 60],
      [120, 120],
    ];
    const timetable = drawnTimetable({ stopCount: 2, lines: [{ stops: [0, 1], trips: [{ service: 0, times }] }] });
    await writeTimetableFile(path, timetable, 'abc');
    const read = await readTimetableFile(path, 'abc');
    expect(read?.patterns).toEqual(timetable.patterns);
    expect(read?.usualWeek).toBe(timetable.usualWeek);
    await expect(readTimetableFile(path, 'abd')).rejects.toThrow(UserError);
    const bytes = await readFile(path);
    bytes[bytes.length - 3]! ^= 1;
    await writeFile(path, bytes);
    await expect(readTimetableFile(path, 'abc')).rejects.toThrow('is not a timetable of this map');
    await expect(writeTimetableFile(join(path, 'below'), timetable, 'abc')).rejects.toThrow('cannot be written');
  } finally {
    await rm(folder, { recursive: true });
  }
});
