import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humob } from 'itinera';
import { writeBetweenMarks } from '../../scripts/write-between-marks.js';
import { neededData } from '../needed-data.js';

// Writes the table of baselines on real people into docs/geobleu.md, between its marks: npm run humob-table.
// The data set (1,000 people of YJMob100K, see docs/geobleu.md) is looked for under ITINERA_DATA.
const SOURCE = 'yjmob100k-sample/df_all_1k.csv.gz';
const source = join(neededData('humob-table', [SOURCE]), SOURCE);
/** Few people of the sample reach later days. */
const FROM_DAY = 5;
const RULES = ['humob2023', 'giscup2025'] as const;

const folder = mkdtempSync(join(tmpdir(), 'humob-table-'));
try {
  writeBetweenMarks('docs/geobleu.md', 'humob-table', await tableOf(FROM_DAY));
} finally {
  rmSync(folder, { recursive: true });
}

/** Trains every baseline on the earlier days, predicts the rest, validates and scores the prediction. */
async function tableOf(fromDay: number): Promise<string> {
  const { files, counts } = await humob.splitAtDay(source, fromDay, folder);
  const train = humob.groupByPerson(await humob.readSteps(files.train));
  const target = humob.groupByPerson(await humob.readSteps(files.template, { masked: true }));
  const rows: string[] = [];
  for (const name of Object.keys(humob.BASELINES)) {
    const submission = join(folder, `${name}.csv`);
    await humob.writeColumns(submission, humob.predictSteps(train, target, name).steps);
    const { problems } = await humob.validateSubmission(submission, undefined, files.template, { year: '2023' });
    if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems)}`);
    const cells = [name];
    for (const rules of RULES) {
      const { score } = await humob.scoreFiles({ generated: submission, reference: files.truth }, { rules });
      cells.push(withInterval(score.geobleu, 3), withInterval(score.dtw, 1));
    }
    rows.push(`| ${cells.join(' | ')} |`);
  }
  const people = target.people.length;
  const count = (steps: number) => steps.toLocaleString('en-US');
  return [
    `From day ${fromDay}: ${people} people, ${count(counts.truth)} steps; trained on the ${count(counts.train)} earlier steps.`,
    '',
    '| baseline | GEO-BLEU humob2023 | DTW humob2023, km | GEO-BLEU giscup2025 | DTW giscup2025, km |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function withInterval({ value, low, high }: humob.MeanScore, digits: number): string {
  return `${value.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
