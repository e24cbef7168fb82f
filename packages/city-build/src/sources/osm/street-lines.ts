import { NumberList } from '@itinera/city/map-making';
import { type NetworkLink, ROAD_CLASSES } from '../../layout/network.js';
import { halfWidth, isDriven } from '../../layout/roads.js';

/** The streets of a network as places see them, in flat arrays that can be sent to another thread. */
export interface StreetLines {
  /** The points of all streets, x and y interleaved, and the end of each street among them. */
  readonly xy: Float64Array;
  readonly stops: Int32Array;
  /** Half the width of each carriageway, metres. */
  readonly halfWidths: Float64Array;
  /** Index in `ROAD_CLASSES`. */
  readonly classes: Uint8Array;
  /** 1 for streets for cars that are no ramps, else 0. */
  readonly hasPlaces: Uint8Array;
}

/** @param links as they are in the plane, not mirrored */
export function streetLines(links: readonly NetworkLink[]): StreetLines {
  const xy = new NumberList(Float64Array);
  const stops = Int32Array.from(links, ({ path }) => {
    xy.pushAll(path);
    return xy.length;
  });
  return {
    xy: xy.view(),
    stops,
    halfWidths: Float64Array.from(links, ({ kind }) => halfWidth(kind)),
    classes: Uint8Array.from(links, ({ kind }) => ROAD_CLASSES.indexOf(kind.class)),
    hasPlaces: Uint8Array.from(links, ({ kind }) => (!kind.ramp && isDriven(kind) ? 1 : 0)),
  };
}

/** The line of a street. */
export const pathOfLine = ({ xy, stops }: StreetLines, line: number) =>
  xy.subarray(line === 0 ? 0 : stops[line - 1], stops[line]);
