import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectionOf } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { synthesizePeople, writePeople } from '@itinera/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleFolder } from './people-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'people folder '));
afterAll(() => rmSync(folder, { recursive: true }));
const map = synthesizeCity({ seed: 1, size: 500 });
const { people } = synthesizePeople(map, { count: 40, seed: 1 });
const notes: string[] = [];
const note = (message: string) => void notes.push(message);
const open = (name: string) => peopleFolder({ path: join(folder, name), home: folder, map: async () => map, note });
const csvOf = (rows: readonly object[]) =>
  `${Object.keys(rows[0]!).join(',')}\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`;

beforeAll(async () => {
  await writePeople(join(folder, 'people'), people);
});

test('profiles in JSON, JSON Lines, CSV and Parquet produce the same people', async () => {
  writeFileSync(join(folder, 'p.jsonl'), people.map((person) => JSON.stringify(person)).join('\n'));
  writeFileSync(join(folder, 'p.csv'), csvOf(people).replaceAll('null', '').replaceAll(',', ';'));
  const places: string[] = [];
  for (const name of ['p.jsonl', 'p.csv', 'people/profiles.json', 'people/profiles.parquet'])
    places.push(await open(name));
  expect(new Set(places).size).toBe(1);
  expect(existsSync(join(places[0]!, 'SYNTHETIC.md'))).toBe(true);
  const [first] = readFileSync(join(places[0]!, 'profiles.jsonl'), 'utf8').split('\n');
  const { work: _, school: __, ...whole } = people[0]!;
  expect(JSON.parse(first!)).toMatchObject(whole);
  expect(await open('people')).toBe(join(folder, 'people'));
});

test('fields that nobody has are named with the misspelt ones, but not other facts about people', async () => {
  const [person] = people;
  const write = (row: object) => writeFileSync(join(folder, 'misspelt.json'), JSON.stringify([row]));
  notes.length = 0;
  const { occupation, ...rest } = person!;
  write({ ...rest, ocupation: occupation, name: 'Anna', wage: 3 });
  await open('misspelt.json');
  expect(notes).toEqual([`${join(folder, 'misspelt.json')}: nobody has "occupation". Did you mean it by "ocupation"?`]);
  notes.length = 0;
  write({ id: 1, name: 'Anna', zone: 3 });
  await expect(open('misspelt.json')).rejects.toThrow('expected an AOI id as home, got none');
  expect(notes).toEqual([]);
});

test('places in degrees move to the nearest AOI, and people off the map are omitted and counted', async () => {
  const at = projectionOf(map).toLonLat(0, 0);
  const row = (id: number, home: number, work: number) => ({
    id,
    home_lon: home,
    home_lat: at.lat,
    work_lon: work,
    work_lat: at.lat,
  });
  const far = at.lon + 1;
  writeFileSync(join(folder, 'degrees.csv'), csvOf([row(1, at.lon, at.lon), row(2, far, at.lon), row(3, at.lon, far)]));
  const text = readFileSync(join(await open('degrees.csv'), 'profiles.jsonl'), 'utf8');
  const profiles = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(profiles.map(({ id }) => id)).toEqual([1, 3]);
  expect(map.aoiIndex(profiles[0].home)).toBeGreaterThanOrEqual(0);
  expect(profiles.map(({ work }) => work)).toEqual([profiles[0].home, undefined]);
  expect(notes).toEqual([
    '1 of 3 people live more than 500 m from every AOI of the map and are omitted.',
    '1 of 3 people work more than 500 m from every AOI of the map and have no workplace.',
  ]);
});

test.each([
  ['none.csv', '', 'none.csv: file not found.'],
  ['p.txt', 'x', 'p.txt contains no profiles.'],
  ['empty.csv', 'id,home\n', 'empty.csv contains no profiles.'],
  ['ragged.csv', 'id,home\n1,2,3\n', 'ragged.csv:2: 3 cells, expected 2 as in the first line.'],
  ['homeless.csv', 'id,age\n1,30\n', 'profile 1: expected an AOI id as home, got none'],
  ['twice.jsonl', '{"id":1,"home":500000000}\n{"id":1,"home":500000000}\n', 'profile 2: id 1 is a duplicate'],
  ['list.json', '[1]', 'list.json: entry 1 is 1. Expected JSON: a list of objects, one object per line, or GeoJSON.'],
  ['broken.parquet', 'PAR1', 'broken.parquet: expected Parquet, but it cannot be read'],
  ['far.csv', 'id,home_lon,home_lat\n1,100,10\n', 'none of 1 people lives within 500 m of an AOI of the map.'],
  [
    'wrong.csv',
    'id,home_lon,home_lat\n1,east,10\n',
    'profile 1, home_lon and home_lat: expected degrees, got ["east",10]',
  ],
])('%s is rejected with the reason', async (name, text, message) => {
  if (text !== '') writeFileSync(join(folder, name), text);
  await expect(open(name)).rejects.toThrow(message);
});
