import { useEffect, useState } from 'preact/hooks';
import { metres } from '../../wire/format.js';
import { roundBelow } from '../../wire/scale.js';
import type { Camera } from './camera.js';

interface ToolProps {
  readonly label: string;
  readonly path: string;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** A button with a picture. */
export function ToolButton({ label, path, isOn, onClick }: ToolProps) {
  return (
    <button type="button" class="tool" onClick={onClick} aria-label={label} title={label} aria-pressed={isOn}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Buttons that zoom a map. */
export function ZoomTools({ camera }: { readonly camera: Camera }) {
  return (
    <>
      <ToolButton label="Zoom in" onClick={() => camera.zoom(1.6)} path="M4 10h12M10 4v12" />
      <ToolButton label="Zoom out" onClick={() => camera.zoom(1 / 1.6)} path="M4 10h12" />
      <ToolButton
        label="Show the whole city"
        onClick={() => camera.showAll()}
        path="M3 8V3h5M17 12v5h-5M3 3l5 5M17 17l-5-5"
      />
    </>
  );
}

/** Pixels of the longest bar. */
const LONGEST = 120;

/** A scale bar of round length on the map. */
export function MapScale({ camera }: { readonly camera: Camera }) {
  const [, update] = useState(0);
  useEffect(() => camera.listen(() => update((n) => n + 1)), [camera]);
  if (camera.scale === 0) return null;
  const metresPerPixel = camera.plane.unit / camera.scale;
  const length = roundBelow(LONGEST * metresPerPixel);
  return (
    <div class="map-scale">
      <span style={{ width: `${(100 * length) / metresPerPixel / camera.width}%` }} />
      {metres(length)}
    </div>
  );
}
