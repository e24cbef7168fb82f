/** Degrees of a point. */
export type Point = readonly [lon: number, lat: number];

const NUMBER = String.raw`([+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?)`;
const WKT = new RegExp(String.raw`^(?:SRID=\d+;)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*${NUMBER}\s+${NUMBER}[^()]*\)$`, 'i');
/** As LibCity and GeoJSON write a point. */
const PAIR = new RegExp(String.raw`^\[\s*${NUMBER}\s*,\s*${NUMBER}\s*(?:,[^\[\]]*)?\]$`, 'i');
const HEX = /^(?:[0-9a-f]{2}){21,80}$/i;
const [POINT, EWKB_SRID] = [1, 0x20000000];
/** Bytes of the box of a GeoPackage geometry by its code. */
const BOX_BYTES = [0, 32, 48, 48, 64];

/**
 * A point as WKT (`POINT (lon lat)`), a list (`[lon, lat]`), WKB or EWKB (bytes, or hexadecimal as PostGIS prints it), or the geometry of a GeoPackage.
 * @returns undefined for anything else
 */
export function pointOf(value: unknown): Point | undefined {
  if (value instanceof Uint8Array) return pointOfBytes(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const found = WKT.exec(text) ?? PAIR.exec(text);
  if (found) return [Number(found[1]), Number(found[2])];
  if (!HEX.test(text)) return undefined;
  return pointOfBytes(
    Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)),
  );
}

function pointOfBytes(bytes: Uint8Array): Point | undefined {
  let at = 0;
  if (bytes[0] === 0x47 && bytes[1] === 0x50) {
    const box = BOX_BYTES[(bytes[3]! >> 1) & 7];
    if (box === undefined) return undefined;
    at = 8 + box;
  }
  if (bytes.length < at + 21) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[at] === 1;
  const type = view.getUint32(at + 1, isLittle);
  // Of ISO (1001 with Z) and of PostGIS (flags in the upper bits).
  if ((type & 0xfffffff) % 1000 !== POINT) return undefined;
  at += (type & EWKB_SRID) === 0 ? 5 : 9;
  if (bytes.length < at + 16) return undefined;
  return [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
}
