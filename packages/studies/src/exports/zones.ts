import { UserError } from '@itinera/base';
import { MAX_ZONES } from '@itinera/run';
import type { Geography } from './geography.js';

type LonLat = readonly [longitude: number, latitude: number];

/** The zones of a matrix. */
export interface OdZones {
  readonly kind: 'whole' | 'text';
  /** Returns the zone of an AOI; -1 without one. */
  zoneOf(aoi: number): number;
  /** Returns the name of a zone in tables. */
  name(zone: number): number | string;
  /** Returns its centre; null if it is not on the map. */
  centre(zone: number): LonLat | null;
}

/** Every AOI is a separate zone. */
export function aoiZones(geography: Geography): OdZones {
  const { map } = geography;
  return {
    kind: 'whole',
    zoneOf: (aoi) => map.aoiIndex(aoi),
    name: (zone) => map.aois.id[zone]!,
    centre: (zone) => geography.aoi(map.aois.id[zone]!),
  };
}

/**
 * Squares in the plane of the map. The name of a square is its column and row from the origin of the plane: `3_-2` has its
 * south-western corner 3 sides east and 2 sides south of the origin.
 * @param side metres
 * @throws UserError when there would be too many
 */
export function gridZones(geography: Geography, side: number): OdZones {
  const { id } = geography.map.aois;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const aoi of id) {
    const centre = geography.centre(aoi);
    if (centre === null) continue;
    west = Math.min(west, Math.floor(centre[0] / side));
    east = Math.max(east, Math.floor(centre[0] / side));
    south = Math.min(south, Math.floor(centre[1] / side));
    north = Math.max(north, Math.floor(centre[1] / side));
  }
  const columns = Math.max(0, east - west + 1);
  const rows = Math.max(0, north - south + 1);
  if (!(columns * rows < MAX_ZONES))
    throw new UserError(
      `--grid ${side}: the map would have ${columns} × ${rows} squares, more than ${MAX_ZONES}. Use larger ones.`,
    );
  const column = (zone: number) => west + (zone % columns);
  const row = (zone: number) => south + Math.floor(zone / columns);
  return {
    kind: 'text',
    zoneOf: (aoi) => {
      const centre = geography.centre(aoi);
      return centre === null
        ? -1
        : (Math.floor(centre[1] / side) - south) * columns + Math.floor(centre[0] / side) - west;
    },
    name: (zone) => `${column(zone)}_${row(zone)}`,
    centre: (zone) => geography.lonLat((column(zone) + 0.5) * side, (row(zone) + 0.5) * side),
  };
}
