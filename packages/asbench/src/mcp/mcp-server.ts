import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { didYouMean, UserError } from '@itinera/base';
import { makeFolder, writeDurably } from '@itinera/base/node';
import { builtInAgents, createRedactor } from '@itinera/engine';
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { boundedLines } from './bounded-lines.js';
import type { ConfinedFolder } from './confined-folder.js';
import { inPlainWords } from './plain-arguments.js';
import { commandsIn, type Progress, type RunCommand } from './run-command.js';
import { commandLineNote, inToolWords } from './tool-words.js';
import { type ArgumentKind, LIMITS, type McpTool, mcpTools, newAgentTool } from './tools.js';

/** Results are read by a language model. */
const LONGEST_RESULT = 60_000;
const LONGEST_NOTES = 1500;
/** Significant digits of numbers that are not whole: coordinates to ten metres. */
const DIGITS = 7;
/** The first version of the protocol in which clients read data beside the text; for earlier ones, the text contains them. */
const STRUCTURED_SINCE = '2025-06-18';
const SECRET_NAME = /key|token|secret|passw|credential/i;

const INSTRUCTIONS = `Itinera simulates how people move through a city and scores how real it looks. Write an agent with new_agent, run it, read with explain where it loses points, change it (new_agent with source and replace), and run it again. compare tells whether a difference is larger than chance. All paths are inside one folder.`;

const wordsOf = ({ name, input, command, words }: Pick<McpTool, 'name' | 'input' | 'command' | 'words'>) => {
  const names = Object.keys(input.shape);
  // Each argument has its name as its value.
  const line = words(Object.fromEntries(names.map((each) => [each, each])));
  const at = line.indexOf('--');
  return { name, arguments: names, operands: at === -1 ? [] : line.slice(at + 1), command };
};
const TOOLS = [...mcpTools, newAgentTool].map(wordsOf);

type Arguments = Readonly<Record<string, unknown>>;

/** A server of the Model Context Protocol for one folder: each tool is a command of `asbench`. */
export function createMcpServer(folder: ConfinedFolder, version: string, run: RunCommand): McpServer {
  const server = new McpServer({ name: 'itinera', version }, { instructions: INSTRUCTIONS });
  const redact = createRedactor(
    Object.entries(process.env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : [])),
  );
  const safely = (text: string) => redact(folder.hide(text));
  const answer = async (
    work: () => Promise<Answer>,
    inWords: (text: string) => string = (text) => text,
  ): Promise<CallToolResult> => {
    const shown = (text: string) => inWords(safely(text));
    try {
      folder.requireHome();
      const { structured, says, notes = '', source } = await work();
      const safe = structured && (forModels(structured, shown) as Record<string, unknown>);
      const json = safe === undefined ? '' : JSON.stringify(safe);
      if (Math.max(json.length, says.length) > LONGEST_RESULT)
        throw new UserError('The result is too large. Run the command in a terminal, or use less data.');
      const isOld = (server.server.getNegotiatedProtocolVersion() ?? STRUCTURED_SINCE) < STRUCTURED_SINCE;
      // What makes a result invalid comes first, as everywhere.
      const warnings = ((safe?.warnings ?? []) as readonly string[]).filter(
        // The sentences of the tool name synthetic sets themselves.
        (text) => !(text.includes('SYNTHETIC') && says.includes('SYNTHETIC')),
      );
      const plain = [...warnings, shown(says), shown(notes).trim()].filter((text) => text !== '').join('\n');
      const sentences = safe?.synthetic === true && !plain.includes('SYNTHETIC') ? `SYNTHETIC data.\n${plain}` : plain;
      const texts = [isOld && safe ? json : '', sentences, source ?? '', commandLineNote(sentences)];
      return {
        content: texts.filter((text) => text !== '').map((text) => ({ type: 'text', text })),
        ...(safe && { structuredContent: safe }),
      };
    } catch (error) {
      const text = error instanceof UserError ? error.message : `This is a bug in asbench ${version}: ${error}`;
      const said = shown(text);
      return { content: [{ type: 'text', text: [said, commandLineNote(said)].join('\n').trim() }], isError: true };
    }
  };
  for (const tool of mcpTools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: inPlainWords(tool.input),
        ...(tool.output && { outputSchema: tool.output }),
        annotations: annotationsOf(tool),
      },
      (given, context) =>
        answer(
          () => runTool(tool, given as Arguments, folder, run, context),
          (text) => inToolWords(text, wordsOf(tool), TOOLS),
        ),
    );
  server.registerTool(
    newAgentTool.name,
    {
      title: newAgentTool.title,
      description: newAgentTool.description,
      inputSchema: inPlainWords(newAgentTool.input),
      annotations: annotationsOf({ title: newAgentTool.title, destructive: true }),
    },
    (given, context) =>
      answer(
        () => writeAgent(given, folder, run, context),
        (text) => inToolWords(text, wordsOf(newAgentTool), TOOLS),
      ),
  );
  return server;
}

interface Answer {
  /** The data; without them, the sentence is all. */
  readonly structured?: object;
  readonly says: string;
  readonly notes?: string;
  /** A text that the client receives as it is in the file. */
  readonly source?: string;
}

/** The same value with its texts changed, and numbers rounded. */
function forModels(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map((one) => forModels(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), forModels(one, change)]));
}

const annotationsOf = ({
  title,
  readOnly,
  destructive,
  openWorld,
}: Pick<McpTool, 'title' | 'readOnly' | 'destructive' | 'openWorld'>) => ({
  title,
  readOnlyHint: readOnly ?? false,
  destructiveHint: destructive ?? false,
  openWorldHint: openWorld ?? false,
});

async function runTool(
  { input, places, command, words, under, output, says }: McpTool,
  given: Arguments,
  folder: ConfinedFolder,
  run: RunCommand,
  context: ServerContext,
): Promise<Answer> {
  requireLimit(given, 'config' in input.shape && (given.config !== undefined || callsModel(folder, given.run)));
  const placed = Object.entries(places).flatMap(([name, kind]) => {
    const value = given[name];
    if (value === undefined) return [];
    const placed = Array.isArray(value) ? value.map((one) => placeOf(folder, kind, one)) : placeOf(folder, kind, value);
    return [[name, placed]];
  });
  const line = [...command.split(' '), ...words({ ...given, ...Object.fromEntries(placed) })];
  const { stdout, notes, status } = await run(
    ['--home-dir', folder.home, ...line],
    context.mcpReq.signal,
    reporter(context, folder),
  );
  const value = output ? parsed(stdout) : status === 0 ? stdout.trim() : undefined;
  if (value === undefined)
    throw new UserError(notes.trim().slice(-LONGEST_NOTES) || `The command ended with exit code ${status}.`);
  const answer = under === undefined ? value : { [under]: value };
  const structured = output?.parse(answer);
  const sentence = says(answer as never, given);
  // Lines that are among the warnings of the answer, or in its sentence, need not be said twice.
  const others = notes.replaceAll(/^(?:Warning: )?(.*)\n?/gm, (line, text: string) =>
    warningsIn(answer).has(text) || (text !== '' && sentence.includes(text)) ? '' : line,
  );
  return {
    ...(structured && { structured }),
    says: sentence,
    notes: others.slice(-LONGEST_NOTES),
  };
}

const warningsIn = (answer: unknown) =>
  new Set<unknown>((answer as { readonly warnings?: readonly string[] } | null)?.warnings ?? []);

/** A language model is never called without a limit. */
function requireLimit(given: Arguments, isModel: boolean): void {
  if (isModel && LIMITS.every((name) => given[name] === undefined))
    throw new UserError(`A language model is called, so a limit is required. Pass one of ${LIMITS.join(', ')}.`);
}

function callsModel(folder: ConfinedFolder, run: unknown): boolean {
  return run !== undefined && folder.run(String(run)).manifest.models.length > 0;
}

function placeOf(folder: ConfinedFolder, kind: ArgumentKind, value: unknown): string {
  const given = String(value);
  switch (kind) {
    case 'output':
      return folder.resolve(given);
    case 'run':
      return folder.run(given).path;
    case 'runs': {
      const isRun = existsSync(join(folder.resolve(given), 'run.json')) || !existsSync(folder.resolve(given));
      return isRun ? folder.run(given).path : folder.existing(given);
    }
    case 'agent':
      if (Object.hasOwn(builtInAgents, given)) return given;
      if (!/\.(py|[cm]?[jt]s)$/.test(given))
        throw new UserError(
          `agent: expected a file (.py, .ts, .js) or a built-in agent, such as day-pattern.${didYouMean(given, Object.keys(builtInAgents))}`,
        );
      return folder.existing(given);
    case 'task':
      return /^\w+$/.test(given) ? given : folder.existing(given);
    default:
      return folder.existing(given);
  }
}

async function writeAgent(
  given: {
    readonly agent: string;
    readonly task: string;
    readonly source?: string | undefined;
    readonly replace?: boolean | undefined;
  },
  folder: ConfinedFolder,
  run: RunCommand,
  context: ServerContext,
): Promise<Answer> {
  const path = folder.resolve(given.agent);
  const shown = folder.hide(path);
  if (existsSync(path) && !(given.replace && given.source !== undefined))
    throw new UserError(`${shown} already exists. To replace it, pass source and replace.`);
  if (given.source === undefined) {
    const python = given.agent.endsWith('.py') ? ['--in-python'] : [];
    const words = ['--home-dir', folder.home, 'new', 'agent', `--task=${given.task}`, ...python, '--', path];
    const { status, notes } = await run(words, context.mcpReq.signal, () => {});
    if (status !== 0) throw new UserError(notes.trim());
  } else {
    makeFolder(dirname(path));
    writeDurably(path, [given.source]);
  }
  // The client knows its own code.
  return given.source === undefined
    ? { says: `Wrote ${shown}:`, source: readFileSync(path, 'utf8') }
    : { says: `Wrote ${shown}.` };
}

function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/** Sends progress to a client that has asked for it. It increases by at most one per stage of the work. */
function reporter({ mcpReq }: ServerContext, folder: ConfinedFolder): (progress: Progress) => void {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return () => {};
  let [stage, last] = [0, 0];
  return ({ text, done, total }) => {
    const share = total > 0 ? Math.min(done / total, 0.999) : 0;
    if (stage + share < last) stage++;
    if (stage + share <= last) return;
    last = stage + share;
    const progress = { progressToken: token, progress: last, message: folder.hide(text).slice(0, 200) };
    void mcpReq.notify({ method: 'notifications/progress', params: progress }).catch(() => {});
  };
}

/**
 * Serves a folder on the standard streams until the client closes them or the signal aborts. Commands that are running then
 * are interrupted.
 * @param program the file of `asbench`
 */
export function serveMcp(folder: ConfinedFolder, version: string, program: string, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const lines = stdin.pipe(boundedLines((line) => stdout.write(line)));
  const wire = new StdioServerTransport(lines);
  const run = commandsIn(folder, program);
  return new Promise((resolve) => {
    const close = wire.close.bind(wire);
    wire.close = () => {
      stdin.unpipe(lines).pause();
      return close().finally(resolve);
    };
    const onerror = ({ message }: Error) => process.stderr.write(`${message.split('\n')[0]}\n`);
    const served = serveStdio(() => createMcpServer(folder, version, run), { transport: wire, onerror });
    signal.addEventListener('abort', () => void served.close(), { once: true });
  });
}
