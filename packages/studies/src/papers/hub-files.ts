import { basename } from 'node:path';
import { counted, grouped, markdownText, parseJson, UserError } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import { type RunFolder, type RunManifest, readManifest, requireFinished } from '@itinera/run';
import { benchmarkOf, type EvaluationPlace, readScoresText, verifyRun } from '@itinera/runner';
import { z } from 'zod';

export interface HubFilesOptions extends EvaluationPlace {
  /** Repository on the hub, such as `owner/name`. */
  readonly repository: string;
  /** An identifier of the hub, such as `mit`. */
  readonly license: string;
  /** Tables in the folder, by the name of their file. */
  readonly tables: Readonly<Record<string, string>>;
  /** The packed run in the folder; null without it. */
  readonly packed: string | null;
}

export interface HubFiles {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Why there is no results file; null if there is one. */
  readonly withheld: string | null;
}

const number = z.number().nullable();
/** The part of `scores.json` that is published. The file may have been edited. */
const shownScores = z.object({
  final_score: number,
  documented: z.record(z.string(), z.unknown()),
  noise: z.object({ documented: z.record(z.string(), z.object({ low: number, high: number })) }),
  run: z.object({ doubts: z.array(z.object({ grave: z.boolean() })).optional() }).nullish(),
});
type ShownScores = z.infer<typeof shownScores>;

function parseShown(text: string, name: string): ShownScores {
  const { data } = shownScores.safeParse(parseJson(text, name));
  if (data === undefined) throw new UserError(`${name} is not a scores file.`);
  return data;
}

const SIZES: readonly (readonly [number, string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
];

/**
 * The dataset card of a finished run on Hugging Face, and its results in the format of the hub's leaderboards. Results are
 * withheld if they are synthetic, invalid or not verified, or if the dataset of the task is not on the hub.
 * @throws UserError if the run is not finished
 */
export async function hubFiles(folder: RunFolder, options: HubFilesOptions): Promise<HubFiles> {
  const manifest = readManifest(folder);
  requireFinished(folder, manifest.state === 'finished');
  const text = readScoresText(folder);
  const scores = text === null ? null : parseShown(text, `${folder.name}/scores.json`);
  const benchmark = scores === null ? null : await benchmarkOf(manifest, folder, options);
  const { verdict } = await verifyRun(folder, options);
  const withheld = whyWithheld(manifest, scores, benchmark, verdict);
  const card = cardOf(folder, manifest, scores, { ...options, verdict });
  const results = withheld === null ? resultsOf(folder, manifest, scores!, benchmark!, options.repository) : null;
  return {
    files: { 'README.md': card, ...(results && { [`.eval_results/${manifest.task.toLowerCase()}.yaml`]: results }) },
    withheld,
  };
}

function whyWithheld(
  { dataset, task }: RunManifest,
  scores: ShownScores | null,
  benchmark: Benchmark | null,
  verdict: string,
): string | null {
  if (scores === null) return 'the run has no scores';
  if (dataset.synthetic) return 'the data are SYNTHETIC';
  if (scores.final_score === null || scores.run?.doubts?.some(({ grave }) => grave)) return 'the result is invalid';
  if (verdict !== 'verified') return `asbench runs verify reports: ${verdict}`;
  return benchmark?.dataset ? null : `the dataset of ${task} is not on Hugging Face`;
}

const quoted = (text: string) => JSON.stringify(text);

const agentOf = ({ agent: { source } }: RunManifest) => ('builtIn' in source ? source.builtIn : basename(source.file));

function cardOf(
  { name }: RunFolder,
  manifest: RunManifest,
  scores: ShownScores | null,
  { repository, license, tables, packed, verdict }: HubFilesOptions & { readonly verdict: string },
): string {
  const { task, taskVersion, people, seed, clock, dataset, map, models, versions } = manifest;
  const rows = people * clock.steps;
  const size = SIZES.find(([most]) => rows < most)?.[1] ?? 'n>10M';
  const configs = Object.entries(tables).map(
    ([table, file]) =>
      `- config_name: ${table}\n  data_files: ${quoted(file)}${table === 'trips' ? '\n  default: true' : ''}`,
  );
  const settings = [
    ['task', `${task} ${taskVersion}`],
    ['agent', agentOf(manifest)],
    ['language models', models.join(', ') || 'none'],
    ['people', grouped(people)],
    ['time steps', `${clock.steps} of ${clock.stepSeconds} s`],
    ['seed', String(seed)],
    ['dataset', `${dataset.name ?? basename(dataset.folder)}, SHA-256 ${dataset.hash.slice(0, 16)}`],
    ['map', `${map.name ?? basename(map.path)}, SHA-256 ${map.hash.slice(0, 16)}`],
    ['Itinera', versions.itinera],
    ['asbench runs verify', verdict],
  ].map(([key, value]) => `| ${key} | ${markdownText(value!)} |`);
  return `---
license: ${license}
pretty_name: ${quoted(`${name} (${task})`)}
tags:
- human-mobility
- trajectory
- simulation${dataset.synthetic ? '\n- synthetic' : ''}
size_categories:
- ${size}
configs:
${configs.join('\n')}
---

# ${markdownText(name)}

Simulated days of ${grouped(people)} people, made with Itinera.${dataset.synthetic ? ' City, people and truth are SYNTHETIC, so this says nothing about reality.' : ''}

| | |
|---|---|
${settings.join('\n')}
${scores === null ? '' : `\n## Scores\n\n${scoreTable(scores)}\n`}
## Files

${Object.entries(tables)
  .map(([table, file]) => `- \`${file}\`: ${table}`)
  .join(
    '\n',
  )}${packed === null ? '' : `\n- \`${packed}\`: the run, which \`asbench runs reproduce\` reruns and compares byte by byte`}

\`\`\`python
from datasets import load_dataset
trips = load_dataset(${quoted(repository)}, "trips")
\`\`\`
`;
}

function scoreTable({ documented, noise }: ShownScores): string {
  const rows = Object.entries(documented).flatMap(([metric, value]) => {
    if (typeof value !== 'number') return [];
    const { low = null, high = null } = noise.documented[metric] ?? {};
    const range = low === null || high === null ? '–' : `${low.toFixed(4)} to ${high.toFixed(4)}`;
    return [`| ${markdownText(metric)} | ${value.toFixed(4)} | ${range} |`];
  });
  return ['| metric | value | 95 % interval |', '|---|---|---|', ...rows].join('\n');
}

/** @see https://huggingface.co/docs/hub/eval-results */
function resultsOf(
  { name }: RunFolder,
  manifest: RunManifest,
  { final_score, noise }: ShownScores,
  { dataset }: Benchmark,
  repository: string,
): string {
  const { low = null, high = null } = noise.documented.final_score ?? {};
  const range = low === null || high === null ? '' : `, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}`;
  const notes = `${agentOf(manifest)}, ${counted(manifest.people, 'person', 'people')}, seed ${manifest.seed}${range}`;
  return `- dataset:
    id: ${quoted(dataset!.repository)}
    task_id: ${quoted(manifest.task)}
  value: ${final_score!.toFixed(2)}
  date: ${quoted(manifest.startedAt.slice(0, 10))}
  source:
    url: ${quoted(`https://huggingface.co/datasets/${repository}`)}
    name: ${quoted(name)}
  notes: ${quoted(notes)}
`;
}
