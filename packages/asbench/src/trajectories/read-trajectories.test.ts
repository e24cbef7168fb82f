import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../commands/asbench.fixture.js';
import { readTrajectoriesAt } from './read-trajectories.js';

const folder = testFolder();
const files = (name: string, texts: Readonly<Record<string, string>>) => {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(path, file), text);
  return path;
};

test('the tables of a folder are read one after another, and other files are ignored', async () => {
  const rows = 'uid,time,lat,lon\nann,0,35,139\n';
  const path = files('parts', { '1.csv': rows, '2.csv': rows.replace('ann', 'bob'), 'notes.md': 'x' });
  expect((await readTrajectoriesAt(path)).trajectories.people).toEqual(['ann', 'bob']);
});

test('files of a folder without a column of people are one person each, and a note says so', async () => {
  const rows = 'time,lat,lon\n0,35,139\n60,35,139\n';
  const path = files('by person', { 'Zoë Müller.csv': rows, 'bob.csv': `uid,${rows.replaceAll(/^\d/gm, 'b,$&')}` });
  const { trajectories, notes } = await readTrajectoriesAt(path);
  expect(trajectories.people).toEqual(['Zoë Müller', 'b']);
  expect(notes.join('\n')).toContain(
    'by person: 1 file without a column of people; each is read as one person, named after the file, such as "Zoë Müller".',
  );
  await expect(readTrajectoriesAt(join(path, 'Zoë Müller.csv'))).rejects.toThrow(
    'no column for uid among time, lat, lon',
  );
});

test('files of one name and two formats are two people', async () => {
  const rows = 'time,lat,lon\n0,35,139\n60,35,139\n';
  const path = files('two formats', { 'ann.csv': rows, 'ann.txt': rows, 'bob.csv': rows });
  expect((await readTrajectoriesAt(path)).trajectories.people).toEqual(['ann.csv', 'ann.txt', 'bob']);
});

test('a pipe and an open file are read whatever their names', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const rows = 'uid,time,lat,lon\nann,0,35,139\n';
  execFileSync('sh', ['-c', 'printf "$1" > "$0" &', pipe, rows], { stdio: 'ignore' });
  expect((await readTrajectoriesAt(pipe)).trajectories.people).toEqual(['ann']);
  const file = openSync(join(files('open', { rows }), 'rows'), 'r');
  expect((await readTrajectoriesAt(`/dev/fd/${file}`)).trajectories.people).toEqual(['ann']);
  closeSync(file);
});

test('folders without trajectories, truth folders and unsupported files are rejected with different messages', async () => {
  await expect(readTrajectoriesAt(files('nothing', {}))).rejects.toThrow('contains no trajectories');
  await expect(readTrajectoriesAt(files('truth', { 'radius.npy': '' }))).rejects.toThrow(
    'distributions of a ground truth',
  );
  await expect(readTrajectoriesAt('x.docx')).rejects.toThrow('expected trajectories as .csv');
});

test('profiles and maps are named as what they are, with what to pass instead', async () => {
  const profiles = '[{"id":1,"home":500000086,"home_lon":0.1,"home_lat":0.2,"work":null,"age":30}]';
  const people = files('people', { 'people.set.json': '{"format":1,"files":{}}', 'profiles.json': profiles });
  const run = 'Pass a run of them: the folder that asbench run or asbench simulate writes.';
  for (const path of [people, join(people, 'profiles.json')])
    await expect(readTrajectoriesAt(path)).rejects.toThrow(
      `profiles.json: these are profiles of people, not trajectories. ${run}`,
    );
  const map = join(files('map', { 'town.pb': 'x' }), 'town.pb');
  await expect(readTrajectoriesAt(map)).rejects.toThrow(
    'town.pb: this is a city map, not trajectories. Pass a run on it',
  );
});

test('sequences of MoveSim are read with the positions next to them, folders of GeoLife by person', async () => {
  const place = join(folder, 'movesim');
  mkdirSync(place);
  writeFileSync(join(place, 'gps'), '39.9 116.5\n39.8 116.4\n');
  writeFileSync(join(place, 'real.data'), '0 1 1\n1 0 0\n');
  const { trajectories } = await readTrajectoriesAt(join(place, 'real.data'));
  expect([...trajectories.times]).toEqual([0, 3600, 7200, 0, 3600, 7200]);
  expect([...trajectories.lons]).toEqual([116.5, 116.4, 116.4, 116.4, 116.5, 116.5]);
  expect([...trajectories.places!]).toEqual([0, 1, 1, 1, 0, 0]);
  const geolife = join(folder, 'geolife');
  for (const person of ['000', '001']) {
    mkdirSync(join(geolife, person, 'Trajectory'), { recursive: true });
    const line = '39.9,116.5,0,492,39744.1,2008-10-23,02:53:04\n';
    writeFileSync(join(geolife, person, 'Trajectory', '1.plt'), `Geolife trajectory\n\n\n\n\n\n${line}`);
  }
  expect((await readTrajectoriesAt(geolife)).trajectories.people).toEqual(['000', '001']);
});

test('rows of LibCity have the positions of the .geo file next to them, as a file and as a folder', async () => {
  const libcity = files('libcity', {
    'tky.dyna': 'dyna_id,type,time,entity_id,location\n0,trajectory,2023-05-01T08:00:00Z,5,1\n',
    'tky.geo': 'geo_id,type,coordinates\n1,Point,"[139.7,35.6]"\n',
    'tky.usr': 'usr_id\n5\n',
  });
  for (const path of [libcity, join(libcity, 'tky.dyna')]) {
    const { trajectories } = await readTrajectoriesAt(path);
    expect([trajectories.people, [...trajectories.lats]]).toEqual([['5'], [35.6]]);
  }
});
