import { COUNTRY_OUTLINES } from './country-outlines.js';
import { insideRing } from './ring.js';

/** Where traffic drives on the left. @see https://wiki.openstreetmap.org/wiki/Key:driving_side */
const LEFT = new Set(
  (
    'AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GY HK ID IE IM IN JE JM JP KE KI KN KY LC LK LS MO MS ' +
    'MT MU MV MW MY MZ NA NF NP NR NU NZ PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG VC VG VI WS ZA ZM ZW GS'
  ).split(' '),
);

/** A point off all outlines belongs to the nearest country within this distance, degrees: coasts are simplified. */
const OFFSHORE = 1;
/** Within this distance of a country that drives on the other side, the streets themselves decide, degrees. */
const NEAR_BORDER = 0.25;

interface Outline {
  readonly code: string;
  /** Degrees, x and y interleaved. */
  readonly ring: Float64Array;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/** What the location says about the streets. */
export interface Country {
  /** ISO 3166-1 code, '' if unknown. */
  readonly code: string;
  readonly drivingSide: 'right' | 'left';
  /** Whether a country that drives on the other side is so near that the outlines cannot exclude it. */
  readonly isDoubtful: boolean;
}

/** The country of a place, in degrees; undefined far from any. */
export function countryAt(lon: number, lat: number): Country | undefined {
  const near = outlines().flatMap(({ code, ring, box: [west, south, east, north] }) => {
    const isFar = lon < west - OFFSHORE || lon > east + OFFSHORE || lat < south - OFFSHORE || lat > north + OFFSHORE;
    if (isFar) return [];
    return [{ code, distance: insideRing(ring, lon, lat) ? 0 : distanceTo(ring, lon, lat), size: east - west }];
  });
  // Of a country inside another, the smaller one.
  near.sort((a, b) => a.distance - b.distance || a.size - b.size);
  const [nearest] = near;
  if (nearest === undefined || nearest.distance > OFFSHORE) return undefined;
  const sideOf = (code: string) => (LEFT.has(code) ? 'left' : 'right');
  const drivingSide = sideOf(nearest.code);
  const isDoubtful = near.some(({ code, distance }) => distance < NEAR_BORDER && sideOf(code) !== drivingSide);
  return { code: nearest.code, drivingSide, isDoubtful };
}

let known: readonly Outline[] | undefined;

/** Read with the first place: that takes longer than to find a place among them. */
function outlines(): readonly Outline[] {
  known ??= COUNTRY_OUTLINES.split('\n').flatMap((line) => {
    const code = line.slice(0, 2);
    return line
      .slice(3)
      .split('|')
      .map((steps): Outline => {
        let [x, y] = [0, 0];
        const points = steps.split(' ').flatMap((step) => {
          const [dx, dy] = step.split(',').map((digits) => Number.parseInt(digits, 36));
          x += dx;
          y += dy;
          return [x / 40, y / 40];
        });
        const ring = Float64Array.from([...points, points[0], points[1]]);
        const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
        for (let i = 0; i < ring.length; i += 2) {
          box[0] = Math.min(box[0], ring[i]);
          box[1] = Math.min(box[1], ring[i + 1]);
          box[2] = Math.max(box[2], ring[i]);
          box[3] = Math.max(box[3], ring[i + 1]);
        }
        return { code, ring, box };
      });
  });
  return known;
}

/** Degrees to the nearest side of a ring, a degree of longitude being as long as it is at this latitude. */
function distanceTo(ring: Float64Array, lon: number, lat: number): number {
  const scale = Math.cos((lat * Math.PI) / 180);
  let least = Infinity;
  for (let i = 2; i < ring.length; i += 2) {
    const x = (ring[i - 2] - lon) * scale;
    const y = ring[i - 1] - lat;
    const dx = (ring[i] - ring[i - 2]) * scale;
    const dy = ring[i + 1] - ring[i - 1];
    const square = dx * dx + dy * dy;
    const part = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / square));
    least = Math.min(least, Math.hypot(x + part * dx, y + part * dy));
  }
  return least;
}
