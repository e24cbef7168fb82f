import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atOnce } from './at-once.js';
import { attacks } from './attacks.js';
import { bills } from './bills.js';
import { bombs } from './bombs.js';
import { ceilings } from './ceilings.js';
import { damage } from './damage.js';
import { disk } from './disk.js';
import { faults } from './faults.js';
import { fuzz } from './fuzz.js';
import { hostileAgents } from './hostile-agents.js';
import { hosts } from './hosts.js';
import { inputs } from './inputs.js';
import { kills } from './kills.js';
import { ship } from './shipped.js';
import { signals } from './signals.js';
import { soak } from './soak.js';
import { stops } from './stops.js';
import type { Trial } from './trial.js';
import { verdicts } from './verdicts.js';

// Tries to break the packed program: npm run trials [-- NAME …] [--seed N] [--scale X] [--node PATH] [--minutes N].
// Not part of the tests: it takes hours.

const trials: readonly Trial[] = [
  ceilings,
  bills,
  verdicts,
  kills,
  disk,
  faults,
  stops,
  signals,
  atOnce,
  hosts,
  hostileAgents,
  attacks,
  bombs,
  inputs,
  fuzz,
  damage,
];

/** Trials that run only when named. */
const named: readonly Trial[] = [soak];

const words = process.argv.slice(2);
const option = (name: string, otherwise: number | string) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? otherwise : words.splice(at, 2)[1]!;
};
const seed = Number(option('seed', Math.floor(Date.now() / 1000)));
const scale = Number(option('scale', 1));
const minutes = Number(option('minutes', 10));
const node = String(option('node', process.execPath));
const wanted = [...trials, ...(words.length > 0 ? named : [])].flatMap(
  (trial): { trial: Trial; only: string | undefined }[] => {
    // `fuzz:csv` is those of `fuzz` whose names begin with csv.
    const chosen = words.map((word) => word.split(':')).filter(([name]) => name === trial.name);
    return words.length === 0 ? [{ trial, only: undefined }] : chosen.map(([, only]) => ({ trial, only }));
  },
);
if (wanted.length === 0) throw new Error(`Trials: ${[...trials, ...named].map(({ name }) => name).join(', ')}.`);
const place = mkdtempSync(join(tmpdir(), 'itinera shipped '));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
console.log(`Seed ${seed}, scale ${scale}, ${ship(place, node)}.`);

let failed = 0;
const rows: string[][] = [['trial', 'tries', 'failures', 'seconds', '']];
for (const { trial, only } of wanted) {
  console.log(`\n# ${trial.name}: ${trial.about}`);
  const folder = mkdtempSync(join(tmpdir(), `itinera ${trial.name} `));
  const begun = performance.now();
  try {
    const {
      tries,
      failures,
      note = '',
    } = await trial.run({ seed, scale, minutes, folder, ...(only !== undefined && { only }) });
    if (tries === 0) throw new Error(`${trial.name}${only === undefined ? '' : `:${only}`} tried nothing.`);
    for (const failure of failures) console.log(`  ${failure}`);
    failed += failures.length;
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    rows.push([trial.name, tries.toLocaleString('en-GB'), String(failures.length), seconds, note]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
console.log(
  `\n${rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}`,
);
process.exitCode = failed > 0 ? 1 : 0;
