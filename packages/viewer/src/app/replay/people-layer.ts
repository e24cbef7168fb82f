import type { Bin } from './bin.js';
import type { Camera } from './camera.js';

/** How people look: a colour for each of them now, as the number of an entry of the palette. */
export interface Look {
  /** Red, green, blue, alpha, 0 to 255, of up to 16 entries; alpha 0 hides. */
  readonly palette: Uint8Array;
  /** Entry of a person; `null` for one entry a mode. */
  readonly codes: Uint8Array | null;
  readonly trails: boolean;
  /** Pixels across. */
  readonly size: number;
  /** Entry for the one that is followed, drawn last and larger; -1 for nobody. */
  readonly followed: number;
}

export const MOST_COLOURS = 16;
/** Seconds that a trail is long. */
export const TRAIL_SECONDS = 150;

/** Draws people on a canvas of its own. */
export interface PeopleLayer {
  readonly name: 'WebGL' | 'canvas';
  /** True where the processor does what a graphics card would. */
  readonly isSoftware: boolean;
  draw(bin: Bin, time: number, camera: Camera, look: Look): void;
  resize(width: number, height: number): void;
  dispose(): void;
}
