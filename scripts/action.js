import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

// The GitHub Action (action.yml): scores submissions and comments the table on the pull request.
const program = join(import.meta.dirname, '..', 'packages', 'asbench', 'bin', 'asbench.js');
const { env } = process;
const input = (name) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
const workspace = realpathSync(env.GITHUB_WORKSPACE ?? '.');
const MOST_SUBMISSIONS = 50;
const MOST_PAGES = 20;
const MOST_COLUMNS = 8;
const RESULTS = /\.(pkl|json|csv|csv\.gz|parquet)$/i;

/** A path of the workspace. @throws Error if it leads out of it */
function inside(given) {
  const path = realpathSync(resolve(workspace, given));
  if (path !== workspace && !path.startsWith(workspace + sep)) throw new Error(`${given} is outside the workspace.`);
  return path;
}

/** The submissions: files, and the results files in folders. */
function submissions() {
  const files = input('submissions')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((given) => {
      const path = inside(given);
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && RESULTS.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
    });
  if (files.length === 0) throw new Error('No submissions. Set the input "submissions" to files or folders.');
  if (files.length > MOST_SUBMISSIONS) throw new Error(`${files.length} submissions; at most ${MOST_SUBMISSIONS}.`);
  return files.sort();
}

const isHumob = input('task').toLowerCase() === 'humob';

/** The command that scores a file. */
function wordsFor(file) {
  const option = (name, value) => (value === '' ? [] : [`--${name}=${value}`]);
  const data = (name) => (input(name) === '' ? '' : inside(input(name)));
  if (isHumob)
    return [
      ...['humob', 'score', '--json', `--generated=${file}`],
      ...option('reference', data('reference')),
      ...option('year', input('year')),
    ];
  const demo = input('demo') === 'true' ? ['--demo'] : [];
  return ['evaluate', '--json', ...option('datasets', data('datasets')), ...demo, '--', input('task'), file];
}

/** Scores a file in a process without the token. @returns a row of the table */
function scored(file) {
  const name = relative(workspace, file);
  const own = Object.fromEntries(Object.entries(env).filter(([key]) => !/TOKEN/i.test(key)));
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...wordsFor(file)], {
    cwd: workspace,
    env: own,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0)
    return { name, fault: stderr.replaceAll(workspace + sep, '').split('\n')[0] || `exit code ${status}` };
  const found = JSON.parse(stdout);
  if (isHumob) return { name, score: found.geobleu, values: { 'GEO-BLEU': found.geobleu, DTW: found.dtw } };
  const { final_score, documented, noise, synthetic } = found;
  const parts = Object.entries(documented).filter(
    ([key, value]) => typeof value === 'number' && !/^final_score|_bins$|_categorical$/.test(key),
  );
  return {
    name,
    score: final_score,
    values: { score: final_score, ...Object.fromEntries(parts.slice(0, MOST_COLUMNS)) },
    interval: noise?.documented?.final_score,
    synthetic,
  };
}

/** Text of a submission in Markdown: no markup, mentions or further cells. */
const plain = (text) =>
  String(text)
    .slice(0, 300)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[\\`*_{}[\]<>()#|!~@:&]/g, (sign) => `&#${sign.codePointAt(0)};`);

function tableOf(rows) {
  const columns = [...new Set(rows.flatMap(({ values = {} }) => Object.keys(values)))];
  const cell = (value) => (typeof value === 'number' ? value.toFixed(Math.abs(value) < 1 ? 4 : 2) : '–');
  const lines = rows
    .toSorted((a, b) => (b.score ?? Number.NEGATIVE_INFINITY) - (a.score ?? Number.NEGATIVE_INFINITY))
    .map(({ name, values = {}, interval, fault }) => {
      const first = [plain(name), ...columns.map((column) => cell(values[column]))];
      const note =
        fault === undefined ? (interval ? `${cell(interval.low)} to ${cell(interval.high)}` : '') : plain(fault);
      return `| ${[...first, note].join(' | ')} |`;
    });
  const head = ['submission', ...columns, isHumob ? 'note' : '95 % interval'];
  const synthetic = rows.some((row) => row.synthetic)
    ? '\n\nSYNTHETIC demo data: this says nothing about reality.'
    : '';
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n') + synthetic;
}

/** Creates the comment of this label on the pull request, or replaces it. */
async function comment(text) {
  const number = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).pull_request?.number;
  if (!Number.isSafeInteger(number)) return 'not a pull request, so there is no comment';
  const mark = `<!-- asbench: ${input('label').replace(/[^\w -]/g, '')} -->`;
  const api = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`;
  const call = async (method, url, body) => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${input('token')}`, accept: 'application/vnd.github+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to the comment`);
    return response.json();
  };
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await call('GET', `${api}/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body, user }) => body?.startsWith(mark) && user?.type === 'Bot');
    if (own) {
      await call('PATCH', `${api}/comments/${own.id}`, { body: `${mark}\n${text}` });
      return 'comment updated';
    }
    if (comments.length < 100) break;
  }
  await call('POST', `${api}/${number}/comments`, { body: `${mark}\n${text}` });
  return 'comment created';
}

try {
  const rows = submissions().map(scored);
  const table = `### ${plain(input('label') || input('task'))}\n\n${tableOf(rows)}\n`;
  process.stdout.write(table);
  const best = rows.reduce(
    (most, { score }) => (typeof score === 'number' && (most === '' || score > most) ? score : most),
    '',
  );
  const end = randomUUID();
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, table);
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `score=${best}\ntable<<${end}\n${table}${end}\n`);
  if (input('comment') === 'true')
    // Workflows of forks may not comment: the table is in the summary then.
    console.log(await comment(table).catch(({ message }) => `::warning::${message}. The table is in the summary.`));
  for (const { name, fault } of rows)
    if (fault !== undefined) console.log(`::error::${plain(name)} is not scored: ${plain(fault)}`);
  if (rows.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
} catch ({ message }) {
  console.log(`::error::${message.replaceAll('\n', ' ')}`);
  process.exitCode = 1;
}
