import { Mode } from '../../wire/replay.js';
import { colour } from '../theme.js';
import type { Bin } from './bin.js';
import type { Bins } from './bins.js';
import type { Camera } from './camera.js';
import type { City } from './city.js';
import type { ReplayClock } from './clock.js';
import type { Hexagons } from './hexagons.js';
import { flowAt, trafficAt } from './overlay-at.js';
import {
  cleared,
  drawFlows,
  drawHexagons,
  drawTraffic,
  type FlowsOverlay,
  type HexLayer,
  type Overlay,
  type OverlayScale,
  type TrafficOverlay,
} from './overlays.js';
import { entryAtRest, type Look, PeopleLayer } from './people-layer.js';

const REDRAW_CITY_MILLISECONDS = 140;
const HEXAGONS_MILLISECONDS = 250;
const MOST_RATIO = 2;
/** Pixels of the canvas of people, which the processor draws in every frame. */
const MOST_PIXELS = 2_400_000;
/** A still picture is drawn once more: some compositors show the previous one. */
const SETTLE_MILLISECONDS = 120;
/** Opacity of people below an overlay, and of names at night. */
const BELOW = 0.3;
const NAMES_AT_NIGHT = 0.55;

export interface StageOptions {
  readonly clock: ReplayClock;
  readonly camera: Camera;
  readonly bins: Bins;
  readonly city: City;
  /** Called with a bin before it is first drawn, to set the look of its people. */
  readonly onBin: (bin: Bin) => void;
  /** Called with the reason why a bin cannot be loaded. */
  readonly onTrouble: (message: string) => void;
  /** Called after each frame; null while the bin is loading. */
  readonly onFrame: (bin: Bin | null, time: number) => void;
}

/** What is below the pointer. */
export type Found = { readonly person: number } | { readonly overlay: string } | { readonly resting: number };

/** Canvases on top of each other: city, people at rest, people, overlay and names. Only those that have changed are drawn. */
export class Stage {
  look: Look;
  overlay: Overlay = 'none';
  flows: FlowsOverlay | null = null;
  traffic: TrafficOverlay | null = null;
  /** The colours of entries at rest, as in the style sheet. */
  restColours: readonly string[] = [];
  #onScale: (overlay: OverlayScale | null, rest: OverlayScale | null) => void = () => {};
  /** Called after the canvases have been drawn, for a film. */
  onPicture: (() => void) | null = null;
  /** Index of the person whom the camera follows; -1 for nobody. */
  followed = -1;
  readonly frame: HTMLElement;
  readonly #options: StageOptions;
  readonly #city = layer();
  readonly #rest = layer();
  readonly #peopleCanvas = layer();
  readonly #over = layer();
  readonly #names = layer();
  readonly #people = new PeopleLayer(this.#peopleCanvas);
  readonly #endings: (() => void)[] = [];
  #drawn = { x: 0, y: 0, scale: 0 };
  #cityTimer: ReturnType<typeof setTimeout> | undefined;
  #hexagonsAt = 0;
  #overHour = -1;
  #frame = 0;
  #bin: Bin | null = null;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #cells: Hexagons | null = null;
  #scales: [OverlayScale | null, OverlayScale | null] = [null, null];
  readonly #peaks = { rest: { size: 0, value: 0 }, heat: { size: 0, value: 0 } };

  /** @param frame its `data-shown` contains the second of its picture while paused. */
  constructor(frame: HTMLElement, look: Look, options: StageOptions) {
    this.frame = frame;
    this.#options = options;
    this.look = look;
    frame.append(...this.#canvases);
    // An emulated graphics card takes seconds to draw the lines of a city, the processor milliseconds.
    const willReadFrequently = isEmulated();
    for (const flat of this.#resting) flat.getContext('2d', { willReadFrequently });
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(frame);
    this.#endings.push(
      () => observer.disconnect(),
      options.clock.listen(() => {
        // Requested before the frame that needs it, so that a jump waits for one frame, not two.
        options.bins.want(options.clock.time, options.clock.playing);
        this.request();
      }),
      options.camera.listen(() => this.#moved()),
    );
    const themed = () => this.redraw();
    addEventListener('themechange', themed);
    this.#endings.push(() => removeEventListener('themechange', themed));
    options.bins.onChange = (error) => (error === null ? this.request() : options.onTrouble(error));
    this.#resize();
  }

  /** Is called with the legends of the overlay and of people at rest: now, and when they change. */
  set onScale(listener: (overlay: OverlayScale | null, rest: OverlayScale | null) => void) {
    this.#onScale = listener;
    listener(...this.#scales);
  }

  /** The credit of the map. */
  get source(): string {
    return this.#options.city.source;
  }

  /** The name of the city; empty if the map has none. */
  get place(): string {
    return this.#options.city.name;
  }

  dispose(): void {
    for (const end of this.#endings) end();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#cityTimer);
    clearTimeout(this.#settle);
    for (const canvas of this.#canvases) canvas.remove();
  }

  /** Draws people and the overlay in the next frame, with trails unless the time bar is being moved. */
  request(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const { playing } = this.#options.clock;
      this.#draw(playing);
      clearTimeout(this.#settle);
      if (!playing) this.#settle = setTimeout(() => this.#draw(true), SETTLE_MILLISECONDS);
    });
  }

  /** Draws the overlay again. */
  refreshOverlay(): void {
    this.#overHour = -1;
    this.#hexagonsAt = 0;
    if (this.overlay === 'none') {
      cleared(this.#over);
      this.#legend(0, null);
    }
    this.#peopleCanvas.style.opacity = this.overlay === 'none' ? '' : String(BELOW);
    this.request();
  }

  /** Draws everything again, with the current colours. */
  redraw(): void {
    const { camera, city } = this.#options;
    city.draw(this.#city, camera, this.look.isNight);
    cleared(this.#names);
    city.names.draw(this.#names, camera, this.look.isNight || undefined);
    this.#names.style.opacity = this.look.isNight ? String(NAMES_AT_NIGHT) : '';
    this.#drawn = { x: camera.x, y: camera.y, scale: camera.scale };
    for (const canvas of this.#resting) canvas.style.transform = '';
    this.refreshOverlay();
  }

  /** What is at a point of the frame, pixels: a person, or the number of people at rest in the hexagon; null for neither. */
  find(left: number, top: number, reach: number): Found | null {
    const { shownX, shownY } = this.#people;
    let [best, least] = [-1, reach * reach];
    for (let person = 0; person < shownX.length; person++) {
      const square = (shownX[person]! - left) ** 2 + (shownY[person]! - top) ** 2;
      if (square < least) [best, least] = [person, square];
    }
    if (best >= 0) return { person: best };
    const { camera, city } = this.#options;
    const [x, y] = camera.unitsAt(left - this.frame.clientWidth / 2, top - this.frame.clientHeight / 2);
    const [hour, near] = [this.#overHour, reach / camera.scale];
    const overlay =
      (this.overlay === 'traffic' && this.traffic && trafficAt(city, this.traffic, hour, x, y, near)) ||
      (this.overlay === 'flows' && this.flows && flowAt(this.flows, hour, x, y, near));
    if (overlay) return { overlay };
    const cell = this.#cells?.at(x, y);
    return cell === undefined ? null : { resting: cell.count };
  }

  /** Draws people with their trails at once, for a picture. */
  complete(): void {
    this.#draw(true);
  }

  /** Draws all canvases into another one, as large as it is. */
  paint(context: CanvasRenderingContext2D): void {
    const { width, height } = context.canvas;
    for (const canvas of this.#canvases) {
      context.globalAlpha = canvas.style.opacity === '' ? 1 : Number(canvas.style.opacity);
      context.drawImage(canvas, 0, 0, width, height);
    }
    context.globalAlpha = 1;
  }

  /** Canvases that are redrawn only when the camera rests. */
  get #resting(): readonly HTMLCanvasElement[] {
    return [this.#city, this.#rest, this.#over, this.#names];
  }

  get #canvases(): readonly HTMLCanvasElement[] {
    return [this.#city, this.#rest, this.#peopleCanvas, this.#over, this.#names];
  }

  #draw(withTrails: boolean): void {
    const { clock, bins, camera, onFrame } = this.#options;
    const bin = bins.at(clock.time, clock.playing);
    if (bin === null) {
      onFrame(null, clock.time);
      return;
    }
    if (bin !== this.#bin) {
      this.#bin = bin;
      this.#options.onBin(bin);
    }
    if (this.followed >= 0 && this.followed < bin.people) {
      bin.moveTo(clock.time);
      const [x, y] = [bin.x[this.followed]!, bin.y[this.followed]!];
      if (x !== camera.x || y !== camera.y) camera.center(x, y);
    }
    const look = withTrails ? this.look : { ...this.look, trails: 0 };
    const isEarly = clock.time - bin.start < look.trails;
    this.#people.draw(bin, isEarly ? bins.before(clock.time) : null, clock.time, camera, look);
    this.#drawOverlay(bin, clock.time);
    if (!clock.playing) this.frame.dataset.shown = String(Math.round(clock.time));
    this.onPicture?.();
    onFrame(bin, clock.time);
  }

  #drawOverlay(bin: Bin, time: number): void {
    const { camera, city } = this.#options;
    const now = performance.now();
    if (now - this.#hexagonsAt >= HEXAGONS_MILLISECONDS) {
      this.#hexagonsAt = now;
      this.#drawRest(bin);
      if (this.overlay === 'heat') {
        const { look } = this;
        const entryOf = (person: number) => (look.only === null || look.only[person] === 1 ? 0 : -1);
        this.#drawHexagons(this.#over, bin, 'heat', entryOf, () => colour('overlay', this.frame));
      }
    }
    const hour = Math.floor(time / 3600);
    if (hour === this.#overHour) return;
    if (this.overlay === 'flows' && this.flows) this.#legend(0, drawFlows(this.#over, camera, this.flows, hour));
    else if (this.overlay === 'traffic' && this.traffic)
      this.#legend(0, drawTraffic(this.#over, camera, city, this.traffic, hour));
    else return;
    this.#overHour = hour;
  }

  /** People at rest as hexagons, unless they are lights, drawn one by one, or part of the density. */
  #drawRest(bin: Bin): void {
    const { look } = this;
    this.#cells = null;
    if (look.isNight || this.overlay !== 'none' || this.#people.rest === 'singly') {
      cleared(this.#rest);
      this.#legend(1, null);
      return;
    }
    const entryOf = (person: number) => {
      if (bin.how[person] !== Mode.PLACE || (look.only !== null && look.only[person] !== 1)) return -1;
      const entry = entryAtRest(look, person);
      return look.palette[4 * entry + 3] === 0 ? -1 : entry;
    };
    this.#cells = this.#drawHexagons(this.#rest, bin, 'rest', entryOf, (entry) => this.restColours[entry] ?? '#888');
  }

  #drawHexagons(
    canvas: HTMLCanvasElement,
    bin: Bin,
    kind: HexLayer['kind'],
    entryOf: HexLayer['entryOf'],
    colourOf: HexLayer['colourOf'],
  ) {
    const { camera } = this.#options;
    const drawn = drawHexagons(canvas, camera, bin, { kind, entryOf, colourOf, peak: this.#peaks[kind] });
    this.#legend(kind === 'heat' ? 0 : 1, drawn.scale);
    return drawn.cells;
  }

  #legend(which: 0 | 1, scale: OverlayScale | null): void {
    if (JSON.stringify(this.#scales[which]) === JSON.stringify(scale)) return;
    this.#scales[which] = scale;
    this.#onScale(...this.#scales);
  }

  /** While the camera moves, the city is only shifted and scaled; it is redrawn when the camera rests. */
  #moved(): void {
    const { camera } = this.#options;
    const factor = camera.scale / (this.#drawn.scale || camera.scale);
    const dx = (this.#drawn.x - camera.x) * camera.scale;
    const dy = (camera.y - this.#drawn.y) * camera.scale;
    for (const canvas of this.#resting) canvas.style.transform = `translate(${dx}px, ${dy}px) scale(${factor})`;
    clearTimeout(this.#cityTimer);
    this.#cityTimer = setTimeout(() => this.redraw(), REDRAW_CITY_MILLISECONDS);
    this.#hexagonsAt = performance.now();
    this.request();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.frame;
    const ratio = Math.min(MOST_RATIO, devicePixelRatio);
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (width === 0 || height === 0 || (width === this.#city.width && height === this.#city.height)) return;
    for (const canvas of this.#resting) Object.assign(canvas, { width, height });
    const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
    this.#peopleCanvas.width = Math.round(width * shrink);
    this.#peopleCanvas.height = Math.round(height * shrink);
    this.#options.camera.fit(clientWidth, clientHeight);
    this.redraw();
  }
}

function layer(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** Whether the processor emulates a graphics card. */
function isEmulated(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const renderer = String(gl?.getParameter(gl.RENDERER));
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl === null || /swiftshader|llvmpipe|software/i.test(renderer);
}
