import type { Camera } from './camera.js';

const WHEEL = 0.0016;
const KEY_PIXELS = 60;
const CLICK_PIXELS = 5;

export interface GestureListeners {
  /** The user has moved the camera, which ends following. */
  readonly onMove: () => void;
  /** A click, in pixels from the left and top of the frame. */
  readonly onPick: (left: number, top: number) => void;
  /** The pointer without a button; NaN when it leaves. */
  readonly onHover?: (left: number, top: number) => void;
  /** Whether dragging draws an area instead of moving the map. */
  readonly draws?: () => boolean;
  /** The area while it is drawn, and when it is complete: units, x and y in turns. */
  readonly onDraft?: (corners: readonly number[]) => void;
  readonly onDrawn?: (corners: readonly number[]) => void;
}

/** Moves the camera when the user drags, pinches, turns the wheel or presses keys. @returns a function that stops it */
export function listenToGestures(frame: HTMLElement, camera: Camera, listeners: GestureListeners): () => void {
  const { onMove } = listeners;
  let corners: number[] | null = null;
  const draw = (event: PointerEvent) => {
    const box = frame.getBoundingClientRect();
    const middle = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2] as const;
    corners?.push(...camera.unitsAt(...middle));
    listeners.onDraft?.(corners ?? []);
  };
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const down = (event: PointerEvent) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    frame.setPointerCapture(event.pointerId);
    travelled = 0;
    if (pointers.size === 1 && listeners.draws?.()) {
      corners = [];
      draw(event);
    }
  };
  const move = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) {
      const box = frame.getBoundingClientRect();
      listeners.onHover?.(event.clientX - box.x, event.clientY - box.y);
      return;
    }
    if (corners) return draw(event);
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    travelled += Math.abs(dx) + Math.abs(dy);
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const box = frame.getBoundingClientRect();
      const middle = [
        (event.clientX + other.x) / 2 - box.x - box.width / 2,
        (event.clientY + other.y) / 2 - box.y - box.height / 2,
      ];
      if (before > 0) camera.zoom(now / before, middle[0], middle[1]);
      camera.pan(dx / 2, dy / 2);
    } else camera.pan(dx, dy);
    if (travelled > CLICK_PIXELS) onMove();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const up = (event: PointerEvent) => {
    const isKnown = pointers.delete(event.pointerId);
    if (corners) {
      if (event.type !== 'pointercancel') listeners.onDrawn?.(corners);
      corners = null;
      return;
    }
    if (!isKnown || travelled > CLICK_PIXELS || event.type === 'pointercancel') return;
    const box = frame.getBoundingClientRect();
    listeners.onPick(event.clientX - box.x, event.clientY - box.y);
  };
  const leave = () => listeners.onHover?.(Number.NaN, Number.NaN);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const factor = Math.exp(-event.deltaY * lines * WHEEL);
    camera.zoom(factor, event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2);
  };
  const key = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: () => camera.pan(KEY_PIXELS, 0),
      ArrowRight: () => camera.pan(-KEY_PIXELS, 0),
      ArrowUp: () => camera.pan(0, KEY_PIXELS),
      ArrowDown: () => camera.pan(0, -KEY_PIXELS),
      '+': () => camera.zoom(1.4),
      '=': () => camera.zoom(1.4),
      '-': () => camera.zoom(1 / 1.4),
      '0': () => camera.showAll(),
    }[event.key];
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step();
    onMove();
  };
  frame.addEventListener('pointerdown', down);
  frame.addEventListener('pointermove', move);
  frame.addEventListener('pointerup', up);
  frame.addEventListener('pointercancel', up);
  frame.addEventListener('pointerleave', leave);
  frame.addEventListener('wheel', wheel, { passive: false });
  frame.addEventListener('keydown', key);
  return () => {
    frame.removeEventListener('pointerdown', down);
    frame.removeEventListener('pointermove', move);
    frame.removeEventListener('pointerup', up);
    frame.removeEventListener('pointercancel', up);
    frame.removeEventListener('pointerleave', leave);
    frame.removeEventListener('wheel', wheel);
    frame.removeEventListener('keydown', key);
  };
}
