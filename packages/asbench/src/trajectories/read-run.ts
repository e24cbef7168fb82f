import { dirname } from 'node:path';
import { midnightOf, SECONDS_PER_DAY } from '@itinera/base';
import { emptyRow, type ReadOptions, type TrajectoryFile, TrajectoryRows } from '@itinera/mobility';
import { DEGREES, RunFolder, readManifest, readStatusTables } from '@itinera/run';
import { createClock } from '@itinera/tables';

/**
 * Reads the positions of a run's people at each step, one group at a time. Places are AOIs, or lanes during a trip;
 * activities are the logged intentions. Day 0 begins at its date, or at 0 seconds if it has none.
 */
export function readRun(path: string, { zone, timeFormat: _, columns: __, ...limits }: ReadOptions): TrajectoryFile {
  const rows = new TrajectoryRows(path, createClock(zone), limits);
  const folder = RunFolder.find(dirname(path), path);
  const manifest = readManifest(folder);
  const row = emptyRow();
  const { firstDay } = manifest.clock;
  const midnight = firstDay === undefined ? 0 : midnightOf(firstDay) / 1000;
  let number = 0;
  rows.expect({ ends: false, places: true, activities: true });
  for (const { id, day, t, lng, lat, parentId, action } of readStatusTables(folder, manifest)) {
    const activities = action.texts.map((text) => rows.activity(text));
    for (let i = 0; i < id.length; i++) {
      number++;
      row.time = midnight + day[i]! * SECONDS_PER_DAY + t[i]!;
      row.lon = lng[i]! * DEGREES;
      row.lat = lat[i]! * DEGREES;
      row.place = parentId[i]!;
      row.activity = activities[action.keys[i]!] ?? Number.NaN;
      const why = rows.fault(row);
      if (why) rows.drop(why, number);
      else rows.add(rows.person(String(id[i])), row);
    }
  }
  return rows.finish();
}
