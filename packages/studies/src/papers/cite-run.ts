import { basename } from 'node:path';
import { counted, latexText } from '@itinera/base';
import type { NoiseReport, Spread } from '@itinera/benchmarks';
import { RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { samplingOf } from '@itinera/runner';
import { citation, entriesOf, itineraEntry, tex } from './citation.js';
import type { RunsOfPaper } from './sweep-of-runs.js';

/** A methods paragraph and the BibTeX of everything that it cites, for runs of one task. */
export function citeRuns({ benchmark, sweep, people, faults }: RunsOfPaper): string {
  const reports = sweep.runs.flatMap(({ report }) => report ?? []);
  const manifests = reports.map(({ folder }) => readManifest(new RunFolder(folder)));
  const first = manifests[0]!;
  const scores = reports[0]!.scores!;
  const sources = entriesOf(Object.values(benchmark.metrics).map(({ source }) => source));
  const models = [...new Set(manifests.flatMap(settingsOfModels))];
  const agents = [...new Set(manifests.map(nameOfAgent))];
  const { dataset, map, clock } = first;
  const calls = reports.reduce((sum, { calls }) => sum + (calls?.calls ?? 0), 0);
  const versions = [...new Set(manifests.map(({ versions }) => versions.itinera))];
  const keys = sources.map(({ key }) => key);
  const paragraph = [
    tex`We ran ${new Intl.ListFormat('en-GB').format(agents.map((agent) => `the agent ${agent}`))} on ${first.task} (version ${first.taskVersion}) of AgentSociety \cite{agentsociety2025} with Itinera ${versions.join(', ')} \cite{itinera}.`,
    models.length === 0
      ? 'No language model was called.'
      : tex`Language models: ${models.join('; ')}; ${counted(calls, 'recorded call')}.`,
    ...(models.some((model) => model.startsWith('scripted'))
      ? ['The scripted answers are those of a stand-in: no language model answered.']
      : []),
    tex`${counted(people, 'person', 'people')} of the dataset ${dataset.name ?? basename(dataset.folder)} (SHA-256 ${dataset.hash.slice(0, 16)}) were simulated on the map ${map.name ?? basename(map.path)} (SHA-256 ${map.hash.slice(0, 16)}) for ${clock.steps} steps of ${clock.stepSeconds} s, with ${counted(sweep.seeds.length, 'seed')} (${sweep.seeds.join(', ')}).`,
    ...(sweep.synthetic
      ? ['City, people and ground truth are synthetic, so the scores say nothing about reality.']
      : []),
    `Scores follow the documented formulas of the benchmark${keys.length === 0 ? '' : ` \\cite{${keys.join(',')}}`}; intervals are 95\\,\\% (${latexText(methodOf(scores.noise))}).`,
    tex`A random agent in the same setup reaches ${shown(scores.floor)}, a perfect one ${shown(scores.ceiling)} of 100 points.`,
    ...(sweep.rows.length > 1
      ? ['Differences are paired by person and seed, and p values are corrected for all pairs of setups (Holm).']
      : []),
    ...[...faults.values()].map((fault) => tex`Invalid result: ${fault}`),
  ].join('\n');
  const entries = [
    itineraEntry(versions[0]!),
    '@misc{agentsociety2025,\n  title = {AgentSociety: Large-Scale Simulation of LLM-Driven Generative Agents Advances Understanding of Human Behaviors and Society},\n  author = {Piao, Jinghua and Yan, Yuwei and Zhang, Jun and others},\n  year = {2025},\n  eprint = {2502.08691},\n  archivePrefix = {arXiv}\n}',
    ...sources.map(({ text }) => text),
  ];
  return citation(paragraph, entries);
}

const nameOfAgent = ({ agent: { source, hash, params } }: RunManifest): string => {
  const name = 'builtIn' in source ? source.builtIn : basename(source.file);
  const given = Object.keys(params).length === 0 ? '' : `, parameters ${JSON.stringify(params)}`;
  return `${name} (SHA-256 ${hash.slice(0, 16)}${given})`;
};

/** The models of a run with their settings. */
function settingsOfModels({ models, config }: RunManifest): string[] {
  const sampling = samplingOf({ config });
  return models.map((model, i) => {
    const own = Object.entries(sampling[i] ?? {}).map(([key, value]) => `${key} ${value}`);
    return own.length === 0 ? `${model} with the settings of the agent` : `${model} with ${own.join(', ')}`;
  });
}

function methodOf({ method, resamples }: NoiseReport<Spread>): string {
  return `${method}, ${counted(resamples, 'resample')}`;
}

function shown(report: NoiseReport | null): string {
  const { value = null, low = null, high = null } = report?.documented.final_score ?? {};
  if (value === null) return 'an unknown number';
  return low === null || high === null
    ? value.toFixed(2)
    : `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
