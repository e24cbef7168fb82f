import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humob } from 'itinera';
import { exponent } from '../../base/perf/exponent.js';

/** Days of each submission. */
const DAYS = [14, 28, 58];

/** The obvious way: every line through ast.literal_eval, every key through a pattern, every day in a loop. */
const PLAIN = `
import ast, re, sys
KEY = re.compile(r"^-?\\d+_-?\\d+$")
def place(key):
    assert KEY.match(key)
    return tuple(map(int, key.split("_")))
def read(path):
    days = {}
    for line in open(path):
        date, text = line.rstrip().split("\\t")
        days[date] = matrix = ast.literal_eval(text)
        for origin, inner in matrix.items():
            place(origin)
            for destination, flow in inner.items():
                place(destination)
                assert float(flow) >= 0
    return days
def in_box(key):
    y, x = place(key)
    return 35 <= y <= 70 and 30 <= x <= 70
def box(matrix):
    return {(o, d): f for o, inner in matrix.items() if in_box(o) for d, f in inner.items() if in_box(d)}
prediction, truth = read(sys.argv[1]), read(sys.argv[2])
on = off = 0
for date in truth:
    p, t = box(prediction[date]), box(truth[date])
    sums = [0.0, 0.0]
    for pair in p.keys() | t.keys():
        sums[pair[0] != pair[1]] += (p.get(pair, 0) - t.get(pair, 0)) ** 2
    on += (sums[0] / 1476) ** 0.5
    off += (sums[1] / 2177100) ** 0.5
print((on / len(truth) / 26.57 + off / len(truth) / 0.0176) / 2)
`;

/**
 * A whole submission of 2026, 58 days of 11,000 flows, validated and scored: in one process, and by plain Python; and how the
 * cost of ours grows from a quarter of it.
 */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'od-bench-'));
  try {
    const all = [1, 2].map((seed) =>
      [...humob.synthesizeOd({ seed })].filter(({ day, isInGap }) => isInGap && day !== null),
    );
    const write = (count: number) =>
      all.map((days, side) => {
        const path = join(folder, `${side}-${count}.tsv`);
        humob.writeOdLines(path, days.slice(0, count));
        return path;
      }) as [string, string];
    const program = join(folder, 'plain.py');
    writeFileSync(program, PLAIN);
    const module = import.meta.resolve('itinera');
    const script = `
      const { humob } = await import(${JSON.stringify(module)});
      const [prediction, truth, days] = process.argv.slice(1);
      const { accepted } = humob.validateOd(prediction);
      // Only a submission of all days is.
      if (accepted !== (days === '${DAYS.at(-1)}')) throw new Error('accepted: ' + accepted);
      const read = (path) => humob.readOdTsv(path, { boxOnly: true });
      console.log(humob.scoreOd(read(prediction), read(truth)).combined);`;
    const runs = DAYS.map((count) => {
      const [truth, prediction] = write(count);
      return apart(process.execPath, ['--input-type=module', '-e', script, prediction, truth, String(count)]);
    });
    const start = apart(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(module)})`]);
    const ours = runs.at(-1)!;
    const [truth, prediction] = write(DAYS.at(-1)!);
    const plain = apart('python3', [program, prediction, truth]);
    console.log(`Validating and scoring ${(statSync(prediction).size / 1e6).toFixed(0)} MB against as much, SYNTHETIC`);
    console.table(
      [
        ['plain Python', plain],
        ['validateOd, readOdTsv, scoreOd', ours],
      ].map(([how, run]) => {
        const { seconds, megabytes, printed } = run as ReturnType<typeof apart>;
        return {
          how,
          'processor seconds': seconds.toFixed(2),
          ratio: `${(plain.seconds / seconds).toFixed(1)} ×`,
          'peak memory': `${megabytes.toFixed(0)} MB`,
          score: printed,
        };
      }),
    );
    const growth = exponent(
      DAYS,
      runs.map(({ seconds }) => seconds - start.seconds),
    );
    console.log(`Cost by number of days, without the start: exponent ${growth.toFixed(2)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a program; its processor time and memory are measured by GNU time. */
function apart(program: string, args: readonly string[]) {
  const run = spawnSync('/usr/bin/time', ['-f', '%U %S %M', program, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
  const [user, system, kilobytes] = run.stderr.trim().split('\n').at(-1)!.split(' ').map(Number) as [
    number,
    number,
    number,
  ];
  return { seconds: user + system, megabytes: kilobytes / 1000, printed: run.stdout.trim() };
}
