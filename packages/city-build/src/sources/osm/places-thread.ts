import { shareArrays } from '@itinera/base';
import { CityMap, type LonLatBox, type SharedColumns } from '@itinera/city/browser';
import { type LaneJoins, type LaneLineColumns, LaneLines } from '../../layout/lane-lines.js';
import { checkMap, type MapChecks } from './build-report.js';
import {
  type DrawnPlaces,
  type DrivenCityPlaces,
  drawPlaces,
  driveToPlaces,
  type LaidCityPlaces,
  layCityPlaces,
  type StreetsOfPlaces,
} from './draw-places.js';
import { extractPlaces } from './extract.js';
import { openOsm } from './open-osm.js';
import type { PlaceExtract } from './place-elements.js';
import type { StreetLines } from './street-lines.js';

// A thread that reads, draws and lays the places of a city, each when the other thread knows what this needs of the streets,
// and then checks the map. Each task waits for the one before it.

let extract: Promise<PlaceExtract> | undefined;
let drawn: Promise<DrawnPlaces> | undefined;
let driven: Promise<DrivenCityPlaces> | undefined;
let lines: StreetLines | undefined;

export async function read({ path, box }: { readonly path: string; readonly box?: LonLatBox }): Promise<void> {
  extract = openOsm(path).then((file) => extractPlaces(file, box));
  await extract;
}

export async function draw(streets: StreetsOfPlaces): Promise<void> {
  lines = streets.lines;
  drawn = extract!.then((places) => drawPlaces(places, streets));
  extract = undefined;
  await drawn;
}

export async function drive(lanes: LaneLineColumns): Promise<void> {
  driven = drawn!.then((places) => driveToPlaces(places, new LaneLines(lanes)));
  drawn = undefined;
  await driven;
}

export async function lay(joins: LaneJoins): Promise<LaidCityPlaces> {
  const places = driven!;
  driven = undefined;
  return shareArrays(layCityPlaces(await places, joins));
}

export function check(map: SharedColumns): MapChecks {
  return checkMap(CityMap.open(map), lines!);
}
