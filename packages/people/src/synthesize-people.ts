import { groupBy, Random, UserError } from '@itinera/base';
import { type CityMap, projectionOf } from '@itinera/city';
import { completedJobs, weightsByGrid } from './cell-groups.js';
import { chooseHomes } from './choose-homes.js';
import {
  balancedPlaces,
  type CommuteLaw,
  choosePlaces,
  distanceOf,
  fitLaw,
  isUsualLaw,
  usualCommute,
  usualSchool,
} from './choose-places.js';
import { cityCapacity } from './city-capacity.js';
import { drawPeople } from './draw-people.js';
import { carHolders, formHouseholds } from './households.js';
import { type Marginals, SEXES, STATUSES, usualMarginals } from './marginals.js';
import { matchWorkers } from './match-workers.js';
import type { PeopleReport } from './people-report.js';
import type { PopulationGrid } from './population-grid.js';
import { zonesOf } from './zones.js';

/** Options of {@link synthesizePeople}. */
export interface PeopleOptions {
  readonly count: number;
  readonly seed: number;
  /** Population grid; default: that of workers, else by area of residential land. */
  readonly grid?: PopulationGrid;
  /** Employed residents by cell, in `people` of the cells; default: as many everywhere. */
  readonly workers?: PopulationGrid;
  /** Jobs by cell, in `people` of the cells; default: from the POIs and land use of the map. */
  readonly jobs?: PopulationGrid;
  /** Schools and colleges by cell, in `people` of the cells; default: from the POIs and land use of the map. */
  readonly schools?: PopulationGrid;
  readonly marginals?: Marginals;
  readonly commute?: CommuteLaw;
  /** Mean distance to work in metres: the parameter of the law is fitted to it. */
  readonly meanMetres?: number;
  /** For children; adults go to college by the law of commutes. */
  readonly school?: CommuteLaw;
  /** Side of the squares between which distances are measured, metres. */
  readonly zoneMetres?: number;
}

/** A synthetic person, as agents know it. */
export interface SyntheticPerson {
  readonly id: number;
  /** AOI ids. */
  readonly home: number;
  /** Centre of the home's AOI in degrees, by which a run recognises another map. */
  readonly home_lon: number;
  readonly home_lat: number;
  readonly work: number | null;
  readonly school: number | null;
  readonly household: number;
  readonly household_size: number;
  /** Cars of the household, and whether the person has one of them. */
  readonly cars: number;
  readonly has_car: boolean;
  readonly age: number;
  readonly gender: (typeof SEXES)[number];
  /** `Worker`, `Student`, else `Child` below 18, `Retired` from 65, and `Unemployed` in between. */
  readonly occupation: string;
  readonly synthetic: true;
}

export interface SyntheticPeople {
  readonly people: SyntheticPerson[];
  readonly report: PeopleReport;
}

const MAX_PEOPLE = 20_000_000;
const RETIRED = 65;
const ADULT = 18;
/** One random stream per kind of draw, so that a change in one does not affect the others. */
const Stream = { PEOPLE: 1, HOUSEHOLDS: 2, HOMES: 3, WORK: 4, SCHOOL: 5, WORKERS: 6, COLLEGE: 7 } as const;

/**
 * Synthesises people of a city: age, sex and occupation by marginals, households with cars, homes by a population grid or
 * by area of residential land, work and school places by a gravity law over the POIs and land use of the map. The same
 * seed returns the same people. They are marked as synthetic.
 *
 * @throws UserError when the map has no homes, the grid misses it, or the number of people is out of range
 */
export function synthesizePeople(map: CityMap, options: PeopleOptions): SyntheticPeople {
  const { count, seed, grid = options.workers ?? null, marginals = usualMarginals, zoneMetres = 1000 } = options;
  if (!Number.isInteger(count) || count < 1 || count > MAX_PEOPLE)
    throw new UserError(`people: got ${count}, expected a whole number from 1 to ${MAX_PEOPLE}.`);
  const random = (stream: number) => new Random(seed, stream);
  const capacity = cityCapacity(map);
  const drawn = drawPeople(count, marginals, random(Stream.PEOPLE));
  const households = formHouseholds(drawn, marginals, random(Stream.HOUSEHOLDS));
  const gridName = options.grid ? 'population grid' : 'grid of workers';
  const homes = chooseHomes(households.sizes, capacity, grid, random(Stream.HOMES), gridName);
  const homeOf = Int32Array.from(households.of, (household) => homes.aois[household]);
  const workersError = options.workers
    ? matchWorkers(homeOf, drawn, capacity, options.workers, random(Stream.WORKERS))
    : null;
  const hasCar = carHolders(drawn, households);
  const zones = zonesOf(capacity.centres, zoneMetres);

  const of = (isOne: (person: number) => boolean) => Int32Array.from(homeOf.keys()).filter(isOne);
  const choose = (people: Int32Array, weights: Float64Array, law: CommuteLaw, stream: number) => {
    const chosen = choosePlaces(
      people.map((person) => homeOf[person]),
      weights,
      zones,
      law,
      random(stream),
    );
    return { people, ...chosen };
  };
  const workers = of((person) => drawn.statuses[person] === 0);
  const { weights, lacking } = completedJobs(capacity, options.grid ?? null, workers.length / count);
  const jobs = options.jobs ? weightsByGrid(weights, capacity, options.jobs, 'jobs') : weights;
  const homesOfWorkers = workers.map((person) => homeOf[person]);
  const given = options.commute ?? usualCommute;
  const commute =
    options.meanMetres === undefined
      ? given
      : fitLaw(homesOfWorkers, jobs, zones, given, options.meanMetres, options.jobs !== undefined);
  // The map's own jobs are too uncertain to be filled to the last one.
  const places = options.jobs ? balancedPlaces(homesOfWorkers, jobs, zones, commute) : jobs;
  const work = choose(workers, places, commute, Stream.WORK);
  const schools = options.schools && weightsByGrid(capacity.schoolSites, capacity, options.schools, 'schools');
  const students = (isAdult: boolean) =>
    of((person) => drawn.statuses[person] === 1 && drawn.ages[person] >= ADULT === isAdult);
  const school = choose(students(false), schools ?? capacity.schools, options.school ?? usualSchool, Stream.SCHOOL);
  const college = choose(students(true), schools ?? capacity.colleges, commute, Stream.COLLEGE);
  const placeOf = (...choices: readonly (typeof work)[]) => {
    const places = new Int32Array(count).fill(-1);
    for (const { people, aois } of choices)
      people.forEach((person, i) => {
        places[person] = aois[i];
      });
    return places;
  };
  const [workOf, schoolOf] = [placeOf(work), placeOf(school, college)];

  const plane = projectionOf(map);
  const degreesOf = (aoi: number) => {
    const { lon, lat } = plane.toLonLat(capacity.centres[2 * aoi], capacity.centres[2 * aoi + 1]);
    return { home_lon: rounded(lon), home_lat: rounded(lat) };
  };
  const idOf = (aoi: number) => (aoi < 0 ? null : map.aois.id[aoi]);
  const people = Array.from({ length: count }, (_, person): SyntheticPerson => {
    const household = households.of[person];
    return {
      id: person + 1,
      home: map.aois.id[homeOf[person]],
      ...degreesOf(homeOf[person]),
      work: idOf(workOf[person]),
      school: idOf(schoolOf[person]),
      household: household + 1,
      household_size: households.sizes[household],
      cars: households.cars[household],
      has_car: hasCar[person] === 1,
      age: drawn.ages[person],
      gender: SEXES[drawn.sexes[person]],
      occupation: occupationOf(drawn.statuses[person], drawn.ages[person]),
      synthetic: true,
    };
  });
  const described = (places: Int32Array, expected: number) => {
    const between = (person: number) => distanceOf(zones, zones.of[homeOf[person]], zones.of[places[person]]);
    return describeMetres(
      Float64Array.from(
        of((person) => places[person] >= 0),
        between,
      ).sort(),
      expected,
    );
  };
  const pupils = school.people.length + college.people.length;
  const [near, far] = [school, college].map(({ people: all, expectedMetres }) =>
    all.length === 0 ? 0 : (all.length / pupils) * expectedMetres,
  );
  return {
    // Households together, in order of their first members: their days are planned once if they are simulated together.
    people: [...groupBy(people, ({ household }) => household).values()].flat(),
    report: {
      people: count,
      households: households.count,
      zones: zones.count,
      fitError: drawn.fitError,
      drawError: drawn.drawError,
      grid: homes.grid && {
        ...homes.grid,
        ...(grid?.empty && { empty: grid.empty }),
        error: gridError(homes, homeOf, grid!),
      },
      workersError,
      assumed: assumedOf(marginals),
      isLawAssumed: isUsualLaw(commute),
      workers: work.people.length,
      jobsNearHomes: options.jobs ? 0 : lacking,
      workersWithoutPlace: work.aois.filter((aoi) => aoi < 0).length,
      students: pupils,
      studentsWithoutPlace: school.aois.filter((aoi) => aoi < 0).length + college.aois.filter((aoi) => aoi < 0).length,
      carless: people.filter(({ cars }) => cars === 0).length,
      commute: described(workOf, work.expectedMetres),
      school: described(schoolOf, near + far),
    },
  };
}

/** Degrees to about a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** The marginals that have their defaults, which are those of other places. */
function assumedOf(marginals: Marginals): (keyof Marginals)[] {
  const names = ['age', 'sex', 'status', 'householdSize', 'cars'] as const;
  return names.filter((name) => marginals[name] === usualMarginals[name]);
}

function occupationOf(status: number, age: number): string {
  if (STATUSES[status] === 'worker') return 'Worker';
  if (STATUSES[status] === 'student') return 'Student';
  if (age >= RETIRED) return 'Retired';
  return age < ADULT ? 'Child' : 'Unemployed';
}

/** Half of the summed differences of shares: 0 if homes match the grid, 1 if nothing does. */
function gridError({ cellOf }: { readonly cellOf: Int32Array }, homeOf: Int32Array, grid: PopulationGrid): number {
  const counts = new Float64Array(grid.people.length);
  for (const aoi of homeOf) counts[cellOf[aoi]]++;
  const all = grid.people.reduce((sum, people) => sum + people, 0);
  return counts.reduce((sum, count, cell) => sum + Math.abs(count / homeOf.length - grid.people[cell] / all), 0) / 2;
}

function describeMetres(sorted: Float64Array, expected: number): PeopleReport['commute'] {
  if (sorted.length === 0) return null;
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const mean = sorted.reduce((sum, metres) => sum + metres, 0) / sorted.length;
  return { mean, median: at(0.5), ninetieth: at(0.9), expected };
}
