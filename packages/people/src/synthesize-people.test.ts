import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy, UserError } from '@itinera/base';
import { gatesOf, Places, projectionOf } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { commuteLaw } from './choose-places.js';
import { parseMarginals, usualMarginals } from './marginals.js';
import { formatPeopleReport } from './people-report.js';
import { readPeopleTables } from './people-tables.js';
import { parseGrid } from './population-grid.js';
import { type SyntheticPerson as Person, synthesizePeople } from './synthesize-people.js';

const map = synthesizeCity({ seed: 1, size: 5000 });
const made = synthesizePeople(map, { count: 4000, seed: 1 });
const { people, report } = made;

describe('people', () => {
  test('people are the same for the same seed, and different for another one', () => {
    expect(synthesizePeople(map, { count: 4000, seed: 1 })).toEqual(made);
    const other = synthesizePeople(map, { count: 4000, seed: 2 });
    expect(other.people.map(({ home }) => home)).not.toEqual(people.map(({ home }) => home));
  });

  test('live in homes of the map and work at its work places', () => {
    const ids = people.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 4000 }, (_, i) => i + 1));
    // Households are together.
    const changes = people.filter(({ household }, i) => household !== people[i - 1]?.household);
    expect(changes.length).toBe(new Set(people.map(({ household }) => household)).size);
    for (const home of new Set(people.map((person) => person.home))) {
      const row = map.aoiIndex(home);
      expect(map.text(map.aois.urbanLandUse.values[row]!)).toMatch(/^R/);
      expect(gatesOf(map, row, 'walk').length + gatesOf(map, row, 'drive').length).toBeGreaterThan(0);
    }
    const isRight = ({ work, school, occupation, age }: Person) =>
      (work === null || map.aoiIndex(work) >= 0) &&
      (work !== null) === (occupation === 'Worker') &&
      (school === null || occupation === 'Student') &&
      (occupation !== 'Retired' || age >= 65);
    expect(people.filter((person) => !isRight(person))).toEqual([]);
  });

  test('match the marginals', () => {
    expect(report.fitError).toBeLessThan(1e-8);
    expect(report.drawError).toBeLessThan(0.002);
    const share = (accept: (age: number) => boolean) => people.filter(({ age }) => accept(age)).length / people.length;
    const all = usualMarginals.age.reduce((sum, value) => sum + value);
    expect(share((age) => age < 5)).toBeCloseTo(usualMarginals.age[0]! / all, 3);
    expect(share((age) => age >= 85)).toBeCloseTo(usualMarginals.age[17]! / all, 3);
  });

  test('share a home with their household, which has an adult', () => {
    const households = new Map<number, typeof people>();
    for (const person of people)
      households.set(person.household, [...(households.get(person.household) ?? []), person]);
    for (const members of households.values()) {
      expect(new Set(members.map(({ home }) => home)).size).toBe(1);
      expect(members).toHaveLength(members[0]!.household_size);
      expect(members.some(({ age }) => age >= 18)).toBe(true);
      expect(members.filter(({ has_car }) => has_car).length).toBeLessThanOrEqual(members[0]!.cars);
      expect(members.every(({ has_car, age }) => !has_car || age >= 18)).toBe(true);
    }
    const carless = [...households.values()].filter(([first]) => first!.cars === 0).length / households.size;
    expect(carless).toBeGreaterThan(0.04);
    expect(carless).toBeLessThan(0.11);
  });

  test('live with people of ages that live together', () => {
    const households = [...groupBy(people, ({ household }) => household).values()];
    const share = (is: (own: readonly Person[], one: Person) => boolean, who: (one: Person) => boolean) => {
      const found = households.flatMap((own) => own.filter(who).map((one) => is(own, one)));
      return found.filter((one) => one).length / found.length;
    };
    const isOld = ({ age }: Person) => age >= 65;
    const withChild = share((own) => own.some(({ age }) => age < 12), isOld);
    // United States 2012: 4.9 % with a grandchild; Santiago 2012: 14 %.
    expect(withChild).toBeGreaterThan(0.04);
    expect(withChild).toBeLessThan(0.14);
    // United States 2013: 28 %; Santiago: 12 %.
    const alone = share((own) => own.length === 1, isOld);
    expect(alone).toBeGreaterThan(0.12);
    expect(alone).toBeLessThan(0.3);
    const isParent = (child: Person) => (one: Person) => one.age - child.age >= 18 && one.age - child.age <= 45;
    const withParent = share(
      (own, child) => own.some(isParent(child)),
      ({ age }) => age < 12,
    );
    expect(withParent).toBeGreaterThan(0.9);
    const couples = households.filter(
      ([a, b, ...others]) =>
        b !== undefined && others.length === 0 && a!.gender !== b.gender && Math.min(a!.age, b.age) >= 25,
    );
    const gaps = couples.map(([a, b]) => Math.abs(a!.age - b!.age)).filter((gap) => gap < 18);
    // United States 2022: 51 % of couples are at most two years apart.
    expect(gaps.filter((gap) => gap <= 2).length / gaps.length).toBeGreaterThan(0.4);
    expect(gaps.length / couples.length).toBeGreaterThan(0.5);
  });

  test('commute as far as the law predicts', () => {
    expect(report.commute!.mean / report.commute!.expected).toBeGreaterThan(0.95);
    expect(report.commute!.mean / report.commute!.expected).toBeLessThan(1.05);
    const near = synthesizePeople(map, { count: 4000, seed: 1, commute: { law: 'exponential', rate: 1 / 300 } });
    expect(near.report.commute!.mean).toBeLessThan(report.commute!.mean);
    expect(formatPeopleReport(report)).toContain('SYNTHETIC');
    expect(formatPeopleReport(report)).toContain('the law of Columbia SC predicts');
    expect(formatPeopleReport(near.report)).toContain('(the law predicts');
  });

  test('a law with the parameter of the other one is rejected', () => {
    expect(() => commuteLaw({ law: 'exponential', exponent: 2 })).toThrow(
      'exponent 2: the exponential law expects metres',
    );
    expect(() => commuteLaw({ law: 'power', metres: 500 })).toThrow('metres 500: the power law expects an exponent');
  });

  test('commute as far on average as they should, if any law can make them', () => {
    for (const commute of [commuteLaw({ law: 'power' }), commuteLaw({ law: 'exponential' })]) {
      const { report } = synthesizePeople(map, { count: 2000, seed: 1, commute, zoneMetres: 200, meanMetres: 400 });
      expect(report.commute!.expected).toBeCloseTo(400, 0);
      expect(report.commute!.mean / 400).toBeCloseTo(1, 1);
    }
    expect(() => synthesizePeople(map, { count: 100, seed: 1, meanMetres: 90_000 })).toThrow(
      /mean distance to work: got 90\.00 km, expected 0\.\d\d to 0\.\d\d km/,
    );
    // Some of these single people do not work.
    const faults = Array.from({ length: 12 }, (_, seed) => {
      try {
        synthesizePeople(map, { count: 1, seed, meanMetres: 400 });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(faults).toContain('mean distance to work: nobody works on this map. Omit it.');
  });

  test('go to school as children and to college as adults, if the map has both', () => {
    const places = new Places(map);
    const kinds = (school: number) => places.aoi(school)!.poiIds.map((poi) => places.poiCategory(map.poiIndex(poi)));
    const at = people.filter(({ school }) => school !== null);
    const isCollege = (school: number) => kinds(school).some((kind) => /college|university/.test(kind));
    const shareAt = (all: typeof at) => all.filter(({ school }) => isCollege(school!)).length / all.length;
    expect(shareAt(at.filter(({ age }) => age >= 18))).toBe(1);
    expect(shareAt(at.filter(({ age }) => age < 18))).toBeLessThan(0.5);
  });
});

describe('a population grid', () => {
  const { toLonLat } = projectionOf(map);
  const cell = (x: number, y: number, population: number) => {
    const { lon, lat } = toLonLat(x, y);
    return `${lon},${lat},${population}`;
  };

  test('determines where people live', () => {
    const grid = parseGrid(['lon,lat,population', cell(-300, 0, 300), cell(300, 0, 100)].join('\n'), 'grid.csv');
    const { people, report } = synthesizePeople(map, { count: 4000, seed: 1, grid });
    expect(report.grid).toMatchObject({ cells: 2, cellsInMap: 2, peopleInMap: 1 });
    expect(report.grid!.error).toBeLessThan(0.005);
    expect(people).toHaveLength(4000);
    const twice = ['lon,lat,population', cell(-300, 0, 150), cell(-300, 0, 150), cell(300, 0, 100)].join('\n');
    const same = synthesizePeople(map, { count: 4000, seed: 1, grid: parseGrid(twice, 'twice.csv') });
    expect(same.people.filter(({ home }) => westOf(home)).length / 4000).toBeCloseTo(0.75, 2);
  });

  const centroids = map.aoiCentroids;
  const westOf = (home: number) => centroids[2 * map.aoiIndex(home)]! < 0;

  test('a grid of workers determines where they live, with as many people everywhere', () => {
    const grid = parseGrid(['lon,lat,population', cell(-300, 0, 500), cell(300, 0, 500)].join('\n'), 'grid.csv');
    const workers = parseGrid(
      ['lon,lat,workers', cell(-300, 0, 300), cell(300, 0, 200)].join('\n'),
      'w.csv',
      'workers',
    );
    const without = synthesizePeople(map, { count: 4000, seed: 1, grid });
    const { people, report } = synthesizePeople(map, { count: 4000, seed: 1, grid, workers });
    const inWest = (all: typeof people) => all.filter(({ home }) => westOf(home)).length / all.length;
    const employed = people.filter(({ occupation }) => occupation === 'Worker');
    expect(inWest(employed)).toBeCloseTo(0.6, 2);
    expect(report.workersError).toBeLessThan(0.002);
    expect(inWest(people)).toBe(inWest(without.people));
    expect(without.report.workersError).toBeNull();
    expect(formatPeopleReport(report)).toContain('% of workers');
    const parts = ['age', 'sex', 'status', 'household size', 'cars'].join(', ');
    expect(formatPeopleReport(report)).toContain(`not given, so taken from other places: ${parts}`);
  });

  test('a grid of jobs determines where people work', () => {
    const cells = ['lon,lat,jobs', cell(-300, 0, 100), cell(300, 0, 300)].join('\n');
    const jobs = parseGrid(cells, 'jobs.csv', 'jobs');
    const evenly = { law: 'exponential', rate: 0 } as const;
    const { people } = synthesizePeople(map, { count: 4000, seed: 1, jobs, commute: evenly });
    const centres = map.aoiCentroids;
    const workers = people.filter(({ work }) => work !== null);
    const east = workers.filter(({ work }) => centres[2 * map.aoiIndex(work!)]! > 0);
    expect(east.length / workers.length).toBeCloseTo(0.75, 1);
  });

  test('a grid of another city is rejected, and cells without homes are counted', () => {
    const far = parseGrid('lon,lat,population\n-170,0,10\n', 'far.csv');
    expect(() => synthesizePeople(map, { count: 10, seed: 1, grid: far })).toThrow(
      'The population grid does not cover the map',
    );
    const workers = parseGrid('lon,lat,workers\n-170,0,10\n', 'far.csv', 'workers');
    expect(() => synthesizePeople(map, { count: 10, seed: 1, workers })).toThrow(
      'The grid of workers does not cover the map',
    );
    for (const name of ['jobs', 'schools'])
      expect(() => synthesizePeople(map, { count: 10, seed: 1, [name]: far })).toThrow(
        `The grid of ${name} does not cover the map`,
      );
    for (const [rows, fault] of [
      ['', 'there are no cells'],
      ['1,1,\n', 'no cell has a value for population'],
    ] as const)
      expect(() => parseGrid(`lon,lat,population\n${rows}`, 'grid.csv')).toThrow(fault);
    const partly = parseGrid(`lon,lat,population\n${cell(0, 0, 300)}\n-170,0,100\n`, 'partly.csv');
    const { report } = synthesizePeople(map, { count: 400, seed: 1, grid: partly });
    expect(report.grid).toMatchObject({ cells: 2, cellsInMap: 1, peopleInMap: 0.75 });
  });

  slowTest('flows tell where workers live and work, and how far away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'itinera-flows-'));
    const path = join(folder, 'flows.csv');
    const [west, east] = [toLonLat(-300, 0), toLonLat(300, 0)].map(({ lon, lat }) => `${lon},${lat}`);
    writeFileSync(
      path,
      `home_lon,home_lat,work_lon,work_lat,people\n${west},${west},60\n${west},${east},20\n${east},${east},20\n`,
    );
    const tables = await readPeopleTables({ flows: path });
    expect([...tables.workers!.people, ...tables.jobs!.people]).toEqual([80, 20, 60, 40]);
    expect(tables.meanMetres).toBeCloseTo(120, 0);
    const { report, people } = synthesizePeople(map, {
      count: 2000,
      seed: 1,
      zoneMetres: 100,
      ...tables,
      meanMetres: 300,
    });
    expect(report.commute!.expected).toBeCloseTo(300, 0);
    const employed = people.filter(({ occupation }) => occupation === 'Worker');
    expect(employed.filter(({ home }) => westOf(home)).length / employed.length).toBeCloseTo(0.8, 1);
    writeFileSync(path, `home_lon,home_lat,work_lon,work_lat,people\n${west},500,0,60\n`);
    await expect(readPeopleTables({ flows: path })).rejects.toThrow('cell 1 has the lon "500", expected degrees');
    rmSync(folder, { recursive: true });
  });

  test('given jobs are filled by their share, even far from homes', () => {
    const cells = ['lon,lat,jobs', cell(-1500, 0, 100), cell(1500, 0, 300)].join('\n');
    const jobs = parseGrid(cells, 'jobs.csv', 'jobs');
    const grid = parseGrid(['lon,lat,population', cell(-1500, 0, 100)].join('\n'), 'grid.csv');
    const { people } = synthesizePeople(map, {
      count: 4000,
      seed: 1,
      grid,
      jobs,
      commute: commuteLaw({ law: 'power', exponent: 2 }),
    });
    const isEast = (aoi: number) => map.aoiCentroids[2 * map.aoiIndex(aoi)]! > 0;
    const work = people.flatMap((person) => person.work ?? []);
    expect(work.filter(isEast).length / work.length).toBeCloseTo(0.75, 1);
  });

  test('jobs that the map lacks are where people live, and outlines of cells decide who lives in them', async () => {
    const corner = (x: number, y: number) => Object.values(toLonLat(x, y));
    const tract = (west: number, east: number, population: number | null) => ({
      type: 'Feature',
      properties: { population },
      geometry: {
        type: 'Polygon',
        coordinates: [[corner(west, -3000), corner(east, -3000), corner(east, 3000), corner(west, 3000)]],
      },
    });
    const folder = mkdtempSync(join(tmpdir(), 'itinera-tracts-'));
    const path = join(folder, 'tracts.geojson');
    const read = (...features: readonly object[]) => {
      writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
      return readPeopleTables({ grid: path });
    };
    const tables = await read(tract(-3000, 200, 900_000), tract(200, 3000, 100_000), tract(9000, 9100, null));
    const { people, report } = synthesizePeople(map, { count: 4000, seed: 1, ...tables });
    const isWest = (aoi: number) => centroids[2 * map.aoiIndex(aoi)]! < 200;
    expect(people.filter(({ home }) => isWest(home)).length / 4000).toBeCloseTo(0.9, 2);
    expect(report.grid).toMatchObject({ cells: 2, empty: 1, peopleInMap: 1 });
    expect(report.jobsNearHomes).toBeGreaterThan(0.5);
    expect(formatPeopleReport(report)).toMatch(/work +.*% of jobs placed near homes, as the map has no site for them/);
    const jobs = people.flatMap(({ work }) => work ?? []);
    const without = made.people.flatMap(({ work }) => work ?? []);
    const westOfAll = (all: readonly number[]) => all.filter(isWest).length / all.length;
    expect(westOfAll(jobs)).toBeGreaterThan(westOfAll(without));
    expect(made.report.jobsNearHomes).toBe(0);
    const away = [90, 0, 91, 0, 91, 1];
    const grid = {
      ...tables.grid!,
      lons: Float64Array.of(0, 90),
      rings: [tables.grid!.rings![0]!, [Float64Array.from(away)]],
    };
    expect(synthesizePeople(map, { count: 100, seed: 1, grid }).report.grid!.peopleInMap).toBeCloseTo(0.9, 5);
    await expect(readPeopleTables({ jobs: path })).rejects.toThrow('the polygons have no property jobs');
    await expect(read(tract(0, 1, 5), { type: 'Feature', properties: {}, geometry: null })).rejects.toThrow(
      'tracts.geojson: feature 2 is not a valid polygon',
    );
    rmSync(folder, { recursive: true });
  });

  test('cells without a value are counted, not refused', () => {
    const empty = parseGrid(`lon,lat,population\n${cell(0, 0, 300)}\n1,1,\n2,2,NaN\n`, 'grid.csv');
    const { report } = synthesizePeople(map, { count: 100, seed: 1, grid: empty });
    expect(report.grid).toMatchObject({ cells: 1, empty: 2 });
    expect(formatPeopleReport(report)).toContain('of its people, and 2 cells have no value;');
  });

  test('schools are given by cell, or found on public land if the map has none', () => {
    const only = parseGrid(`lon,lat,schools\n${cell(300, 0, 2)}\n${cell(-300, 0, 0)}`, 'schools.csv', 'schools');
    const students = (options: object) =>
      synthesizePeople(map, { count: 300, seed: 1, ...options }).people.flatMap(({ school }) => school ?? []);
    const x = (aoi: number) => map.aoiCentroids[2 * map.aoiIndex(aoi)]!;
    expect(students({ schools: only }).every((aoi) => x(aoi) > 0)).toBe(true);
    expect(students({}).some((aoi) => x(aoi) < 0)).toBe(true);
  });

  test('a grid with invalid values is rejected with a message', () => {
    expect(() => parseGrid('x,y\n1,2', 'grid.csv')).toThrow('grid.csv has no columns lon, lat, population');
    expect(() => parseGrid('lon,lat,population\n1,2', 'grid.csv')).toThrow('grid.csv:2: 2 cells, expected 3');
    expect(() => parseGrid('lon,lat,population\n1,99,3', 'grid.csv')).toThrow('has the lat "99"');
    expect(() => parseGrid('lon,lat,population\n1,9,-3', 'grid.csv')).toThrow('has the population "-3"');
    expect(() => parseGrid('lon,lat,population\n1,9,0', 'grid.csv')).toThrow('population of all cells is 0');
  });
});

describe('marginals of a survey', () => {
  const sex = 'variable,category,count\nsex,male,30\nsex,female,70\n';

  test('marginals are matched', () => {
    const marginals = parseMarginals(`${sex}status,worker,60\nstatus,student,20\nstatus,neither,20\n`, 'survey.csv');
    const { people, report } = synthesizePeople(map, { count: 1000, seed: 1, marginals });
    expect(people.filter(({ gender }) => gender === 'female').length).toBeCloseTo(700, -1);
    expect(people.filter(({ occupation }) => occupation === 'Worker').length).toBeCloseTo(600, -1);
    expect(report.fitError).toBeLessThan(1e-6);
  });

  test('marginals with invalid values are rejected with a message', () => {
    const parse = (text: string) => () => parseMarginals(`variable,category,count\n${text}`, 'survey.csv');
    expect(parse('colour,red,1')).toThrow('unknown variable "colour"');
    expect(parse('constructor,red,1')).toThrow('unknown variable "constructor"');
    expect(parse('sex,other,1')).toThrow('sex has no category "other"');
    expect(parse('sex,male,few')).toThrow('has the count "few"');
    expect(parse('sex,male,1')).toThrow('sex lacks the categories female');
    expect(parse('household_size,1,1')).toThrow('household_size lacks the categories 2, 3');
    expect(parse('sex,male,1\nsex,male,2')).toThrow('sex male has two counts');
    expect(parse('sex,male,0\nsex,female,0')).toThrow('all counts of sex are 0');
  });
});

test('invalid numbers of people are rejected', () => {
  expect(() => synthesizePeople(map, { count: 0, seed: 1 })).toThrow(UserError);
  expect(() => synthesizePeople(map, { count: 1.5, seed: 1 })).toThrow('expected a whole number');
  expect(synthesizePeople(map, { count: 1, seed: 1 }).people).toHaveLength(1);
});
