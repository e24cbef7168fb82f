import type { LonLatBox } from '@itinera/city/browser';
import { type LaneLineColumns, LaneLines } from '../../layout/lane-lines.js';
import {
  type DrawnPlaces,
  drawPlaces,
  type LaidCityPlaces,
  layDrawnPlaces,
  type StreetsOfPlaces,
} from './draw-places.js';
import { extractPlaces } from './extract.js';
import { openOsm } from './open-osm.js';
import type { PlaceExtract } from './place-elements.js';

// A thread that reads, draws and lays the places of a city, each when the other thread knows what this needs of the streets.

let extract: PlaceExtract | undefined;
let drawn: DrawnPlaces | undefined;

export async function read({ path, box }: { readonly path: string; readonly box?: LonLatBox }): Promise<void> {
  extract = await extractPlaces(await openOsm(path), box);
}

export function draw(streets: StreetsOfPlaces): void {
  drawn = drawPlaces(extract!, streets);
  extract = undefined;
}

export function lay(lines: LaneLineColumns): LaidCityPlaces {
  return layDrawnPlaces(drawn!, new LaneLines(lines));
}
