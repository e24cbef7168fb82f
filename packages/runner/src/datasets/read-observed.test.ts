import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectionOf } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { readObserved } from './read-observed.js';

const map = synthesizeCity({ seed: 1, size: 500 });
const city = { map, timetable: null };
const people = Array.from({ length: 50 }, (_, id) => ({ id, home: 1, work: 2, attributes: {} }));
const folderWith = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'survey '));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
/** Commutes of 1,200 people between the first AOI and the last, both ways. */
const flows = () => {
  const centres = map.aoiCentroids;
  const [first, last] = [0, map.aois.count - 1].map((aoi) => {
    const { lon, lat } = projectionOf(map).toLonLat(centres[2 * aoi]!, centres[2 * aoi + 1]!);
    return `${lon},${lat}`;
  });
  return `home_lon,home_lat,work_lon,work_lat,people\n${first},${last},1000\n${last},${first},200\n`;
};

test('a folder may have only commutes, and then no figures of days', async () => {
  const folder = folderWith({ 'flows.csv': flows() });
  const { source, measures, flows: read } = await readObserved(folder, city, people);
  expect(source).toBe(`${basename(folder)}, commutes of 1,200 people between 2 areas`);
  expect(measures).toEqual([]);
  expect(read!.people.filter((_, i) => i % 3 === 2)).toEqual([1000, 200]);
});

test('zones are for the people whom the realism card compares: of more than 10,000, a sample', async () => {
  // One of 67 works. Of the 10,000 in the sample, that is enough for two zones; of all, for four.
  const many = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    home: 1,
    work: id % 67 === 0 ? 2 : null,
    attributes: {},
  }));
  const centres = map.aoiCentroids;
  const points = Array.from(map.aois.id, (_, aoi) => {
    const { lon, lat } = projectionOf(map).toLonLat(centres[2 * aoi]!, centres[2 * aoi + 1]!);
    return `${lon},${lat}`;
  });
  const rows = points.map((point) => `${point},${points[0]},9\n`).join('');
  const folder = folderWith({ 'flows.csv': `home_lon,home_lat,work_lon,work_lat,people\n${rows}` });
  const { flows: read } = await readObserved(folder, city, many);
  expect(new Set(read!.areas.filter((_, i) => i % 3 === 2)).size).toBe(2);
});

test('a folder without any of the files, and commutes without a column, are errors', async () => {
  await expect(readObserved(folderWith({}), city, people)).rejects.toThrow(
    /expected weekdays.csv or weekends.csv, diary tables, or flows.csv, commutes \(home_lon, home_lat, work_lon, work_lat, people\)/,
  );
  await expect(readObserved(folderWith({ 'flows.csv': 'home,work,jobs\n0,1,9\n' }), city, people)).rejects.toThrow(
    'home_lon',
  );
});

test('a map that is too small for the trips of a survey is said, with the share that does not fit', async () => {
  const day = (person: number, metres: string) =>
    `${person},${person},1,home 0-480;>car 480-500${metres};work 500-900;>car 900-920${metres};home 920-1440\n`;
  const survey = (near: number, far: string) =>
    folderWith({
      'weekdays.csv': `person,household,weight,sequence\n${Array.from({ length: 10 }, (_, i) => day(i, i < near ? ' 100' : far)).join('')}`,
    });
  const { warning } = await readObserved(survey(7, ' 5000'), city, people);
  expect(warning).toMatch(
    /^The map is too small for the survey: 30 % of its trips are longer than 0\.\d km, half of the map's diagonal/,
  );
  expect((await readObserved(survey(9, ' 5000'), city, people)).warning).toBeUndefined();
  // Lengths of at least half of the trips must be known.
  expect((await readObserved(survey(3, ''), city, people)).warning).toBeUndefined();
});
