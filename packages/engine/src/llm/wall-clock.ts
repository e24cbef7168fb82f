/** Injected time: monotonic milliseconds, and a timer. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` after `milliseconds`; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1;

export const systemTime: WallClock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, Math.min(milliseconds, MAX_TIMER_MILLISECONDS));
    return () => clearTimeout(timer);
  },
};
