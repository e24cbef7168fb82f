import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { setQuery, useRoute } from '../route.js';
import { type Outline, simplified } from './area.js';
import type { Camera } from './camera.js';
import type { GestureListeners } from './gestures.js';
import { readArea, writeArea } from './view-address.js';

/** Pixels within which corners of a drawn area are one. */
const CORNER_PIXELS = 3;

/** The selected area of a map, which the address keeps, and how another one is drawn. */
export interface AreaDrawing {
  /** Units; null for everywhere. */
  readonly area: Outline | null;
  /** The outline to show: the area, or the one that is being drawn. */
  readonly outline: Outline | null;
  readonly isDrawing: boolean;
  readonly setDrawing: (is: boolean) => void;
  readonly select: (corners: Outline) => void;
  readonly gestures: Required<Pick<GestureListeners, 'draws' | 'onDraft' | 'onDrawn'>>;
}

export function useArea(camera: Camera): AreaDrawing {
  const { plane } = camera;
  const text = useRoute().query.get('area');
  const area = useMemo(() => readArea(text, plane), [text, plane]);
  const [draft, setDraft] = useState<Outline | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const latest = useRef(isDrawing);
  latest.current = isDrawing;
  const select = (corners: Outline) => {
    setDraft(null);
    setDrawing(false);
    const outline = simplified(corners, CORNER_PIXELS / camera.scale);
    if (outline.length >= 6) setQuery({ area: writeArea(outline, plane) }, true);
  };
  const gestures = { draws: () => latest.current, onDraft: setDraft, onDrawn: select };
  return { area, outline: draft ?? area, isDrawing, setDrawing, select, gestures };
}

/** The outline of an area on the map. */
export function AreaShape({ camera, outline }: { readonly camera: Camera; readonly outline: Outline | null }) {
  const [, update] = useState(0);
  useEffect(() => camera.listen(() => update((n) => n + 1)), [camera]);
  if (outline === null) return null;
  const corners: string[] = [];
  for (let i = 0; i < outline.length; i += 2)
    corners.push(
      `${((outline[i]! - camera.x) * camera.scale).toFixed(1)},${((camera.y - outline[i + 1]!) * camera.scale).toFixed(1)}`,
    );
  return (
    <svg class="area-shape" aria-hidden="true">
      <polygon points={corners.join(' ')} />
    </svg>
  );
}
