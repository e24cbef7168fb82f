import type { RunManifest } from '@itinera/run';

/** How commands name the home and the folder of a run; both are safe in a shell. */
export interface CommandPlace {
  /** `asbench`, with the home if it is known. */
  readonly program: string;
  readonly run: string;
}

/** A word quoted for a shell, whatever characters it contains. */
export function quoted(word: string): string {
  if (/^[\w./:\\][\w./:\\-]*$/.test(word)) return word;
  // A word that starts with a dash would be an option.
  const path = word.startsWith('-') ? `./${word}` : word;
  // Windows supports only double quotes, in which other shells run commands.
  return /["$`!\\\n]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
}

/** The place of a run for readers of a report, who may have it in their own home. */
export const commandPlace = (run: string): CommandPlace => ({ program: 'asbench', run: quoted(run) });

const SIMULATION = /^simulation-(\d+)d-(\d+)s(?:-from-(.*))?$/;

/**
 * The command that runs one part of a run, with everything that determines its folder; null if its manifest does not tell
 * every option: agent parameters come from a file that it does not name.
 */
export function partCommand(
  program: string,
  ofRun: Readonly<Record<string, unknown>> | null,
  number: number,
  of: number,
): string | null {
  const manifest = ofRun as unknown as RunManifest;
  const { task, taskFile, mode, seed, people, agent, dataset, map, models, config, configPath, scenario } = manifest;
  const isNamed = configPath !== null || (models.length === 0 && Object.keys(config ?? {}).length === 0);
  const isGiven = Object.keys(agent.params).length === 0 && scenario === undefined && manifest.movement === undefined;
  if (!isNamed || !isGiven) return null;
  const simulation = SIMULATION.exec(task);
  const options: (readonly [name: string, value: string | number | null | undefined])[] = simulation
    ? [
        ['--profiles', dataset.folder],
        ['--map', map.path],
        ['--days', simulation[1]],
        ['--from', simulation[3]],
        ['--step', simulation[2]],
      ]
    : [
        ['-d', dataset.folder],
        ['--map', map.path.startsWith(dataset.folder) ? null : map.path],
        ['--mode', mode === 'test' ? null : mode],
      ];
  const { source } = agent;
  options.push(
    ['-a', 'builtIn' in source ? source.builtIn : source.file],
    ['--python', 'python' in source ? source.python : null],
    ['-c', configPath],
    ['--people', people],
    ['--seed', seed],
    ['--step-timeout', manifest.stepTimeoutSeconds],
    ['--part', `${number}/${of}`],
  );
  const words = options.flatMap(([name, value]) => (value == null ? [] : [name, quoted(String(value))]));
  const relocate = dataset.relocated === null ? [] : ['--relocate'];
  return [program, ...(simulation ? ['simulate'] : ['run', quoted(taskFile ?? task)]), ...relocate, ...words].join(' ');
}
