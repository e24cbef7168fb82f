import { bytesSource } from '@itinera/tables';
import { expect, test } from 'vitest';
import { readLocations } from './read-locations.js';
import { type ReadOptions, readTrajectories } from './read-trajectories.js';

const source = (name: string, text: string) => bytesSource(name, new TextEncoder().encode(text));
const read = (name: string, text: string, options: ReadOptions = {}) => readTrajectories(source(name, text), options);
const START = Date.UTC(2023, 4, 1, 8) / 1000;

const kml = `<?xml version="1.0"?><kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>
<when>2023-05-01T08:00:00Z</when><when>2023-05-01T08:01:00Z</when>
<gx:coord>139.7 35.6 4</gx:coord><gx:coord>139.8 35.7 4</gx:coord></gx:Track></Placemark>
<Placemark><Track><when>2023-05-01T08:02:00Z</when><coord>139.9 35.8 0</coord><when>cut`;

test('the tracks of a KML file are read, even if it is cut short', async () => {
  const { trajectories, notes } = await read('ann.kml', kml);
  expect(trajectories.people).toEqual(['ann']);
  expect([...trajectories.times]).toEqual([START, START + 60, START + 120]);
  expect([...trajectories.lons]).toEqual([139.7, 139.8, 139.9]);
  expect(notes.join()).toContain('UTC');
  await expect(read('b.kml', '<kml><Point/></kml>')).rejects.toThrow('no track (gx:Track)');
});

test('polylines are points 15 s apart of the taxi; tracks with gaps, and what is no list, are dropped', async () => {
  const line = (taxi: number, gaps: string, points: string) =>
    `"1","A","","","${taxi}","${START}","A","${gaps}","${points}"`;
  const rows = [
    line(7, 'False', '[[-8.61,41.14],[-8.62,41.15],[-8.63,41.16]]'),
    line(8, 'True', '[[-8.61,41.14]]'),
    ...['[]', '[[1]]', '{"a":[[', '[[1,null]]', ''].map((points) => line(9, 'False', points)),
  ];
  const head =
    '"TRIP_ID","CALL_TYPE","ORIGIN_CALL","ORIGIN_STAND","TAXI_ID","TIMESTAMP","DAY_TYPE","MISSING_DATA","POLYLINE"';
  const { trajectories, dropped, notes } = await read('porto.csv', [head, ...rows].join('\n'));
  expect([trajectories.people, [...trajectories.times]]).toEqual([['7'], [START, START + 15, START + 30]]);
  expect([...trajectories.lats]).toEqual([41.14, 41.15, 41.16]);
  expect(dropped).toEqual({ 'track with gaps': 1, 'no track': 5 });
  expect(notes.join()).toContain('15 s apart');
});

const days = 'Activities at 2023-05-01: Cafe, Bar#1 at 08:00:00, Office#2 at 09:30:00.';

test('days of LLMob, as text or as a list, have the positions of a table of places', async () => {
  const locations = await readLocations(
    source('p.csv', 'place,lat,lon\n"Cafe, Bar#1",35.6,139.7\nOffice#2,35.7,139.8\nNowhere#3,,\n'),
  );
  for (const [name, text] of [
    ['2575.txt', `Real:  ${days}\nGenerated: ${days.replace('05-01', '05-02')}`],
    ['2575.json', JSON.stringify([days, days.replace('05-01', '05-02')])],
  ] as const) {
    const { trajectories } = await read(name, text, { locations });
    expect([trajectories.people, trajectories.times.length, trajectories.times[0]]).toEqual([['2575'], 4, START]);
    expect([...trajectories.lons.slice(0, 2)]).toEqual([139.7, 139.8]);
    expect(new Set(trajectories.places).size).toBe(2);
  }
  await expect(read('2575.txt', days)).rejects.toThrow('--locations FILE');
  const unknown = await read('2575.txt', days.replace('Office#2', 'Office#9'), { locations });
  expect(unknown.dropped).toEqual({ 'coordinates are missing, or beyond 180 and 90 degrees': 1 });
});

test('rows of LibCity have the positions of its places, or their own', async () => {
  const dyna = 'dyna_id,type,time,entity_id,location\n0,trajectory,2023-05-01T08:00:00Z,5,1\n';
  const locations = await readLocations(source('x.geo', 'geo_id,type,coordinates\n1,Point,"[139.7,35.6]"\n'));
  const located = await read('x.dyna', dyna, { locations });
  expect([located.trajectories.lons[0], located.trajectories.people]).toEqual([139.7, ['5']]);
  const own = dyna.replace('location', 'coordinates').replace(',5,1', ',5,"[139.7, 35.6]"');
  expect((await read('y.csv', own)).trajectories.lats[0]).toBe(35.6);
});

test.each([
  ['no column of a place', 'a,b\nx,y\n', 'needs a column "place"'],
  ['no position', 'place,lat,lon\na,,\n', 'no place has a position'],
])('a table of places with %s is rejected', async (_, text, words) => {
  await expect(readLocations(source('p.csv', text))).rejects.toThrow(words);
});
