import { geohash, webMercatorTile } from '@itinera/mobility';
import { latLngToCell } from 'h3-js';
import type { Adapter } from './adapter.js';

export const adapter: Adapter = ({ lon, lat, geohash: hashes, h3, web_mercator_tile }, check) => {
  for (const [precision, hash] of Object.entries(hashes)) {
    check.same(`geohash ${precision}`, geohash(lon, lat, Number(precision)), hash);
  }
  for (const [zoom, tile] of Object.entries(web_mercator_tile)) {
    check.same(`tile ${zoom}`, webMercatorTile(lon, lat, Number(zoom)), tile);
  }
  for (const [resolution, cell] of Object.entries(h3)) {
    check.same(`h3 ${resolution}`, latLngToCell(lat, lon, Number(resolution)), cell);
  }
};
