import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humob } from 'itinera';
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';

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
export default async function bench(): Promise<Row[]> {
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
      return apart([process.execPath, '--input-type=module', '-e', script, prediction, truth, String(count)]);
    });
    const start = apart([process.execPath, '--input-type=module', '-e', `await import(${JSON.stringify(module)})`]);
    const [truth, prediction] = write(DAYS.at(-1)!);
    const plain = apart(['python3', program, prediction, truth]);
    const ours = runs.at(-1)!;
    if (!(Math.abs(Number(ours.printed) - Number(plain.printed)) < 1e-6))
      throw new Error(`Scores ${ours.printed}, and ${plain.printed} by plain Python`);
    const work = `a submission of ${DAYS.at(-1)} days validated and scored`;
    const growth = exponent(
      DAYS,
      runs.map(({ seconds }) => seconds - start.seconds),
    );
    return [
      { work, ours: ours.seconds, unit: 's', peer: { name: 'plain Python', cost: plain.seconds }, exponent: growth },
      {
        work: `${work}: memory`,
        ours: ours.megabytes,
        unit: 'MB',
        peer: { name: 'plain Python', cost: plain.megabytes },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
