import { parseLimited, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { TableRecord } from '@itinera/tables';

/** A cell given by its outline: its properties, the middle of its box, and its rings as lon, lat pairs. */
export type PolygonRecord = TableRecord & { readonly rings: readonly Float64Array[] };

/**
 * Reads cells with outlines, such as census tracts: the polygons of a GeoJSON file.
 * @returns undefined if the file is not GeoJSON with polygons
 * @param required properties
 * @throws UserError when a polygon has no valid coordinates, or none has a required property
 */
export function readPolygonCells(path: string, required: readonly string[]): PolygonRecord[] | undefined {
  if (!/\.(geo)?json$/i.test(path)) return undefined;
  const features = featuresOf(path);
  if (!features.some(({ geometry }) => isPolygon(geometry?.type))) return undefined;
  const cells = features.map(({ geometry, properties }, i) => {
    const { type, coordinates } = geometry ?? {};
    const rings = type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates.flat() : coordinates;
    if (!isPolygon(type) || !isRings(rings))
      throw new UserError(
        `${path}: feature ${i + 1} is not a valid polygon. Expected a polygon, like the other features.`,
      );
    const all = rings.flat();
    const middle = (axis: 0 | 1) => {
      const [low, high] = all.reduce(
        ([least, most], point) => [Math.min(least, point[axis]), Math.max(most, point[axis])],
        [Infinity, -Infinity],
      );
      return (low + high) / 2;
    };
    const outlines = rings.map((ring) => Float64Array.from(ring.flatMap((point) => point.slice(0, 2))));
    return { ...properties, lon: middle(0), lat: middle(1), rings: outlines };
  });
  const missing = required.filter((name) => !cells.some((cell) => name in cell));
  if (missing.length === 0) return cells;
  throw new UserError(`${path}: the polygons have no property ${missing.join(', ')}. Add it to each of them.`);
}

interface Feature {
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } | null;
  readonly properties?: TableRecord | null;
}

function featuresOf(path: string): readonly Feature[] {
  try {
    const value = parseLimited(path, readWithin(path).toString('utf8')) as { features?: unknown } | null;
    return Array.isArray(value?.features) ? value.features.filter((feature) => feature !== null) : [];
  } catch (error) {
    // JSON Lines, or damage: the reader of tables reports it.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

type Point = readonly [lon: number, lat: number];

function isRings(value: unknown): value is Point[][] {
  const within = (degrees: unknown, most: number) => typeof degrees === 'number' && Math.abs(degrees) <= most;
  const isPoint = (point: unknown) => Array.isArray(point) && within(point[0], 180) && within(point[1], 90);
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((ring) => Array.isArray(ring) && ring.length > 2 && ring.every(isPoint))
  );
}

const isPolygon = (type: unknown) => type === 'Polygon' || type === 'MultiPolygon';
