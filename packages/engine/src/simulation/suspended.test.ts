import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Silence } from './watched-thread.js';

test('a thread is silent while its beat stays the same, without the time in which the process was suspended', () => {
  const silence = new Silence(0);
  expect(silence.at(100, 1)).toBe(0);
  expect(silence.at(200, 1)).toBe(100);
  expect(silence.at(60_200, 1)).toBe(1100);
  for (let now = 60_300; now <= 119_200; now += 100) silence.at(now, 1);
  expect(silence.at(119_300, 1)).toBe(60_200);
  expect(silence.at(119_400, null)).toBe(0);
  expect(silence.at(119_500, 2)).toBe(0);
});

test('an agent in Python is not blamed for the time in which its process was suspended', () => {
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


print(stuck([(60, 0)] * 5), stuck([(60, 60)] * 3))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8', timeout: 600_000 });
  expect(stdout.trim(), stderr).toBe("[] ['blocked']");
});
