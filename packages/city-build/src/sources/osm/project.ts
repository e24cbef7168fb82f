import { pointProjector } from '@itinera/city/map-making';
import { DEGREE } from './elements.js';

/** Metres in the plane of a city. */
export interface PlanePoint {
  x: number;
  y: number;
}

/**
 * Converts degrees times 10⁷ to metres in the plane.
 * @param into receives the result; a new point by default
 */
export type Project = (lon: number, lat: number, into?: PlanePoint) => Readonly<PlanePoint>;

/** Converts to the plane of a projection. */
export function projector(definition: string): Project {
  const toPlane = pointProjector(definition);
  return (lon, lat, into = { x: 0, y: 0 }) => {
    into.x = lon / DEGREE;
    into.y = lat / DEGREE;
    toPlane(into);
    return into;
  };
}
