import type { Stage } from './stage.js';

/** Words that are part of a picture or film of the map. */
export interface Caption {
  readonly title: string;
  readonly note: string;
  readonly time: string;
  readonly credit: string;
  readonly ink: string;
  readonly paper: string;
  /** Names and colours of what is shown. */
  readonly legend: readonly (readonly [name: string, colour: string])[];
}

const FONT = 'Inter, "Helvetica Neue", "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
const FRAMES_PER_SECOND = 30;
const FILM_WIDTH = 1280;
const BITS_PER_SECOND = 10_000_000;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** The size of a film of a frame: even, as video formats require, and at most 1280 pixels wide. */
export function filmSize(width: number, height: number): readonly [width: number, height: number] {
  const shrink = Math.min(1, FILM_WIDTH / width);
  const even = (value: number) => Math.max(2, 2 * Math.round((value * shrink) / 2));
  return [even(width), even(height)];
}

/** Draws a stage with its caption into a canvas: a picture that needs nothing around it. */
export function paint(context: CanvasRenderingContext2D, stage: Stage, caption: Caption): void {
  const { width, height } = context.canvas;
  stage.paint(context);
  const unit = Math.max(0.6, Math.min(width, 1.7 * height) / 1000);
  const write = (text: string, x: number, y: number, size: number, weight: number, align: CanvasTextAlign = 'left') => {
    context.font = `${weight} ${size * unit}px ${FONT}`;
    context.textAlign = align;
    context.lineJoin = 'round';
    context.lineWidth = 0.28 * size * unit;
    context.strokeStyle = caption.paper;
    context.fillStyle = caption.ink;
    context.globalAlpha = 0.75;
    context.strokeText(text, x, y);
    context.globalAlpha = 1;
    context.fillText(text, x, y);
  };
  context.textBaseline = 'alphabetic';
  const edge = 26 * unit;
  write(caption.title, edge, edge + 22 * unit, 30, 650);
  write(caption.note, edge, edge + 46 * unit, 15, 400);
  write(caption.time, width - edge, edge + 30 * unit, 42, 300, 'right');
  write(caption.credit, width - edge, height - edge + 6 * unit, 12, 400, 'right');
  caption.legend.forEach(([name, colour], i) => {
    const y = height - edge - 22 * unit * (caption.legend.length - 1 - i);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(edge + 5 * unit, y, 5 * unit, 0, 7);
    context.fill();
    write(name, edge + 18 * unit, y + 5 * unit, 14, 400);
  });
}

/** The stage as PNG, with two pixels per pixel of the page. */
export async function picture(stage: Stage, caption: Caption): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * stage.frame.clientWidth;
  canvas.height = 2 * stage.frame.clientHeight;
  stage.complete();
  paint(canvas.getContext('2d')!, stage, caption);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/**
 * Films the stage until the time has passed or the returned function is called. @param caption called for each frame @param
 * onEnd called with the film; null if the browser has no format for it
 */
export function film(
  stage: Stage,
  seconds: number,
  caption: () => Caption,
  onEnd: (film: Blob | null) => void,
): () => void {
  const type = TYPES.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
  if (type === undefined) {
    onEnd(null);
    return () => undefined;
  }
  const canvas = document.createElement('canvas');
  const { clientWidth, clientHeight } = stage.frame;
  [canvas.width, canvas.height] = filmSize(clientWidth, clientHeight) as [number, number];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const draw = () => paint(context, stage, caption());
  draw();
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    stage.onPicture = null;
    onEnd(new Blob(parts, { type: 'video/webm' }));
  };
  stage.onPicture = draw;
  recorder.start();
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const timer = setTimeout(stop, seconds * 1000);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
