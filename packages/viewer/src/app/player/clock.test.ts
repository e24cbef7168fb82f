import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReplayClock } from './clock.js';

let frames: ((now: number) => void)[];
let now: number;

beforeEach(() => {
  [frames, now] = [[], 1000];
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Draws the next frame after some milliseconds. */
function frame(milliseconds: number): void {
  now += milliseconds;
  frames.shift()?.(now);
}

test('time passes at the speed of the clock, and a hidden page does not catch up', () => {
  const clock = new ReplayClock(0, 86_400, 300);
  clock.play();
  frame(100);
  expect(clock.time).toBeCloseTo(30, 9);
  frame(60_000);
  expect(clock.time).toBeCloseTo(30 + 0.25 * 300, 9);
  clock.pause();
  frame(100);
  expect([clock.playing, clock.time]).toEqual([false, 105]);
});

test('the clock stops at the end and starts again from 0', () => {
  const clock = new ReplayClock(86_390, 86_400, 300);
  const listener = vi.fn();
  const end = clock.listen(listener);
  clock.play();
  frame(200);
  expect([clock.time, clock.playing]).toEqual([86_400, false]);
  clock.play();
  expect([clock.time, clock.playing]).toEqual([0, true]);
  expect(listener).toHaveBeenCalledTimes(3);
  end();
  clock.jump(-5);
  expect([clock.time, listener.mock.calls.length]).toEqual([0, 3]);
});
