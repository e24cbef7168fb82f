import { printable } from '@itinera/base';
import { sendProgress } from './interrupt.js';
import { canRedraw, draw } from './terminal.js';
import { TimeLeft } from './time-left.js';

/** A line that is redrawn on a terminal. Silent on any other stream. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #work: { readonly of: string; readonly left: TimeLeft } | undefined;
  #shown = false;

  constructor(stream: NodeJS.WriteStream = process.stderr, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Shows the time left, the share done and `text`. @param of the unit of `done`; another unit restarts the estimate. */
  show(text: string, done: number, total: number, of = ''): void {
    sendProgress(text, done, total);
    if (!canRedraw(this.#stream)) return;
    if (this.#work?.of !== of) this.#work = { of, left: new TimeLeft(this.#now) };
    const seconds = done < total ? this.#work.left.update(done, total) : null;
    const left = seconds === null ? '' : `${duration(seconds)} left  `;
    const share = total > 0 ? `${Math.floor((100 * done) / total)} %  ` : '';
    const line = printable(`${left}${share}${text}`, 1000).slice(0, (this.#stream.columns || 80) - 1);
    draw(this.#stream, `\r\u001b[K${line}`);
    this.#shown = true;
  }

  /** Removes the line before other output. */
  clear(): void {
    if (this.#shown) draw(this.#stream, '\r\u001b[K');
    this.#shown = false;
  }
}

/** `75` → `1 min 15 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
