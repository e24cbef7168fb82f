import { HOME } from './command-list.js';

/** Old spellings of commands with the words that replaced them. */
const COMMANDS: Readonly<Record<string, string>> = {
  score: 'evaluate',
  'calibrate-traffic': 'traffic calibrate',
  'compare-counts': 'traffic counts',
  'people synth': 'data people',
  ...moved(
    'runs',
    'compare report calls drift leaderboard export publish pack verify reproduce resume progress gather',
  ),
  ...moved('runs', 'worker check-agent submit-check judge board'),
  ...moved('study', 'sweep robustness evolve calibrate table figure cite'),
  ...moved('traffic', 'emissions reach'),
  ...moved('data', 'diaries next-place generate'),
};

/** The new spelling of an option, which may depend on its value; '' for one whose value is now an argument. */
type Respelling = string | ((value: string) => string);

const FORMULAS = { '--profile': '--formulas' };
const DAYS = { '--days': '--only-days' };
/** In earlier versions `simulate --people` named the profiles, too. */
const drawOrProfiles = (value: string) => (Number.isNaN(Number(value)) ? '--profiles' : '--draw');

/** Old spellings of options, by the command that had them; those under the empty words, of every command. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Respelling>>>> = {
  run: { ...FORMULAS, '--repeat': '--seeds' },
  evaluate: FORMULAS,
  'runs resume': FORMULAS,
  'runs gather': FORMULAS,
  'runs compare': { '--people': '--by-person' },
  measure: { '--profile': '--paper', '--holdout': '--held-out' },
  simulate: { '-n': drawOrProfiles, '--number': drawOrProfiles, '--people': drawOrProfiles, '--from': '--date' },
  'new agent': { '--python': '--in-python' },
  'map draw': { '--width': '--pixels' },
  'traffic reach': { '--from': '--origin', '--mode': '--travel-mode', '--window': '--departures' },
  'traffic counts': DAYS,
  'traffic calibrate': DAYS,
  'data people': { '--grid': '--population', '--number': '--people' },
  'data diaries read': { ...DAYS, '--people': '--people-table', '--households': '--household-table' },
  'data diaries draw': { '--from': '--train' },
  'data diaries prepare': { '--hidden': '--truth' },
  'data next-place split': { '--shares': '--split-shares' },
  'data next-place baseline': { '--candidates': '--list-length' },
  'humob score': { ...DAYS, '--generated': '' },
  'humob baseline': DAYS,
  'humob holdout': DAYS,
  '': { '--out': '--output', '--processes': '--threads' },
};

function moved(group: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `${group} ${name}`]));
}

export const oldCommands: readonly string[] = Object.keys(COMMANDS);

export interface Respelt {
  readonly words: readonly string[];
  /** For the user: each old spelling with its new one. */
  readonly notes: readonly string[];
  /** The old spellings of options, by the new ones. */
  readonly typed: ReadonlyMap<string, string>;
}

/** Replaces the old spellings in a command line. */
export function respelt(words: readonly string[]): Respelt {
  const notes: string[] = [];
  const typed = new Map<string, string>();
  const [at, ...rest] = commandWords(words);
  if (at === undefined) return { words, notes, typed };
  const old = [[at, ...rest].slice(0, 2), [at]].find(
    (places) => places.every((place, i) => place === at + i) && Object.hasOwn(COMMANDS, spelt(words, places)),
  );
  const now = [...words];
  if (old !== undefined) {
    const [before, after] = [spelt(words, old), COMMANDS[spelt(words, old)]!];
    now.splice(at, old.length, ...after.split(' '));
    notes.push(`asbench ${before} is now: asbench ${after}`);
  }
  const line = now.slice(at).join(' ');
  const renamed = Object.entries(OPTIONS).filter(([path]) => path === '' || `${line} `.startsWith(`${path} `));
  const isOption = (i: number) => i < now.length && now[i] !== '--';
  for (let i = at; isOption(i); i++) {
    const [name, ...value] = detached(now[i]!).split('=');
    const respelling = renamed.map(([, names]) => names).find((names) => Object.hasOwn(names, name!))?.[name!];
    if (respelling === undefined) continue;
    const to = typeof respelling === 'string' ? respelling : respelling(value.join('=') || (now[i + 1] ?? ''));
    if (to !== '') now[i] = [to, ...value].join('=');
    else if (value.length > 0) now[i] = value.join('=');
    else now.splice(i, 1);
    if (to !== '') typed.set(to, name!);
    const note = `${name} is now: ${to === '' ? 'an argument, without the option' : to}`;
    if (!notes.includes(note)) notes.push(note);
  }
  return { words: now, notes, typed };
}

/** `-n20` as `-n=20`. */
const detached = (word: string) => word.replace(/^(-[a-z])(?=[^-=])/i, '$1=');

/** An error of the parser that also names the options as they were typed. */
export function asTyped(error: string, { typed }: Respelt): string {
  return error.replace(/'(--[\w-]+)[^']*'/g, (quoted, name: string) => {
    const old = typed.get(name);
    return old === undefined ? quoted : `${quoted} (typed as ${old})`;
  });
}

/** The places of the words that name the command, without `help` and options of the program. */
function commandWords(words: readonly string[]): number[] {
  const places = words.flatMap((word, i) => (word.startsWith('-') || words[i - 1] === HOME ? [] : [i]));
  return words[places[0]!] === 'help' ? places.slice(1) : places;
}

const spelt = (words: readonly string[], places: readonly number[]) => places.map((place) => words[place]).join(' ');
