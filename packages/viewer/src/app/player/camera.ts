import type { Plane } from '../../wire/replay.js';

const CLOSEST_METRES_A_PIXEL = 0.05;

/** A part of the plane, units. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The part of the plane with some lines, x and y in turns; null without any.
 * @param least metres across
 */
export function boxOf(lines: readonly ArrayLike<number>[], { unit }: Plane, least = 500): Box | null {
  const ends = [0, 1].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const points of lines)
      for (let i = axis; i < points.length; i += 2)
        [low, high] = [Math.min(low, points[i]!), Math.max(high, points[i]!)];
    const margin = Math.max(0, least / unit - (high - low)) / 2;
    return [low - margin, high + margin] as const;
  });
  const [[west, east], [south, north]] = ends as [readonly [number, number], readonly [number, number]];
  return west < east ? { west, south, east, north } : null;
}

/** The visible part of the plane, for one stage or several side by side. */
export class Camera {
  /** Centre, units. */
  x: number;
  y: number;
  /** Pixels per unit. */
  scale = 0;
  readonly plane: Plane;
  readonly #listeners = new Set<() => void>();
  #moved = false;
  #start: Box | null;
  #size: readonly [width: number, height: number] = [0, 0];
  /** The scale at which the whole plane is visible. */
  #whole = 0;

  /** @param start shown first, until the user moves the camera or asks for everything */
  constructor(plane: Plane, start: Box | null = null) {
    this.plane = plane;
    this.#start = start;
    this.x = plane.width / 2;
    this.y = plane.height / 2;
  }

  /** Of the picture, pixels. */
  get width(): number {
    return this.#size[0];
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sets the size of the picture in pixels, and shows the whole plane unless the user has moved the camera. */
  fit(width: number, height: number): void {
    this.#size = [width, height];
    this.#whole = 0.96 * Math.min(width / this.plane.width, height / this.plane.height);
    if (this.#start !== null && !this.#moved) this.#show(this.#start);
    else if (!this.#moved) this.showAll();
  }

  /** Shows a part instead of what the user sees. */
  look(part: Box): void {
    this.#moved = true;
    this.#show(part);
  }

  #show({ west, south, east, north }: Box): void {
    this.x = (west + east) / 2;
    this.y = (south + north) / 2;
    this.scale = 0.9 * Math.min(this.#size[0] / (east - west), this.#size[1] / (north - south));
    this.#tell();
  }

  /** Shows the whole plane. */
  showAll(): void {
    this.#start = null;
    this.#moved = false;
    this.x = this.plane.width / 2;
    this.y = this.plane.height / 2;
    this.scale = this.#whole;
    this.#tell();
  }

  pan(pixelsX: number, pixelsY: number): void {
    this.#moved = true;
    this.x = Math.min(this.plane.width, Math.max(0, this.x - pixelsX / this.scale));
    this.y = Math.min(this.plane.height, Math.max(0, this.y + pixelsY / this.scale));
    this.#tell();
  }

  /** Zooms about a point, in pixels from the middle. */
  zoom(factor: number, pixelsX = 0, pixelsY = 0): void {
    this.#moved = true;
    const least = 20 / Math.max(this.plane.width, this.plane.height);
    const next = Math.min(this.plane.unit / CLOSEST_METRES_A_PIXEL, Math.max(least, this.scale * factor));
    this.x += pixelsX / this.scale - pixelsX / next;
    this.y -= pixelsY / this.scale - pixelsY / next;
    this.scale = next;
    this.#tell();
  }

  /** Shows a part that was chosen before. */
  show({ x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number }): void {
    this.scale = scale;
    this.center(x, y);
  }

  /** Whether the user has moved the camera since it showed everything. */
  get isMoved(): boolean {
    return this.#moved;
  }

  /** The units at a point, in pixels from the middle, y downwards. */
  unitsAt(pixelsX: number, pixelsY: number): readonly [x: number, y: number] {
    return [this.x + pixelsX / this.scale, this.y - pixelsY / this.scale];
  }

  /** Centres a point. */
  center(x: number, y: number): void {
    this.#moved = true;
    this.x = x;
    this.y = y;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
