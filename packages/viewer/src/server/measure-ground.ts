import { projectionOf, readMapFile } from '@itinera/city';
import type { Ground } from '../data/day-cells.js';
import { cityShape } from '../replay/city-shape.js';
import { planeOf } from '../replay/plane.js';

/** A map to draw below compared people. */
export interface MeasureGround extends Ground {
  /** The drawn map, packed. */
  readonly city: Uint8Array;
}

/** @param cacheFolder folder of decoded maps @throws UserError if the map cannot be read */
export async function measureGround(path: string, cacheFolder: string): Promise<MeasureGround> {
  const { map } = await readMapFile(path, { cacheFolder });
  const plane = planeOf(map);
  const projection = projectionOf(map);
  return {
    plane,
    at: (lon, lat) => {
      const { x, y } = projection.toXY(lon, lat);
      return [(x - plane.west) / plane.unit, (y - plane.south) / plane.unit];
    },
    city: cityShape(map),
  };
}
