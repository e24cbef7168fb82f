import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RealismRow } from '@itinera/base';
import { simulationOf } from '@itinera/benchmarks';
import { writeMapFile } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { synthesizePeople, writePeople } from '@itinera/people';
import { RunFolder, readManifest } from '@itinera/run';
import { runAndScore } from '@itinera/runner';
import { neededData } from '../needed-data.js';
import { tableOf } from '../validity/figures.js';
import { AGENTS, type BoardAgent, GROUPS, type Group, isOfPeople } from './board-agents.js';
import { fitDiaryAgent } from './fit-diary-agent.js';

// Writes a page for each built-in agent, and one that compares them: npm run agent-board.
// OpenStreetMap's extract and the survey of Santiago are looked for under ITINERA_DATA.
const FOLDER = 'lab/agents';
const [EXTRACT, DIARIES] = ['osm-honolulu/honolulu.osm.pbf', 'santiago-eod-2012/weekdays.csv'];
/** Scores of the agents' days. */
const DAYS = 'lab/tables/diary.md';
const [SYNTHETIC, PEOPLE, LENGTH, STEP_SECONDS, FIRST_DAY] = [500, 250, 28, 900, '2024-03-04'];

const HOW = `${LENGTH} days from ${FIRST_DAY} of ${PEOPLE} people drawn in whole households from ${SYNTHETIC} synthetic ones of Honolulu, seed 1; made by \`npm run agent-board\`. *Fitted* is a measure that enters the agent, or by which one of its figures was chosen: it is no evidence.`;

const data = neededData('agent-board', [EXTRACT, DIARIES]);
const home = mkdtempSync(join(tmpdir(), 'agent-board-'));
try {
  const { map } = await buildCity(join(data, EXTRACT));
  const path = join(home, 'honolulu.pb');
  await writeMapFile(path, map);
  await writePeople(join(home, 'people'), synthesizePeople(map, { count: SYNTHETIC, seed: 1 }).people);
  const cards: (readonly [BoardAgent, readonly RealismRow[]])[] = [];
  for (const agent of AGENTS) {
    const { folder } = await runAndScore({
      task: simulationOf(LENGTH, STEP_SECONDS, FIRST_DAY),
      agent: agent.isDiaryModel === true ? fitDiaryAgent(join(data, DIARIES), home) : agent.name,
      home,
      datasets: join(home, 'people'),
      people: PEOPLE,
      map: path,
      mode: 'inference',
      routes: false,
    });
    const { realism } = readManifest(new RunFolder(folder));
    const rows = realism!.filter(({ measure, value }) => value !== null && !isOfPeople(measure));
    cards.push([agent, rows]);
    writeFileSync(join(FOLDER, `${agent.name}.md`), pageOf(agent, rows));
    console.log(`${FOLDER}/${agent.name}.md`);
  }
  writeFileSync(join(FOLDER, 'README.md'), comparison(cards));
} finally {
  rmSync(home, { recursive: true });
}

function pageOf(agent: BoardAgent, rows: readonly RealismRow[]): string {
  const parts = GROUPS.map(({ title, isPart }) => {
    const own = rows.filter(({ measure }) => isPart(measure));
    const cells = own.map((row) => [
      row.measure,
      row.observed === null ? '' : range(row.observed, row.digits),
      `${shown(row.value, row.digits)} (${range(row, row.digits)})`,
      row.verdict,
      agent.isFittedTo(row.measure) ? 'yes' : '',
      row.observed === null ? '' : `${row.observed.data}: ${row.observed.source}`,
    ]);
    const table = tableOf(['measure', 'observed', 'here (interval)', 'verdict', 'fitted', 'data'], cells);
    return `## ${title}\n\n${[...(title === 'Day' ? [diaryDay(agent)] : []), table].join('\n\n')}`;
  });
  return `# \`${agent.name}\`\n\n${agent.about}\n\n${counts(agent, rows)}\n\n${HOW} [All agents](README.md).\n\n${parts.join('\n\n')}\n`;
}

/** How many measures hold, and how many of those that are evidence. */
function counts(agent: BoardAgent, rows: readonly RealismRow[]): string {
  const judged = rows.filter(({ observed, verdict }) => observed !== null && verdict !== 'too few people');
  const evidence = judged.filter(({ measure }) => !agent.isFittedTo(measure));
  const holding = (some: readonly RealismRow[]) => some.filter(({ verdict }) => verdict === 'holds').length;
  return `**${holding(judged)} of ${judged.length} measures hold; of those it was not fitted to, ${holding(evidence)} of ${evidence.length}.**`;
}

/** What the agent scores on the survey of Santiago. */
function diaryDay({ name, isDiaryModel }: BoardAgent): string {
  const title = isDiaryModel ? '**diary model** as an agent' : `\`${name}\``;
  const row = readFileSync(DAYS, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${title} |`));
  if (row === undefined) throw new Error(`${DAYS}: no row for ${title}.`);
  const [score, distance, detectable] = row
    .split('|')
    .slice(2)
    .map((cell) => cell.trim());
  const fitted = isDiaryModel ? ', fitted to other people of the same survey' : ', to which it was not fitted';
  return `[DiaryDay](../../docs/diary-day.md): ${score} (0 random days, 100 a perfect agent; distance ${distance} %, detectable difference ${detectable}) on weekdays of Santiago de Chile 2012${fitted}.`;
}

function comparison(cards: readonly (readonly [BoardAgent, readonly RealismRow[]])[]): string {
  const measures = cards[0]![1].filter(({ observed }) => observed !== null);
  const table = ({ isPart }: Group) =>
    tableOf(
      ['', 'observed', ...cards.map(([{ name }]) => `[\`${name}\`](${name}.md)`)],
      measures
        .filter(({ measure }) => isPart(measure))
        .map(({ measure, observed, digits }) => [
          measure,
          range(observed!, digits),
          ...cards.map(([, rows]) => cell(rows.find((row) => row.measure === measure))),
        ]),
    );
  return [
    '# The board of built-in agents',
    `${HOW.replace(/ \*Fitted\*.*/, '')} *Off* is a value whose 95 % interval over people does not reach the observed range; a **bold** one is off by a factor of two or more, or impossible. The map has no timetable. \`random\`, \`plans\` and agents with a language model are not compared. [What it says](../../docs/project/built-in-agents.md).`,
    tableOf(
      ['', 'measures that hold'],
      cards.map(([agent, rows]) => [`[\`${agent.name}\`](${agent.name}.md)`, counts(agent, rows).replaceAll('**', '')]),
    ),
    ...GROUPS.map((group) => `## ${group.title}s\n\n${table(group)}`),
    '',
  ].join('\n\n');
}

function cell(row: RealismRow | undefined): string {
  if (row === undefined) return '–';
  const value = shown(row.value, row.digits);
  if (row.verdict === 'wrong in kind') return `**${value}**`;
  return row.verdict === 'off' ? `${value} off` : value;
}

function range({ low, high }: { readonly low: number | null; readonly high: number | null }, digits: number): string {
  return low === high ? shown(low, digits) : `${shown(low, digits)}–${shown(high, digits)}`;
}

function shown(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits);
}
