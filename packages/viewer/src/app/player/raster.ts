/** Pixels that the processor draws into: smooth lines, discs and lights, faster than a canvas can stroke them. */
export class Raster {
  /** Red, green, blue and alpha, 0 to 255; of lights, once they are finished. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Whether colours add up like lights; otherwise they cover each other like paint. */
  isLight = false;
  /** Sums of lights: red, green and blue. */
  #light = new Float32Array(0);

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(4 * width * height);
  }

  /** Empties it, or copies the lights of another one of the same size. */
  reset(other: Raster | null = null): void {
    this.pixels.fill(0);
    if (!this.isLight) return;
    if (this.#light.length === 0) this.#light = new Float32Array(3 * this.width * this.height);
    if (other) this.#light.set(other.#light);
    else this.#light.fill(0);
  }

  /** Draws a colour of 24 bits (0xbbggrr) at a pixel. @param weight 0 to 1 */
  put(x: number, y: number, colour: number, weight: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const place = y * this.width + x;
    const r = colour & 255;
    const g = (colour >> 8) & 255;
    const b = colour >> 16;
    if (this.isLight) {
      const light = this.#light;
      light[3 * place]! += r * weight;
      light[3 * place + 1]! += g * weight;
      light[3 * place + 2]! += b * weight;
      return;
    }
    const { pixels } = this;
    const at = 4 * place;
    const below = pixels[at + 3]! / 255;
    const alpha = weight + below * (1 - weight);
    if (alpha <= 0) return;
    const share = weight / alpha;
    pixels[at]! += (r - pixels[at]!) * share;
    pixels[at + 1]! += (g - pixels[at + 1]!) * share;
    pixels[at + 2]! += (b - pixels[at + 2]!) * share;
    pixels[at + 3] = 255 * alpha;
  }

  /** A line two pixels wide, whose weight changes evenly from one end to the other. */
  line(x0: number, y0: number, x1: number, y1: number, colour: number, w0: number, w1: number): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const isSteep = Math.abs(dy) > Math.abs(dx);
    // The visible part: lines end far outside of the picture when it is zoomed in.
    const [left, right] = partWithin(x0, dx, this.width);
    const [top, bottom] = partWithin(y0, dy, this.height);
    const from = Math.max(left, top);
    const to = Math.min(right, bottom);
    if (from > to) return;
    const start = isSteep ? y0 : x0;
    const way = isSteep ? dy : dx;
    const end = Math.round(start + way * to);
    // Without the last pixel, which is the first of the next line: lights would be twice as bright there.
    for (let along = Math.round(start + way * from); along !== end; along += way > 0 ? 1 : -1) {
      const share = Math.min(1, Math.max(0, (along - start) / way));
      const weight = w0 + (w1 - w0) * share;
      const across = isSteep ? x0 + dx * share : y0 + dy * share;
      const middle = Math.round(across);
      const off = across - middle;
      for (let side = -1; side <= 1; side++) {
        const part = weight * Math.min(1, 1.25 - Math.abs(side - off));
        if (part <= 0) continue;
        if (isSteep) this.put(middle + side, along, colour, part);
        else this.put(along, middle + side, colour, part);
      }
    }
  }

  /** A disc with a smooth edge. */
  disc(x: number, y: number, radius: number, colour: number, weight = 1): void {
    const [left, right] = [Math.floor(x - radius), Math.ceil(x + radius)];
    const [top, bottom] = [Math.floor(y - radius), Math.ceil(y + radius)];
    if (right < 0 || bottom < 0 || left >= this.width || top >= this.height) return;
    for (let py = top; py <= bottom; py++)
      for (let px = left; px <= right; px++) {
        const inside = radius + 0.5 - Math.sqrt((px - x) ** 2 + (py - y) ** 2);
        if (inside > 0) this.put(px, py, colour, inside < 1 ? weight * inside : weight);
      }
  }

  /** A light that fades towards its edge. */
  glow(x: number, y: number, radius: number, colour: number, weight: number): void {
    const [left, right] = [Math.ceil(x - radius), Math.floor(x + radius)];
    const [top, bottom] = [Math.ceil(y - radius), Math.floor(y + radius)];
    if (right < 0 || bottom < 0 || left >= this.width || top >= this.height) return;
    for (let py = top; py <= bottom; py++)
      for (let px = left; px <= right; px++) {
        const share = 1 - ((px - x) ** 2 + (py - y) ** 2) / (radius * radius);
        if (share > 0) this.put(px, py, colour, weight * share * share);
      }
  }

  /**
   * Turns lights into pixels, as film does: faint ones are transparent, strong ones are opaque, and only very strong ones
   * become white.
   */
  finish(): void {
    if (!this.isLight) return;
    const { pixels } = this;
    const light = this.#light;
    for (let i = 0, at = 0; i < light.length; i += 3, at += 4) {
      const r = light[i]!;
      const g = light[i + 1]!;
      const b = light[i + 2]!;
      const most = r > g ? (r > b ? r : b) : g > b ? g : b;
      if (most < 1) continue;
      const white = (255 * most) / (most + WHITE_FROM);
      const up = (255 - white) / most;
      pixels[at] = white + r * up;
      pixels[at + 1] = white + g * up;
      pixels[at + 2] = white + b * up;
      pixels[at + 3] = 255 * (1 - Math.exp(-most / EXPOSURE));
    }
  }
}

/** The light at which a pixel is nearly opaque, and at which it is half white. */
const EXPOSURE = 170;
const WHITE_FROM = 2600;

const ALL = [0, 1] as const;
const NOTHING = [2, -1] as const;

/** The part of a way along one axis that is within a picture, as shares of the way. */
function partWithin(start: number, way: number, size: number): readonly [number, number] {
  const end = start + way;
  if (start >= -1 && start <= size && end >= -1 && end <= size) return ALL;
  if ((start < -1 && end < -1) || (start > size && end > size)) return NOTHING;
  const [a, b] = [(-1 - start) / way, (size - start) / way];
  return [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))];
}

/** A colour for `Raster` from its red, green and blue. */
export const packed = (r: number, g: number, b: number): number => (b << 16) | (g << 8) | r;
