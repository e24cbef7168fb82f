import { useEffect, useState } from 'preact/hooks';
import { metres } from '../format.js';
import type { Camera } from './camera.js';

/** Pixels that the bar is long at most. */
const LONGEST = 120;

/** A bar as long as so many metres on the map. */
export function MapScale({ camera }: { readonly camera: Camera }) {
  const [, update] = useState(0);
  useEffect(() => camera.listen(() => update((n) => n + 1)), [camera]);
  if (camera.scale === 0) return null;
  const metresAPixel = camera.plane.unit / camera.scale;
  const length = roundBelow(LONGEST * metresAPixel);
  return (
    <div class="map-scale">
      <span style={{ width: `${length / metresAPixel}px` }} />
      {metres(length)}
    </div>
  );
}

/** The largest 1, 2 or 5 times a power of ten that is not above a value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2].find((factor) => factor * power <= value) ?? 1);
}
