import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { mapInfo, readMapFile, readTimetableFile, timetablePathOf } from '@itinera/city';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addMapBuild } from './map-build.js';
import { describeMap } from './map-summary.js';

const TOWN = `<osm version="0.6">
<node id="1" lat="50" lon="7.998"/><node id="2" lat="50" lon="8"/><node id="3" lat="50.002" lon="8"/>
<node id="4" lat="50.0003" lon="7.999"><tag k="shop" v="bakery"/></node>
<way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
</osm>`;

let folder: string;
let town: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-map-build-'));
  town = join(folder, 'town.osm');
  await writeFile(town, TOWN);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Runs `build` with the given arguments. @returns what it printed */
async function build(...args: string[]): Promise<string> {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const program = new Command().exitOverride();
  addMapBuild(program);
  await program.parseAsync(['build', ...args], { from: 'user' });
  return written.join('');
}

test('writes a map and reports how much of it can be reached', async () => {
  const output = join(folder, 'town.pb');
  const text = await build(town, '-o', output);
  expect(text).toContain('100.0 % of AOIs by car or on foot');
  const { map } = await readMapFile(output);
  expect([map.roads.count, map.aois.count, map.pois.count]).toEqual([2, map.aois.count, 1]);
});

test('prints the report as JSON with the counts of the map', async () => {
  const output = join(folder, 'json.pb');
  const report = JSON.parse(await build(town, '-o', output, '--json', '--name', 'Town', '--infer-aois', 'never'));
  expect(report).toMatchObject({
    output,
    name: 'Town',
    aois: 1,
    pois: 1,
    roads: 2,
    reachable: { any: 1, drive: 1, walk: 1 },
  });
});

test.each(['1,2,3', '8,50,7,51', 'a,b,c,d', '1,2,3,4,5', ',,,'])('rejects the box %s', async (box) => {
  await expect(build(town, '-o', join(folder, 'box.pb'), '--bbox', box)).rejects.toThrow(
    'Expected west,south,east,north',
  );
});

test('rejects paths that cannot be written or would overwrite the input', async () => {
  await expect(build(town, '-o', town)).rejects.toThrow(/town\.osm: expected a name that ends in \.pb/);
  expect(await readFile(town, 'utf8')).toBe(TOWN);
  await expect(build(town, '-o', folder)).rejects.toThrow(/is a folder/);
  // Before the input is read.
  await expect(build(join(folder, 'none.osm'), '-o', join(folder, 'nowhere', 'town.pb'))).rejects.toThrow(
    /town\.pb cannot be written.*Choose another folder/,
  );
});

test('leaves no file behind if the input is not an extract', async () => {
  const input = join(folder, 'notes.txt');
  await writeFile(input, 'hello');
  await expect(build(input, '-o', join(folder, 'none.pb'))).rejects.toThrow(UserError);
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
});

test('writes a timetable next to a map with public transport', async () => {
  const feed = join(folder, 'feed');
  await mkdir(feed);
  const tables = {
    stops: 'stop_id,stop_name,stop_lat,stop_lon\nw,West,50,7.9985\nn,North,50.0015,8\n',
    routes: 'route_id,route_short_name,route_type\nr,7,3\n',
    calendar_dates: 'service_id,date,exception_type\nall,20240101,1\n',
    trips: 'trip_id,route_id,service_id\nt,r,all\n',
    stop_times:
      'trip_id,stop_id,stop_sequence,arrival_time,departure_time\nt,w,1,8:00:00,8:00:00\nt,n,2,8:02:00,8:02:00\n',
  };
  for (const [name, text] of Object.entries(tables)) await writeFile(join(feed, `${name}.txt`), text);
  const output = join(folder, 'transit.pb');
  expect(await build(town, '-o', output, '--gtfs', feed)).toContain('1 with 1 bus sublines, 0 on rails');
  const { map, sha256 } = await readMapFile(output);
  expect(map.sublines.count).toBe(1);
  const info = mapInfo(output, { map, sha256, bytes: 0 });
  expect(describeMap(info)).toMatch(/^public transport +1 subline, 0 km of rails and streets for buses only$/m);
  const timetable = await readTimetableFile(timetablePathOf(output), sha256);
  expect(timetable?.tripCount).toBe(1);
  const { transit } = JSON.parse(await build(town, '-o', output, '--gtfs', feed, '--json'));
  expect(transit).toMatchObject({ stations: 2, trips: 1, usualWeek: '2024-01-01' });
  await expect(build(town, '-o', output, '--gtfs', join(folder, 'none.zip'))).rejects.toThrow('no such file or folder');

  const other = async (name: string, date: string) => {
    await mkdir(join(folder, name));
    const own = { ...tables, calendar_dates: tables.calendar_dates.replace('20240101', date) };
    for (const [file, text] of Object.entries(own)) await writeFile(join(folder, name, `${file}.txt`), text);
    return join(folder, name);
  };
  const both = ['--gtfs', feed, '--gtfs', await other('rail', '20240101')];
  const { transit: reports } = JSON.parse(await build(town, '-o', output, ...both, '--json'));
  expect(reports).toMatchObject([{ stations: 2 }, { stations: 2 }]);
  const merged = await readMapFile(output);
  expect(merged.map.sublines.count).toBe(2);
  expect((await readTimetableFile(timetablePathOf(output), merged.sha256))!.tripCount).toBe(2);
  await expect(build(town, '-o', output, '--gtfs', feed, '--gtfs', feed)).rejects.toThrow('is given twice');
  await expect(build(town, '-o', output, '--gtfs', feed, '--gtfs', await other('old', '20200101'))).rejects.toThrow(
    /old is valid from 2020-01-01 to 2020-01-01, .* have no day in common, so they cannot be merged/,
  );
});
