import type { Bin } from './bin.js';
import type { Camera } from './camera.js';
import { type Look, MOST_COLOURS, type PeopleLayer } from './people-layer.js';

/** Draws people as small squares of pixels: for browsers without WebGL, and faster than WebGL without a graphics card. */
export class PeopleCanvas implements PeopleLayer {
  readonly name = 'canvas';
  readonly isSoftware = true;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #image: ImageData | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { willReadFrequently: true })!;
  }

  resize(): void {
    this.#image = null;
  }

  draw(bin: Bin, time: number, camera: Camera, look: Look): void {
    bin.moveTo(time);
    const { width, height } = this.#canvas;
    this.#image ??= this.#context.createImageData(width, height);
    const pixels = new Uint32Array(this.#image.data.buffer);
    pixels.fill(0);
    const ratio = width / Math.max(1, this.#canvas.clientWidth);
    const scale = camera.scale * ratio;
    const [left, top] = [width / 2 - camera.x * scale, height / 2 + camera.y * scale];
    const side = Math.max(2, Math.round(look.size * ratio * 0.8));
    const colours = new Uint32Array(look.palette.slice(0, 4 * MOST_COLOURS).buffer);
    const { x, y, how } = bin;
    const codes = look.codes ?? how;
    for (let person = 0; person < bin.people; person++) {
      const colour = colours[codes[person]!]!;
      if (colour >>> 24 === 0) continue;
      const px = (left + x[person]! * scale - side / 2) | 0;
      const py = (top - y[person]! * scale - side / 2) | 0;
      if (px < 0 || py < 0 || px + side >= width || py + side >= height) continue;
      for (let row = 0, at = py * width + px; row < side; row++, at += width)
        for (let column = 0; column < side; column++) pixels[at + column] = colour;
    }
    this.#context.putImageData(this.#image, 0, 0);
  }

  dispose(): void {
    this.#image = null;
  }
}
