/** A day in 20 s. */
export const DAY_SPEED = 4320;
/** Simulated seconds per second that are offered. */
export const PLAY_SPEEDS = [1, 30, 120, 300, 900, 1800, DAY_SPEED] as const;

/** The next slower (-1) or faster (1) speed. */
export function nextSpeed(speed: number, by: -1 | 1): number {
  const now = PLAY_SPEEDS.findIndex((one) => one >= speed);
  return PLAY_SPEEDS[Math.min(PLAY_SPEEDS.length - 1, Math.max(0, (now < 0 ? PLAY_SPEEDS.length : now) + by))]!;
}

/** The time on screen, for one stage or several side by side. */
export class ReplayClock {
  /** Seconds since the first midnight. */
  time: number;
  end: number;
  /** Simulated seconds per second. */
  speed: number;
  #playing = false;
  #frame = 0;
  #last = 0;
  readonly #listeners = new Set<() => void>();

  constructor(time: number, end: number, speed: number) {
    this.time = time;
    this.end = end;
    this.speed = speed;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** The listener is called after every change of time, and when playing starts or stops. @returns a function that removes it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  jump(time: number): void {
    this.time = Math.min(this.end, Math.max(0, time));
    this.#tell();
  }

  play(): void {
    if (this.#playing) return;
    if (this.time >= this.end) this.time = 0;
    this.#playing = true;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
    this.#tell();
  }

  pause(): void {
    this.#playing = false;
    cancelAnimationFrame(this.#frame);
    this.#tell();
  }

  readonly #tick = (now: number): void => {
    if (!this.#playing) return;
    // A hidden page does not catch up.
    const seconds = Math.min(0.25, (now - this.#last) / 1000);
    this.#last = now;
    this.time = Math.min(this.end, this.time + seconds * this.speed);
    if (this.time >= this.end) this.#playing = false;
    else this.#frame = requestAnimationFrame(this.#tick);
    this.#tell();
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
