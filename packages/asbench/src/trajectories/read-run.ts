import { basename, dirname } from 'node:path';
import { DEGREES, RunFolder, readManifest, readStatusTables } from '@itinera/run';
import type { RawRow, TrajectoryRows } from './trajectory-rows.js';

const DAY = 86_400;

/** Reads where the people of a run were at each step, a group of them at a time. Day 0 begins at 0 seconds. */
export function readRun(path: string, rows: TrajectoryRows): void {
  const folder = RunFolder.find(dirname(path), path);
  const manifest = readManifest(folder);
  const row: RawRow = { time: 0, lon: 0, lat: 0, end: Number.NaN, place: Number.NaN };
  let number = 0;
  for (const { id, day, t, lng, lat } of readStatusTables(folder, manifest)) {
    for (let i = 0; i < id.length; i++) {
      number++;
      row.time = day[i]! * DAY + t[i]!;
      row.lon = lng[i]! * DEGREES;
      row.lat = lat[i]! * DEGREES;
      const why = rows.fault(row);
      if (why) rows.drop(why, number);
      else rows.add(rows.person(String(id[i])), row);
    }
  }
  if (manifest.dataset.synthetic) rows.note(`${basename(path)}: the people of this run are SYNTHETIC.`);
}
