import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { everyDay, type FeedTables, feedOf, inFolder, stopTimeRows } from '../gtfs-feed.fixture.js';
import { dayOf, runsOn } from '../service-days.js';
import { NO_DROP_OFF, NO_PICKUP } from './gtfs-feed.js';
import { readGtfs } from './read-gtfs.js';

/** A valid feed, which the tests damage. */
const good: FeedTables = {
  agency: ['agency_id,agency_name,agency_url,agency_timezone', '1,City buses,https://example.org,Europe/Lisbon'],
  stops: ['stop_id,stop_name,stop_lat,stop_lon', 'P,"Square ""Old"", north",41.15,-8.61', 'Q,Quay,41.16,-8.62'],
  routes: ['route_id,route_short_name,route_long_name,route_type', 'r,7,Ring,3'],
  calendar: everyDay,
  trips: ['route_id,service_id,trip_id,direction_id', 'r,all,t,1'],
  stop_times: stopTimeRows({ t: 'P 8:00 Q 25:10' }),
};
const dropped = async (spoilt: FeedTables) =>
  Object.fromEntries(
    Object.entries((await feedOf({ ...good, ...spoilt })).dropped).map(([what, { count }]) => [what, count]),
  );

describe('a feed', () => {
  test('is read completely', async () => {
    const feed = await feedOf(good);
    expect(feed).toMatchObject({
      timeZone: 'Europe/Lisbon',
      stops: { ids: ['P', 'Q'], names: ['Square "Old", north', 'Quay'] },
      routes: { names: ['7'] },
      dropped: {},
    });
    expect([...feed.stops.lon]).toEqual([-8.61, -8.62]);
    expect([...feed.trips.arrivals]).toEqual([8 * 3600, 25 * 3600 + 600]);
    expect([...feed.trips.directions]).toEqual([1]);
  });

  test('tables may have any column order, line endings, blank lines, spaces and a byte order mark', async () => {
    const odd = {
      ...good,
      stops: ['\ufeffstop_lon, stop_id ,stop_lat,stop_name\r', '-8.61, P ,41.15,A\r', '\r', '-8.62,Q,41.16,"B\nC"\r\n'],
    };
    const { stops } = await feedOf(odd);
    expect(stops.ids).toEqual(['P', 'Q']);
    expect(stops.names).toEqual(['A', 'B\nC']);
  });

  test('interpolates times at stops without them, and orders stops by sequence', async () => {
    const { trips } = await feedOf({
      ...good,
      stop_times: [
        'trip_id,stop_id,stop_sequence,arrival_time,departure_time,pickup_type,drop_off_type',
        't,Q,30,8:30:00,8:31:00,1,0',
        't,P,5,8:00:00,,0,1',
        't,P,10,,,,',
        't,Q,20,,,,',
      ],
    });
    expect([...trips.stops]).toEqual([0, 0, 1, 1]);
    expect([...trips.departures].map((time) => time / 60 - 480)).toEqual([0, 10, 20, 31]);
    expect([...trips.flags]).toEqual([NO_DROP_OFF, 0, 0, NO_PICKUP]);
  });

  test.each([
    ['0 10 40', 7.5],
    ['0  40', 15],
    ['0 50 40', 15],
  ])('times between timed stops follow the distances %s', async (text, minutes) => {
    const distances = text.split(' ');
    const times = ['t,P,1,8:00:00,8:00:00', 't,P,2,,', 't,Q,3,8:30:00,8:30:00'];
    const { trips } = await feedOf({
      ...good,
      stop_times: [
        'trip_id,stop_id,stop_sequence,arrival_time,departure_time,shape_dist_traveled',
        ...times.map((row, i) => `${row},${distances[i]}`),
      ],
    });
    expect(trips.arrivals[1]! / 60 - 480).toBe(minutes);
  });

  test('arrangements and tables that are not used are counted by name', async () => {
    const unused = await feedOf({
      ...good,
      trips: ['route_id,service_id,trip_id,block_id', 'r,all,t,b1', 'r,all,u,b1', 'r,all,v,b2'],
      stop_times: [
        'trip_id,stop_id,stop_sequence,arrival_time,departure_time,pickup_type',
        ...['t', 'u', 'v'].flatMap((trip) => [`${trip},P,1,8:00:00,8:00:00,2`, `${trip},Q,2,8:10:00,8:10:00,0`]),
      ],
      shapes: ['shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence'],
      fare_rules: ['fare_id'],
    });
    expect([...unused.trips.blocks]).toEqual([0, 0, 1]);
    expect(unused.dropped).toEqual({
      'stops by arrangement with driver or agency, which count as served': { count: 3, example: 'line 2' },
      'unused tables': { count: 2, example: 'fare_rules.txt, shapes.txt' },
    });
  });

  test('runs on its weekdays, with exceptions', async () => {
    const { services } = await feedOf({
      ...good,
      calendar: [everyDay[0]!, 'all,1,1,1,1,1,0,0,20240101,20240131'],
      calendar_dates: ['service_id,date,exception_type', 'all,20240106,1', 'all,20240108,2', 'extra,20240301,1'],
    });
    const on = (date: string) => [runsOn(services, 0, dayOf(date)), runsOn(services, 1, dayOf(date))];
    expect(on('2024-01-05')).toEqual([true, false]);
    expect(on('2024-01-06')).toEqual([true, false]);
    expect(on('2024-01-07')).toEqual([false, false]);
    expect(on('2024-01-08')).toEqual([false, false]);
    expect(on('2024-02-01')).toEqual([false, false]);
    expect(on('2024-03-01')).toEqual([false, true]);
  });

  test('expands headways into trips', async () => {
    const { trips } = await feedOf({
      ...good,
      stop_times: stopTimeRows({ t: 'P 0:00 Q 0:10' }),
      frequencies: ['trip_id,start_time,end_time,headway_secs', 't,6:00:00,6:30:00,600', 't,22:00:00,22:10:00,300'],
    });
    expect([...trips.departures].filter((_, i) => i % 2 === 0).map((time) => time / 60)).toEqual([
      360, 370, 380, 1320, 1325,
    ]);
    expect([...trips.offsets]).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test('applies transfers between stations to all their stops', async () => {
    const { transfers } = await feedOf({
      ...good,
      stops: [
        'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station',
        'P,,41.15,-8.61,0,S',
        'Q,,41.16,-8.62,0,S',
        'S,,41.16,-8.62,1,',
      ],
      transfers: ['from_stop_id,to_stop_id,transfer_type,min_transfer_time', 'P,Q,2,180', 'P,P,,', 'S,Q,3,'],
    });
    const rows = [...transfers.from].map((from, i) => [from, transfers.to[i], transfers.seconds[i]]);
    expect(rows).toEqual([
      [0, 1, 180],
      [0, 0, 0],
      [2, 1, -1],
      [0, 1, -1],
      [1, 1, -1],
    ]);
  });
});

describe('invalid rows are left out and counted', () => {
  test("stops without a position, duplicate stops, and stops that are each other's station", async () => {
    const stops = [...good.stops!, 'P,,41.15,-8.61', ',,1,1', 'sea,,0,0', 'far,,99,7', 'none,,x,y'];
    expect(await dropped({ stops })).toEqual({
      'stops with a duplicate id': 1,
      'stops without an id': 1,
      'stops without a position': 3,
    });
    const loop = ['stop_id,stop_lat,stop_lon,parent_station', 'P,41,-8,Q', 'Q,41,-8,P', 'R,41,-8,R', 'T,41,-8,no'];
    expect(await dropped({ stops: loop })).toEqual({
      'stops that are their own station': 2,
      'stops at unknown stations': 1,
    });
  });

  test('trips that go back in time, have one stop, or refer to missing rows', async () => {
    const trips = [
      ...good.trips!,
      'r,all,back,0',
      'r,all,once,0',
      'no,all,a,0',
      'r,no,b,0',
      'r,all,t,0',
      'r,all,bare,0',
    ];
    const stop_times = [
      ...stopTimeRows({ t: 'P 8:00 Q 8:10', back: 'P 8:10 Q 8:00', once: 'P 8:00' }),
      'bare,P,1,,',
      'bare,Q,2,8:00:00,8:00:00',
      'nobody,P,1,8:00:00,8:00:00',
      't,nowhere,9,8:00:00,8:00:00',
      't,P,x,8:00:00,8:00:00',
      't,P,11,8 o’clock,',
    ];
    expect(await dropped({ trips, stop_times })).toEqual({
      'trips with decreasing times': 1,
      'trips with fewer than two stops': 1,
      'trips of an unknown route': 1,
      'trips of an unknown service': 1,
      'trips with a duplicate id': 1,
      'trips without a time at their first or last stop': 1,
      'stop times of unknown or omitted trips': 1,
      'stop times at unknown stops': 1,
      'stop times without a sequence or with an invalid time': 2,
    });
  });

  test('frequencies that last for years, repeat or expand to millions of departures terminate', async () => {
    const equal = Array.from({ length: 5000 }, () => 't,0:00:00,48:00:00,1');
    const shifted = Array.from({ length: 60 }, (_, i) => `t,0:00:${String(i).padStart(2, '0')},48:00:00,1`);
    const frequencies = ['trip_id,start_time,end_time,headway_secs', 't,0:00:00,999999:00:00,1', ...equal, ...shifted];
    const counts = await dropped({ frequencies });
    expect(counts).toEqual({
      'frequencies that last more than a week': 1,
      'duplicate frequencies': 5000,
      'departures by headway beyond the limit': 60 * 172_800 - (59 * 60) / 2 - 172_810,
    });
  });

  test('invalid headways, transfers and dates are left out', async () => {
    expect(
      await dropped({
        frequencies: [
          'trip_id,start_time,end_time,headway_secs',
          't,6:00:00,7:00:00,0',
          't,7:00:00,6:00:00,60',
          'x,,,',
        ],
        transfers: [
          'from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_trip_id',
          'P,no,0,,',
          'P,Q,0,,t',
          'P,Q,2,soon,',
        ],
        calendar: [...good.calendar!, 'never,1,1,1,1,1,1,1,20240201,20240101', 'odd,1,1,1,1,1,1,1,20240230,20240301'],
        calendar_dates: ['service_id,date,exception_type', 'all,2024,1', 'all,20240101,7'],
      }),
    ).toEqual({
      'frequencies without a headway, or with reversed times': 2,
      'frequencies of unknown or omitted trips': 1,
      'transfers at unknown stops': 1,
      'transfers between specific trips or routes': 1,
      'transfers of an unknown type or time': 1,
      'services with invalid or reversed dates': 2,
      'invalid service exceptions': 2,
    });
  });
});

test('a feed may be in a folder of its folder', async () => {
  await inFolder(good, async (inside) => {
    const folder = `${inside} outside`;
    await mkdir(folder);
    await rename(inside, join(folder, 'feed'));
    const feed = await readGtfs(folder);
    await rename(join(folder, 'feed'), inside);
    await rm(folder, { recursive: true });
    expect({ ...feed, name: '' }).toEqual({ ...(await readGtfs(inside)), name: '' });
  });
});

describe('an unusable feed is rejected with the reason', () => {
  const error = async (tables: FeedTables) => {
    const failure = await feedOf(tables).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(UserError);
    return (failure as Error).message;
  };

  test('files and columns that are missing', async () => {
    const { stop_times, calendar, ...rest } = good;
    expect(await error(rest)).toMatch(
      /stop_times\.txt and calendar\.txt \(or calendar_dates\.txt\) missing.*found .*agency\.txt/,
    );
    expect(await error({ ...good, stops: ['id,lat'] })).toMatch(/stops\.txt has no column stop_id; it has id, lat/);
    expect(await error({ ...good, stop_times: [''] })).toMatch(/stop_times\.txt is empty/);
    await expect(readGtfs('/nowhere/feed.zip')).rejects.toThrow('there is no such file or folder');
    await inFolder({}, async (folder) => {
      await expect(readGtfs(folder)).rejects.toThrow('no tables at all');
      await writeFile(join(folder, 'city.zip'), '');
      await expect(readGtfs(folder)).rejects.toThrow('It contains city.zip: pass that archive.');
    });
  });

  test('a feed without a single trip', async () => {
    expect(await error({ ...good, stop_times: stopTimeRows({ t: 'P 9:00 Q 8:00' }) })).toMatch(
      /no trip can be used\. Left out: 1 trips with decreasing times \(t\)/,
    );
  });

  test('a quote that is never closed', async () => {
    const open = ['stop_id,stop_name', `P,"${'x'.repeat(1_200_000)}`];
    expect(await error({ ...good, stops: open })).toMatch(
      /line 2 is longer than 1048576 bytes \(a closing quote may be missing\), so it is not read/,
    );
  });
});
