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

/** Old spellings of options, by the command that had them; those under the empty words, of every command. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

function moved(group: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `${group} ${name}`]));
}

export const oldCommands: readonly string[] = Object.keys(COMMANDS);

export interface Respelt {
  readonly words: readonly string[];
  /** For the user: each old spelling with its new one. */
  readonly notes: readonly string[];
}

/** Replaces the old spellings in a command line. */
export function respelt(words: readonly string[]): Respelt {
  const notes: string[] = [];
  const [at, ...rest] = commandWords(words);
  if (at === undefined) return { words, notes };
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
  const end = now.indexOf('--');
  for (let i = at; i < (end < 0 ? now.length : end); i++) {
    const [name, ...value] = now[i]!.split('=');
    const to = renamed.map(([, names]) => names).find((names) => Object.hasOwn(names, name!))?.[name!];
    if (to === undefined) continue;
    now[i] = [to, ...value].join('=');
    const note = `${name} is now: ${to}`;
    if (!notes.includes(note)) notes.push(note);
  }
  return { words: now, notes };
}

/** The places of the words that name the command, without `help` and options of the program. */
function commandWords(words: readonly string[]): number[] {
  const places = words.flatMap((word, i) => (word.startsWith('-') || words[i - 1] === '--home-dir' ? [] : [i]));
  return words[places[0]!] === 'help' ? places.slice(1) : places;
}

const spelt = (words: readonly string[], places: readonly number[]) => places.map((place) => words[place]).join(' ');
