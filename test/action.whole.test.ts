import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const workspace = mkdtempSync(join(tmpdir(), 'workspace '));
const summary = join(workspace, '.summary');
const output = join(workspace, '.output');
const TOKEN = 'ghs_0123456789abcdef';
let comments: { id: number; body: string; user: { type: string } }[] = [];
let refused = false;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url = '', headers } = request;
  const isAllowed = headers.authorization === `Bearer ${TOKEN}` && !(refused && method !== 'GET');
  response.writeHead(isAllowed ? 200 : 403, { 'content-type': 'application/json' });
  const { body } = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : { body: '' };
  const id = Number(/comments\/(\d+)$/.exec(url)?.[1]);
  if (isAllowed && method === 'POST') comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
  if (isAllowed && method === 'PATCH') comments.find((comment) => comment.id === id)!.body = body;
  response.end(JSON.stringify(isAllowed && method === 'GET' ? comments : {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rows = (shift: number) =>
    `uid,d,t,x,y\n${Array.from({ length: 60 }, (_, i) => `1,${60 + (i % 15)},${Math.floor(i / 15)},${10 + ((i * 7 + shift) % 20)},5`).join('\n')}\n`;
  mkdirSync(join(workspace, 'submissions', 'b'), { recursive: true });
  writeFileSync(join(workspace, 'truth.csv'), rows(0));
  writeFileSync(join(workspace, 'submissions', 'good.csv'), rows(0));
  writeFileSync(join(workspace, 'submissions', 'b', 'x|<b>@me.csv'), rows(1));
  writeFileSync(join(workspace, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  symlinkSync('/etc/hostname', join(workspace, 'linked.csv'));
});
afterAll(() => {
  server.close();
  rmSync(workspace, { recursive: true });
});

/** Runs the step of the action that scores, as the runner does: with the inputs, their defaults and its environment. */
async function step(inputs: Record<string, string>): Promise<{ readonly stdout: string; readonly status: number }> {
  for (const file of [summary, output]) rmSync(file, { force: true });
  const names = Object.keys(action.inputs) as string[];
  const given = (name: string) => inputs[name] ?? (name === 'token' ? TOKEN : (action.inputs[name].default ?? ''));
  const env = {
    PATH: process.env.PATH,
    GITHUB_WORKSPACE: workspace,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
    GITHUB_EVENT_PATH: join(workspace, 'event.json'),
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...Object.fromEntries(names.map((name) => [`INPUT_${name.toUpperCase()}`, given(name)])),
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [join(root, 'scripts', 'action.js')], { env }, (error, stdout) =>
      resolve({ stdout, status: typeof error?.code === 'number' ? error.code : 0 }),
    ),
  );
}

test('action.yml passes every input to its script, and its outputs come from there', () => {
  const { env, id, run } = action.runs.steps.at(-1);
  expect(run).toContain('scripts/action.js');
  expect(Object.keys(env).sort()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `INPUT_${name.toUpperCase()}`)
      .sort(),
  );
  for (const [name, { value }] of Object.entries<{ value: string }>(action.outputs))
    expect(value).toBe(`\${{ steps.${id}.outputs.${name} }}`);
});

const humob = { task: 'humob', submissions: 'submissions', reference: 'truth.csv' };

test('submissions are scored, best first, one comment per label is kept up to date, and a damaged one fails the step', async () => {
  cpSync(join(workspace, 'event.json'), join(workspace, 'damaged.csv'));
  const { stdout, status } = await step({ ...humob, submissions: 'damaged.csv\nsubmissions' });
  expect([status, stdout]).toEqual([1, expect.stringContaining('comment created')]);
  expect(stdout).toMatch(/^::error::damaged\.csv is not scored: .+$/m);
  const table = readFileSync(summary, 'utf8');
  expect(table).toContain('| submission | GEO-BLEU | DTW | note |');
  const [best, other, damaged] = table.split('\n').slice(4);
  expect(best).toBe('| submissions/good.csv | 1.00 | 0.0000 |  |');
  expect(other).toMatch(/^\| submissions\/b\/x&#124;&#60;b&#62;&#64;me\.csv \| 0\.\d{4} \| [\d.]+ \| {2}\|$/);
  expect(damaged).toMatch(/^\| damaged\.csv \| – \| – \| .+ \|$/);
  expect(readFileSync(output, 'utf8')).toMatch(/^score=1\ntable<<([\w-]+)\n[\s\S]+\n\1\n$/);
  expect(comments.map(({ body }) => body)).toEqual([`<!-- asbench: Scores -->\n${table}`]);
  const again = await step({ ...humob, submissions: 'submissions/good.csv\n' });
  expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('comment updated')]);
  expect(comments.map(({ body }) => body)).toEqual([`<!-- asbench: Scores -->\n${readFileSync(summary, 'utf8')}`]);
});

test('a token that may not comment does not fail the step', async () => {
  [comments, refused] = [[], true];
  const { stdout, status } = await step({ ...humob, submissions: 'submissions/good.csv' });
  expect(status).toBe(0);
  expect(stdout).toContain('::warning::GitHub answered 403 to the comment. The table is in the summary.');
  expect(readFileSync(summary, 'utf8')).toContain('| submissions/good.csv | 1.00 |');
});

test.each(['linked.csv', '../', '/etc/hostname', '', 'missing.csv'])(
  'submissions %j are rejected',
  async (submissions) => {
    const { stdout, status } = await step({ ...humob, submissions, comment: 'false' });
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^::error::.+\n$/)]);
    expect(stdout).not.toContain(TOKEN);
  },
);
