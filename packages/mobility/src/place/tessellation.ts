import { EARTH_RADIUS } from '../distance.js';

/** Square tiles over a bounding box, numbered column by column from the south-west. */
export interface Tessellation {
  /** Number of tiles. */
  readonly count: number;
  /** Centres, degrees. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  /** Number of the tile of a point; −1 outside. Outer edges belong to the outermost tiles. */
  tileOf(lon: number, lat: number): number;
  /** West, south, east and north, degrees. */
  bounds(tile: number): [west: number, south: number, east: number, north: number];
}

/** Size and projection of the squares. */
export interface TessellationOptions {
  /** Length of a side. */
  readonly metres?: number;
  /**
   * `ground`: true metres at the middle latitude of the box, on an equirectangular map; `mercator`: metres of
   * Web Mercator (EPSG:3857), which are shorter on the ground by the cosine of the latitude.
   */
  readonly on?: 'ground' | 'mercator';
}

const RADIANS = Math.PI / 180;
/** Radius of EPSG:3857. */
const MERCATOR_RADIUS = 6_378_137;
const MAX_TILES = 2 ** 26;

/**
 * Tessellation of the bounding box of points into squares. Rows and columns begin at the south-west corner; the last
 * ones may extend beyond the box.
 *
 * @param points degrees
 * @throws RangeError without points, when metres is not above 0, or for more than 2^26 tiles
 */
export function tessellation(
  { lons, lats }: { readonly lons: ArrayLike<number>; readonly lats: ArrayLike<number> },
  { metres = 500, on = 'ground' }: TessellationOptions = {},
): Tessellation {
  if (lons.length === 0) throw new RangeError('tessellation: there are no points, so there is no box to divide.');
  if (!(metres > 0)) throw new RangeError(`tessellation: metres must be above 0, got ${metres}.`);
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let i = 0; i < lons.length; i++) {
    box.west = Math.min(box.west, lons[i]);
    box.east = Math.max(box.east, lons[i]);
    box.south = Math.min(box.south, lats[i]);
    box.north = Math.max(box.north, lats[i]);
  }
  const map = on === 'mercator' ? mercator : equirectangular((box.south + box.north) / 2);
  const left = map.x(box.west);
  const bottom = map.y(box.south);
  const right = map.x(box.east);
  const top = map.y(box.north);
  const columns = Math.max(1, Math.ceil((right - left) / metres));
  const rows = Math.max(1, Math.ceil((top - bottom) / metres));
  const count = columns * rows;
  if (count > MAX_TILES)
    throw new RangeError(
      `tessellation: ${metres} metres would make ${count} tiles. Expected at most ${MAX_TILES}: use larger tiles.`,
    );
  const corner = (column: number, row: number): [number, number] => [
    map.lon(left + column * metres),
    map.lat(bottom + row * metres),
  ];
  const middles = Array.from({ length: count }, (_, tile) =>
    corner(Math.floor(tile / rows) + 0.5, (tile % rows) + 0.5),
  );
  return {
    count,
    lons: Float64Array.from(middles, ([lon]) => lon),
    lats: Float64Array.from(middles, ([, lat]) => lat),
    tileOf(lon, lat) {
      const x = map.x(lon);
      const y = map.y(lat);
      if (!(x >= left && y >= bottom && x <= left + columns * metres && y <= bottom + rows * metres)) return -1;
      const column = Math.min(Math.floor((x - left) / metres), columns - 1);
      const row = Math.min(Math.floor((y - bottom) / metres), rows - 1);
      return column * rows + row;
    },
    bounds(tile) {
      const column = Math.floor(tile / rows);
      const row = tile % rows;
      return [...corner(column, row), ...corner(column + 1, row + 1)];
    },
  };
}

interface Projection {
  x(lon: number): number;
  y(lat: number): number;
  lon(x: number): number;
  lat(y: number): number;
}

const mercator: Projection = {
  x: (lon) => MERCATOR_RADIUS * lon * RADIANS,
  y: (lat) => MERCATOR_RADIUS * Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)),
  lon: (x) => x / MERCATOR_RADIUS / RADIANS,
  lat: (y) => (2 * Math.atan(Math.exp(y / MERCATOR_RADIUS)) - Math.PI / 2) / RADIANS,
};

function equirectangular(latitude: number): Projection {
  const east = EARTH_RADIUS * RADIANS * Math.max(Math.cos(latitude * RADIANS), 1e-9);
  const north = EARTH_RADIUS * RADIANS;
  return { x: (lon) => lon * east, y: (lat) => lat * north, lon: (x) => x / east, lat: (y) => y / north };
}
