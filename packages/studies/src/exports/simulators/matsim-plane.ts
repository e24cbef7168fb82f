import { type CityMap, createProjection, projectionOf } from '@itinera/city';

/** Converts positions of a map into the UTM zone of its centre, whose code MATSim reads. */
export interface MatsimPlane {
  readonly crs: string;
  toXY(x: number, y: number): { readonly x: string; readonly y: string };
}

export function matsimPlane(map: CityMap): MatsimPlane {
  const plane = projectionOf(map);
  const { west = 0, east = 0, south = 0, north = 0 } = map.header ?? {};
  const { lon, lat } = plane.toLonLat((west + east) / 2, (south + north) / 2);
  const zone = Math.min(60, Math.max(1, Math.floor((lon + 180) / 6) + 1));
  const utm = createProjection(`+proj=utm +zone=${zone}${lat < 0 ? ' +south' : ''} +datum=WGS84 +units=m`);
  return {
    crs: `EPSG:${(lat < 0 ? 32700 : 32600) + zone}`,
    toXY(x, y) {
      const at = plane.toLonLat(x, y);
      const there = utm.toXY(at.lon, at.lat);
      return { x: there.x.toFixed(2), y: there.y.toFixed(2) };
    },
  };
}
