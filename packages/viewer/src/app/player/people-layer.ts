import { Mode, TICKS } from '../../wire/replay.js';
import type { Bin } from './bin.js';
import type { Camera } from './camera.js';
import { classOf, SPEED_CLASSES } from './ramp.js';
import { packed, Raster } from './raster.js';

export const MOST_COLOURS = 16;
/** The entry of people at rest if colours are those of speed; the classes of speed follow. */
export const REST_ENTRY = 0;

/** The look of people: each has an entry of the palette. */
export interface Look {
  /** Red, green, blue, alpha, 0 to 255, of up to 16 entries; alpha 0 hides. */
  readonly palette: Uint8Array;
  /** Entry of each person; `mode` and `speed` for the entry of what they are doing. */
  readonly codes: Uint8Array | 'mode' | 'speed';
  /** Length of a trail in seconds; 0 for none. */
  readonly trails: number;
  /** Radius of a moving person, pixels. */
  readonly radius: number;
  /** The colour around a moving person, as in `Raster`. */
  readonly edge: number;
  /** City at night: people are lights. */
  readonly isNight: boolean;
  /** 1 for people who are shown; null for everybody. */
  readonly only: Uint8Array | null;
}

/** People at rest: as hexagons (drawn elsewhere) or lights, or one by one if there are few on the screen. */
export type Rest = 'together' | 'singly';

/** Pixels that a person at rest takes up, and the share of the screen above which they are drawn together. */
const DOT_PIXELS = 70;
const FULL = 0.07;
/** The limit changes by this factor once they are drawn together, so that they do not change all the time. */
const HOLD = 0.75;
/** Pixels between people at one place, and the most that are drawn there. */
const APART = 5.5;
const MOST_AT_PLACE = 250;
/** The angle between neighbours in a spiral without gaps. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** Pixels of a light. */
const LIGHT = 2.6;

/** Draws people by the processor, the same on every machine. */
export class PeopleLayer {
  /** Positions on the screen of the people drawn last, pixels of the page from the left and top; NaN for others. */
  shownX = new Float32Array(0);
  shownY = new Float32Array(0);
  rest: Rest = 'together';
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #raster: Raster | null = null;
  #lights: { readonly of: string; readonly raster: Raster } | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { willReadFrequently: true })!;
  }

  /** @param before the bin before, for trails that begin in it */
  draw(bin: Bin, before: Bin | null, time: number, camera: Camera, look: Look): void {
    bin.moveTo(time);
    const { width, height, clientWidth } = this.#canvas;
    if (this.#raster?.width !== width || this.#raster.height !== height) this.#raster = new Raster(width, height);
    const raster = this.#raster;
    raster.isLight = look.isNight;
    const view = new View(camera, width, height, width / Math.max(1, clientWidth));
    this.#choose(bin, view);
    this.shownX = sized(this.shownX, bin.people);
    this.shownY = sized(this.shownY, bin.people);
    raster.reset(look.isNight && this.rest === 'together' ? this.#lightsOf(bin, time, view, look) : null);
    if (this.rest === 'singly') this.#drawResting(raster, bin, view, look);
    if (look.trails > 0) {
      const now = (time - bin.start) * TICKS;
      if (before) drawTrails(raster, before, now + (bin.start - before.start) * TICKS, false, view, look);
      drawTrails(raster, bin, now, true, view, look);
    }
    this.#drawMovers(raster, bin, view, look);
    raster.finish();
    this.#context.putImageData(new ImageData(raster.pixels, width, height), 0, 0);
  }

  /** Draws people at rest singly if they have space on the screen. */
  #choose(bin: Bin, view: View): void {
    const limit = (FULL * view.width * view.height) / (DOT_PIXELS * view.ratio ** 2);
    let visible = 0;
    for (let person = 0; person < bin.people; person++) if (view.shows(bin.x[person]!, bin.y[person]!)) visible++;
    this.rest = visible < (this.rest === 'singly' ? limit : HOLD * limit) ? 'singly' : 'together';
  }

  /** People of one place lie around it in a spiral. */
  #drawResting(raster: Raster, bin: Bin, view: View, look: Look): void {
    const atPlace = new Map<number, number>();
    const radius = Math.max(1.6, 0.62 * look.radius) * view.ratio;
    for (let person = 0; person < bin.people; person++) {
      if (bin.how[person] !== Mode.PLACE || !isShown(look, person)) continue;
      const [x, y] = [bin.x[person]!, bin.y[person]!];
      if (!view.shows(x, y)) continue;
      const colour = colourOf(look, entryAtRest(look, person));
      if (colour < 0) continue;
      const key = x * 65_536 + y;
      const rank = atPlace.get(key) ?? 0;
      atPlace.set(key, rank + 1);
      if (rank >= MOST_AT_PLACE) continue;
      const away = APART * view.ratio * Math.sqrt(rank);
      const px = view.x(x) + away * Math.cos(rank * GOLDEN);
      const py = view.y(y) + away * Math.sin(rank * GOLDEN);
      if (look.isNight) raster.glow(px, py, 2.2 * radius, colour, 0.5);
      else raster.disc(px, py, radius, colour, look.codes === 'mode' || look.codes === 'speed' ? 0.6 : 0.9);
      this.shownX[person] = px / view.ratio;
      this.shownY[person] = py / view.ratio;
    }
  }

  #drawMovers(raster: Raster, bin: Bin, view: View, look: Look): void {
    const radius = look.radius * view.ratio;
    for (let m = 0; m < bin.movers.length; m++) {
      const person = bin.movers[m]!;
      if (bin.how[person] === Mode.PLACE || !isShown(look, person)) continue;
      const colour = colourOf(look, entryInMotion(look, bin, m, bin.frame[m]!));
      if (colour < 0) continue;
      const [px, py] = [view.x(bin.x[person]!), view.y(bin.y[person]!)];
      this.shownX[person] = px / view.ratio;
      this.shownY[person] = py / view.ratio;
      if (look.isNight) {
        raster.glow(px, py, 2.8 * radius, colour, 0.45);
        raster.glow(px, py, 1.2 * radius, WHITE, 0.6);
      } else {
        raster.disc(px, py, radius + 0.9 * view.ratio, look.edge, 0.8);
        raster.disc(px, py, radius, colour);
      }
    }
  }

  /** The lights of people at rest, which change slowly: kept for half a minute of simulated time. */
  #lightsOf(bin: Bin, time: number, view: View, look: Look): Raster {
    const { width, height } = view;
    const of = [bin.start, Math.floor(time / 30), view.key, look.palette.join(), look.codes === 'mode'].join(' ');
    if (this.#lights?.of === of && look.only === null) return this.#lights.raster;
    const raster = this.#lights?.raster.width === width ? this.#lights.raster : new Raster(width, height);
    raster.isLight = true;
    raster.reset();
    const counts = new Map<number, number>();
    for (let person = 0; person < bin.people; person++) {
      if (bin.how[person] !== Mode.PLACE || !isShown(look, person) || !view.shows(bin.x[person]!, bin.y[person]!))
        continue;
      const [px, py] = [Math.round(view.x(bin.x[person]!)), Math.round(view.y(bin.y[person]!))];
      const key = (entryAtRest(look, person) * height + py) * width + px;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, count] of counts) {
      const entry = Math.floor(key / (width * height));
      const colour = colourOf(look, entry);
      if (colour < 0) continue;
      const strength = 0.2 + 0.14 * Math.log2(count);
      raster.glow(key % width, Math.floor(key / width) % height, LIGHT * view.ratio, colour, Math.min(0.9, strength));
    }
    this.#lights = { of, raster };
    return raster;
  }
}

const WHITE = 0xffffff;

/** Where units of the plane are on a canvas. */
class View {
  readonly width: number;
  readonly height: number;
  /** Pixels of the canvas per pixel of the page. */
  readonly ratio: number;
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;

  constructor(camera: Camera, width: number, height: number, ratio: number) {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.#scale = camera.scale * ratio;
    this.#left = width / 2 - camera.x * this.#scale;
    this.#top = height / 2 + camera.y * this.#scale;
  }

  get key(): string {
    return `${this.#scale} ${this.#left} ${this.#top} ${this.width} ${this.height}`;
  }

  x(units: number): number {
    return this.#left + units * this.#scale;
  }

  y(units: number): number {
    return this.#top - units * this.#scale;
  }

  shows(x: number, y: number): boolean {
    const [px, py] = [this.x(x), this.y(y)];
    return px >= 0 && py >= 0 && px < this.width && py < this.height;
  }
}

/** @param goesOn whether the bin is the current one, in which people are on their way */
function drawTrails(raster: Raster, bin: Bin, now: number, goesOn: boolean, view: View, look: Look): void {
  const { movers, offsets, t, fx, fy, mode, frame } = bin;
  const length = look.trails * TICKS;
  const oldest = now - length;
  const strength = look.isNight ? 0.34 : 0.7;
  for (let m = 0; m < movers.length; m++) {
    const person = movers[m]!;
    if (!isShown(look, person)) continue;
    const last = offsets[m + 1]! - 1;
    let i = goesOn ? frame[m]! : last;
    let x = view.x(goesOn ? bin.x[person]! : fx[i]!);
    let y = view.y(goesOn ? bin.y[person]! : fy[i]!);
    let time = goesOn && i < last ? now : t[i]!;
    for (; i >= offsets[m]! && time > oldest; i--) {
      const [x0, y0] = [view.x(fx[i]!), view.y(fy[i]!)];
      if (mode[i] !== Mode.PLACE && time > t[i]! && (x !== x0 || y !== y0)) {
        const colour = colourOf(look, entryInMotion(look, bin, m, i));
        const weight = (at: number) => strength * Math.max(0, 1 - (now - at) / length);
        if (colour >= 0) raster.line(x0, y0, x, y, colour, weight(t[i]!), weight(time));
      }
      [x, y, time] = [x0, y0, t[i]!];
    }
  }
}

const isShown = (look: Look, person: number): boolean => look.only === null || look.only[person] === 1;

/** The entry of a person at rest. */
export function entryAtRest({ codes }: Look, person: number): number {
  return typeof codes === 'string' ? REST_ENTRY : codes[person]!;
}

/** The entry of a mover between a frame and the next. */
function entryInMotion({ codes }: Look, bin: Bin, m: number, i: number): number {
  if (codes === 'speed') return 1 + classOf(bin.speedAt(m, i), SPEED_CLASSES);
  return codes === 'mode' ? bin.mode[i]! : codes[bin.movers[m]!]!;
}

/** The colour of an entry for `Raster`; -1 if it is hidden. */
function colourOf({ palette }: Look, entry: number): number {
  const at = 4 * entry;
  return palette[at + 3] === 0 ? -1 : packed(palette[at]!, palette[at + 1]!, palette[at + 2]!);
}

/** An array of NaN of a length. */
function sized(array: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  return (array.length === length ? array : new Float32Array(length)).fill(NaN);
}
