import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PythonHost } from './python-host.js';
import type { PythonHostOptions } from './python-host-options.js';
import { DEFAULT_PYTHON, MAIN_PY } from './python-process.js';
import { hasPython, person, senses, startHost, taskBases, toyFolder } from './toy-host.fixture.js';

const { folder, city } = toyFolder();
const HEAD = 'from agentsociety_benchmark.benchmarks import DailyMobilityAgent\n';
const noModel = async () => ({ error: 'these agents make no requests' });
const isPosix = process.platform !== 'win32';
/** For polling: long enough for a busy machine. */

function agentFile(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

/** An agent whose person 1 runs `code` in its second step; everyone logs an intention in every step. */
const withStep = (code: string, top = '') => `${HEAD}import asyncio, os, subprocess, sys, time, builtins
${top}
class A(DailyMobilityAgent):
    async def forward(self):
        tick = self.environment.get_tick()
        if self.id == 1 and tick == 2:
${code.replace(/^/gm, '            ')}
        await asyncio.sleep(0)
        await self.log_intention(f"fine at {tick}")
`;

/** Runs four people for five steps, each at its own pace. Returns the outcome of each step by person. */
async function live(source: string, { limit = 60, ...options }: Partial<PythonHostOptions> & { limit?: number } = {}) {
  const printed: string[] = [];
  const file = agentFile('hostile.py', source);
  const host = await startHost({ file, city, onLog: (_, text) => printed.push(text), ...options });
  const lives = await Promise.all(
    [0, 1, 2, 3].map(async (id) => {
      const mind = await host.make(id, { ...person(id), limit }, noModel);
      const steps: string[] = [];
      for (let step = 1; step <= 5; step++)
        steps.push(
          await mind.decide(senses(step)).then(
            ({ intention }) => String(intention),
            (error: unknown) => String(error),
          ),
        );
      await mind.leave();
      return steps;
    }),
  );
  return { lives, printed, host };
}

const fine = [1, 2, 3, 4, 5].map((tick) => `fine at ${tick}`);

/** Checks that the code of person 1 does not affect other people. */
async function harmsNobodyElse(code: string, ofPerson1: (steps: string[]) => void, top = ''): Promise<string[]> {
  const { lives, printed, host } = await live(withStep(code, top));
  await host.close();
  for (const other of [0, 2, 3]) expect(lives[other]).toEqual(fine);
  ofPerson1(lives[1]!);
  return printed;
}

describe.skipIf(!hasPython)('an agent file that fails to load is rejected', () => {
  const refused = async (file: string, options: Partial<PythonHostOptions> = {}): Promise<string> => {
    const error = await startHost({ file, city, ...options }).then(
      (host: PythonHost) => host.close(),
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  };

  test.each([
    ['an unknown task', `${HEAD}class A(DailyMobilityAgent): pass`, /NoSuchTask/, { task: 'NoSuchTask' }],
    [
      'CancelledError',
      'import asyncio\nraise asyncio.CancelledError()',
      /CancelledError[\s\S]*loading\.py", line 2|line 2/,
      {},
    ],
    ['SystemExit', 'import sys\nsys.exit(3)', /SystemExit: 3/, {}],
    ['KeyboardInterrupt', 'raise KeyboardInterrupt', /KeyboardInterrupt/, {}],
    ['GeneratorExit', 'raise GeneratorExit', /GeneratorExit/, {}],
    [
      'a custom exception whose text fails',
      'class E(BaseException):\n  def __str__(self): raise E\nraise E()',
      /loading\.py/,
      {},
    ],
    ['os._exit', 'import os\nos._exit(4)', /loading\.py ends its Python process while it loads.*code 4/, {}],
    ['infinite recursion', 'def f(): f()\nf()', /RecursionError/, {}],
    [
      'a class whose subclass check fails',
      `${HEAD}class M(type):\n  def __subclasscheck__(self, other): raise ValueError("no")\nclass A(DailyMobilityAgent, metaclass=M): pass\nclass B(A): pass`,
      /loading\.py/,
      {},
    ],
    [
      'replaced builtins',
      'import builtins\nbuiltins.len = builtins.isinstance = None\nraise ValueError("then")',
      /ValueError: then/,
      {},
    ],
  ] as const)('%s', async (_, source, message, options) => {
    expect(await refused(agentFile('loading.py', source), options)).toMatch(message);
  });

  test.concurrent.each([
    ['an endless loop', 'while True: pass', /takes longer than 0.2 s to load[\s\S]*line 1/],
    [
      'a loop that catches everything',
      'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
      /takes longer than 0.2 s to load[\s\S]*\.py/,
    ],
    ['sleep', 'import time\ntime.sleep(1000)', /takes longer than 0.2 s to load/],
    [
      'a deadlock',
      'import threading\nl = threading.Lock(); l.acquire(); l.acquire()',
      /takes longer than 0.2 s to load/,
    ],
  ])('%s at the top level ends at the load limit', async (title, source, message) => {
    const file = agentFile(`${title}.py`, source);
    // Asleep, ten times as long.
    expect(await refused(file, { loadSeconds: 0.2 })).toMatch(message);
  });

  test.skipIf(!isPosix)('a child process of os.fork() does not act as the host', async () => {
    const { lives, host } = await live(withStep('pass', 'os.fork()'));
    await host.close();
    expect(lives).toEqual([fine, fine, fine, fine]);
  });
});

describe.skipIf(!hasPython)('a hostile Python agent does not affect other people', () => {
  test('stops or closes the event loop', async () => {
    await harmsNobodyElse('asyncio.get_running_loop().stop()', (steps) => {
      expect(steps[1]).toMatch(/^RuntimeError: loop\.stop\(\) would affect everyone/);
      expect(steps[2]).toBe('fine at 3');
    });
    await harmsNobodyElse('asyncio.get_event_loop().close()', ([, step]) => expect(step).toMatch(/^RuntimeError/));
  });

  test('cancels all tasks', async () => {
    await harmsNobodyElse('for task in asyncio.all_tasks(): task.cancel()', (steps) => {
      expect(steps[1]).toMatch(/^CancelledError/);
      expect(steps[2]).toBe('fine at 3');
    });
  });

  test('replaces builtins', async () => {
    await harmsNobodyElse('builtins.len = builtins.getattr = builtins.str = builtins.isinstance = None', (steps) => {
      expect(steps[1]).toMatch(/^RuntimeError: replaced the builtin .*len.*it is restored$/);
      expect(steps[2]).toBe('fine at 3');
    });
    await harmsNobodyElse('del builtins.getattr\nraise ValueError("and more")', (steps) => {
      expect(steps[1]).toMatch(/^ValueError: and more/);
    });
  });

  /** Modules that the host shares with its agents, and names in them that it uses. */
  const REPLACING = `import json, random, socket, threading, traceback
json.dumps = json.loads = json.JSONEncoder = json.encoder.c_make_encoder = json.decoder.scanstring = None
time.monotonic = time.process_time = time.sleep = lambda *_: 0
socket.socket.send = socket.socket.recv = None
random.seed = random.getstate = random.setstate = None
os.write = os.read = os._exit = os.getpid = None
asyncio.Task = asyncio.wait = asyncio.gather = asyncio.current_task = None
threading.Lock = threading.Timer = threading.Thread = None
sys._current_frames = sys.exc_info = None`;

  test('replaces what the host uses of modules, in a step or at the top of its file', async () => {
    await harmsNobodyElse(REPLACING, (steps) => expect(steps).toEqual(fine));
    await harmsNobodyElse('pass', (steps) => expect(steps).toEqual(fine), REPLACING);
  });

  test('replaces the clock and builtins, and computes without end', async () => {
    const { lives, host } = await live(
      withStep(`${REPLACING}\nbuiltins.open = builtins.max = None\nwhile True: pass`),
      { limit: 1 },
    );
    await host.close();
    for (const other of [0, 2, 3]) expect(lives[other]).toEqual(fine);
    expect(lives[1]![1]).toMatch(/^StepBlocked/);
  });

  test.skipIf(!isPosix)('forks, and the child returns', async () => {
    await harmsNobodyElse('os.fork()', (steps) => expect(steps).toEqual(fine));
    await harmsNobodyElse('if os.fork() == 0:\n    while True: pass', (steps) => expect(steps).toEqual(fine));
  });

  test('closes the pipes of its process again and again', async () => {
    await harmsNobodyElse('os.closerange(0, 64)', (steps) => {
      expect(steps[0]).toBe('fine at 1');
      expect(steps.at(-1)).toMatch(/ended its Python process/);
    });
  });

  test.skipIf(!isPosix)('starts a program that outlives it and holds its pipes', async () => {
    const { lives, printed, host } = await live(
      withStep(
        'p = subprocess.Popen(["sleep", "75"])\nprint("pid", p.pid)\nsubprocess.Popen(["setsid", "sleep", "20"])',
      ),
    );
    await host.close();
    expect(lives).toEqual([fine, fine, fine, fine]);
    const pid = Number(/pid (\d+)/.exec(printed.join('\n'))![1]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('uses all memory', async () => {
    const { lives, host } = await live(withStep('self.hoard = [bytes(10**6) + b"x" for _ in range(10**6)]'), {
      memoryMegabytes: 300,
    });
    await host.close();
    for (const other of [0, 2, 3]) expect(lives[other]).toEqual(fine);
    expect(lives[1]![1]).toMatch(/MemoryError|exceeded the memory limit/);
  });

  test('prints without end', async () => {
    const { lives, printed, host } = await live(
      withStep('for i in range(20000): print("x" * 1000)\nfor i in range(2000): os.write(2, b"y" * 10000)'),
    );
    await host.close();
    expect(lives[1]).toEqual(fine);
    expect(printed.join('').length).toBeLessThan(12_000_000);
  });
});

test.skipIf(!hasPython || !isPosix)(
  'a host whose parent is killed ends, even while an agent computes and catches everything',
  async () => {
    const looping = agentFile(
      'looping.py',
      `${HEAD}import os\nopen(${JSON.stringify(join(folder, 'pid'))}, 'w').write(str(os.getpid()))
while True:
    try:
        while True: pass
    except BaseException: pass
`,
    );
    const hello = {
      op: 'hello',
      file: looping,
      task: 'DailyMobility',
      bases: taskBases,
      city,
      categories: {},
      ordered: false,
      load_limit: 1000,
      memory_limit: 0,
    };
    const code = `
    const child = require('node:child_process').spawn(${JSON.stringify(DEFAULT_PYTHON)}, ['-u', ${JSON.stringify(MAIN_PY)}]);
    child.stdin.write(${JSON.stringify(`${JSON.stringify(hello)}\n`)});
    setInterval(() => {}, 1000);`;
    const run = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    onTestFinished(() => void run.kill('SIGKILL'));
    await expect
      .poll(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8') !== '')
      .toBe(true);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(isAlive(pid)).toBe(true);
    run.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

/** Whether a process is running; a zombie is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
