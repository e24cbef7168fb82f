import {
  type AgentSource,
  fieldsOfManifest,
  type GroupTables,
  planSettings,
  RUN_FORMAT,
  type RunManifest,
  resultsJson,
  resultsPickle,
  sealGroup,
  VERSION,
} from '@itinera/run/browser';
import { identityOf, resultsFileOf, uuidOf } from '@itinera/runner/browser';
import { AGENT_FILE } from '../agent/agent-code.js';
import type { AgentCode } from '../messages.js';
import { MOBILITY_TASK, type PlayOutcome, type PlayWorld } from './world.js';

/** The run that a folder is written for. */
export interface FinishedPlay {
  readonly groups: readonly GroupTables[];
  readonly agent: AgentCode;
  readonly outcome: PlayOutcome;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
}

const text = new TextEncoder();

/**
 * The files of a run folder with its dataset, as `asbench run` writes them, so that `asbench` scores, verifies and shows it.
 */
export async function runFiles(world: PlayWorld, run: FinishedPlay): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const data = Object.entries(world.demo.files);
  for (const [name, content] of data) files.set(`dataset/${name}`, bytesOf(content));
  for (const [group, tables] of run.groups.entries())
    for (const { table, parts } of await sealGroup(tables, async (pieces) => digest(joined(pieces))))
      files.set(`${table}/${String(group).padStart(5, '0')}.arrow`, joined(parts));
  if ('code' in run.agent) files.set(`agent/${AGENT_FILE}`, bytesOf(run.agent.code));
  const manifest = await manifestOf(world, run, files);
  const results = resultsFileOf(manifest, MOBILITY_TASK, run.outcome.results, '');
  files.set('problems.ndjson', bytesOf(run.outcome.problems.map((problem) => `${JSON.stringify(problem)}\n`).join('')));
  files.set('results.json', bytesOf([...resultsJson(results)].join('')));
  files.set('results.pkl', resultsPickle(results));
  const written = `${JSON.stringify(manifest, null, 2)}\n`;
  files.set('run.json', bytesOf(written));
  files.set('checksums.json', bytesOf(`${JSON.stringify(await checksumsOf(files, written), null, 2)}\n`));
  return files;
}

async function manifestOf(
  { choice, settings, demo, groupSize }: PlayWorld,
  { agent, startedAt, seconds }: FinishedPlay,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<RunManifest> {
  const { name, version, clock } = MOBILITY_TASK;
  const hash = await hashOf(bytesOf('code' in agent ? agent.code : `${agent.builtIn}@${VERSION}`));
  const source: AgentSource = 'code' in agent ? { file: `agent/${AGENT_FILE}` } : agent;
  const of = (file: string) => hashOf(files.get(`dataset/${file}`)!);
  const run = {
    format: RUN_FORMAT,
    task: name,
    taskVersion: version,
    ...planSettings(settings),
    people: demo.people.length,
    groupSize,
    clock,
    agent: { source, hash, params: {}, ...('code' in agent && { files: { [AGENT_FILE]: hash } }) },
    dataset: {
      folder: 'dataset',
      hash: await of('profiles.json'),
      synthetic: true,
      relocated: null,
      name: 'dataset',
    },
    map: { path: 'dataset/map.pb', hash: await of('map.pb'), name: choice.map.name },
    congestion: 'off',
    order: settings.order,
    routes: settings.routes,
  } as const;
  return {
    ...run,
    expId: uuidOf(await hashOf(bytesOf(identityOf(run)))),
    versions: { itinera: VERSION, node: 'browser' },
    state: 'finished',
    error: '',
    startedAt,
    seconds,
  };
}

async function checksumsOf(files: ReadonlyMap<string, Uint8Array>, manifest: string): Promise<object> {
  const sums = await Promise.all([...files].sort().map(async ([name, bytes]) => [name, await hashOf(bytes)] as const));
  const fields = await Promise.all(
    fieldsOfManifest(manifest).map(async ([key, value]) => [key, await hashOf(bytesOf(value))] as const),
  );
  return { format: 1, files: Object.fromEntries(sums), kinds: { 'run.json': Object.fromEntries(fields) } };
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? text.encode(content) : content;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  return Array.from(await digest(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
