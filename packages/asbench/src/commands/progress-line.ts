import { printable } from '@itinera/run/text';
import { draw } from './terminal.js';

/** One line on a terminal that is written over and over. Silent where there is no terminal. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #begun: { time: number; done: number } | undefined;
  #shown = false;

  constructor(stream: NodeJS.WriteStream = process.stderr, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Shows `text`, the share that is done and the time left. */
  show(text: string, done: number, total: number): void {
    if (!this.#stream.isTTY) return;
    this.#begun ??= { time: this.#now(), done };
    const rate = (done - this.#begun.done) / (this.#now() - this.#begun.time);
    const left = rate > 0 && done < total ? `, ${duration((total - done) / rate / 1000)} left` : '';
    const share = total > 0 ? `${Math.floor((100 * done) / total)} %` : '';
    draw(
      this.#stream,
      `\r\u001b[K${printable(`${share}  ${text}${left}`, 1000).slice(0, (this.#stream.columns || 80) - 1)}`,
    );
    this.#shown = true;
  }

  /** Removes the line, so that something else can be written. */
  clear(): void {
    if (this.#shown) draw(this.#stream, '\r\u001b[K');
    this.#shown = false;
    this.#begun = undefined;
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
