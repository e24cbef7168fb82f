import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Silence } from './watched-thread.js';

test('a thread is silent while its beat stays the same: its processor time, or a tenth of the time without any', () => {
  const silence = new Silence({ now: 0, worked: 0 });
  const at = (now: number, worked: number, beat: number | null) => Math.round(silence.at({ now, worked }, beat));
  expect(at(100, 100, 1)).toBe(0);
  expect(at(200, 200, 1)).toBe(100);
  // Other threads work too.
  expect(at(300, 400, 1)).toBe(200);
  // The machine is busy.
  expect(at(1300, 450, 1)).toBe(300);
  expect(at(1400, 500, 1)).toBe(350);
  // The process is suspended.
  expect(at(3_600_000, 500, 1)).toBe(450);
  expect(at(3_600_100, 600, null)).toBe(0);
  expect(at(3_600_200, 700, 2)).toBe(0);
});

/** Looks every 100 ms until the limit is reached. @param share of a processor that the process gets */
function secondsUntil(limitSeconds: number, share: number): number {
  const silence = new Silence({ now: 0, worked: 0 });
  silence.at({ now: 0, worked: 0 }, 1);
  let now = 0;
  while (Math.round(silence.at({ now, worked: share * now }, 1)) < limitSeconds * 1000) now += 100;
  return now / 1000;
}

test('a blocked thread reaches the limit in proportion to its share of the processor, asleep in ten times the limit', () => {
  expect(secondsUntil(30, 2)).toBe(30);
  expect(secondsUntil(30, 0.2)).toBe(150);
  expect(secondsUntil(30, 0.02)).toBe(300);
  expect(secondsUntil(30, 0)).toBe(300);
});

test('an agent in Python is not blamed for the time in which its process was suspended or had little processor time', () => {
  const program = `
import sys
sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, '../../python'))})
from itinera_host import isolation


class Time:
    """Each sleep takes the next pair of wall-clock and processor seconds."""

    def __init__(self, naps):
        self.naps, self.now, self.worked = iter(naps), 0, 0

    def sleep(self, _):
        elapsed, worked = next(self.naps)
        self.now, self.worked = self.now + elapsed, self.worked + worked

    def monotonic(self):
        return self.now

    def process_time(self):
        return self.worked


class Slow:
    limit_seconds = 30


def stuck(naps):
    blamed = []
    time = Time(naps)
    isolation.sleep, isolation.monotonic, isolation.process_time = time.sleep, time.monotonic, time.process_time
    watchdog = isolation.Watchdog(0, lambda _, kind: blamed.append(kind), lambda: None, lambda: False)
    watchdog.begin(Slow())
    try:
        watchdog.run()
    except StopIteration:
        return blamed


print(stuck([(60, 0)] * 200))
print(stuck([(0.25, 0.01)] * 1000))
print(stuck([(60, 60)] * 6))
print(stuck([(0.25, 0.5)] * 137), stuck([(0.25, 0.25)] * 136))
print(stuck([(0.25, 0)] * 1220), stuck([(0.25, 0)] * 1200))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8', timeout: 600_000 });
  expect(stdout.trim(), stderr).toBe("[]\n[]\n['blocked']\n['blocked'] []\n['blocked'] []");
});
