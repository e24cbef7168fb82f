import { haversine, tessellation } from '@itinera/mobility';
import type { Adapter } from './adapter.js';

/** The peer's points on the outer edge are in no tile; ours are in the outermost one, as the rule requires. */
export const adapter: Adapter = ({ lon, lat, metres, scikit_mobility, ground_size_of_a_tile_m }, check) => {
  const tiles = tessellation({ lons: lon, lats: lat }, { metres, on: 'mercator' });
  check.same('tiles', tiles.count, scikit_mobility.tiles);
  check.same('bounds of tile 0', tiles.bounds(0), scikit_mobility.bounds_of_tile_0, { absolute: 1e-9, relative: 0 });
  (scikit_mobility.tile_of_point as (number | null)[]).forEach((tile, i) => {
    const own = tiles.tileOf(lon[i], lat[i]);
    if (tile !== null) check.same(`tile of point ${i}`, own, tile);
    else {
      const [west, south, east, north] = tiles.bounds(own);
      const margin = 1e-9;
      check.holds(
        `point ${i} is inside its tile`,
        own >= 0 &&
          lon[i] >= west - margin &&
          lon[i] <= east + margin &&
          lat[i] >= south - margin &&
          lat[i] <= north + margin,
      );
    }
  });
  if (ground_size_of_a_tile_m !== undefined) {
    const [west, south, east] = tiles.bounds(0);
    // Within the change of scale over one tile, and of the two radii.
    check.same('size on the ground', haversine(west, south, east, south), ground_size_of_a_tile_m, {
      absolute: 0,
      relative: 0.01,
    });
  }
};
