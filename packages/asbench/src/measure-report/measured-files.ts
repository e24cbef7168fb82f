import { UserError } from '@itinera/metrics';
import type { PlaceRule } from '@itinera/mobility';
import { readTrajectories } from '../trajectories/read-trajectories.js';
import type { TrajectoryFile } from '../trajectories/trajectory-rows.js';

export interface MeasuredFilesOptions {
  readonly zone?: string;
  readonly places?: PlaceRule;
}

/**
 * Reads the files of a comparison, activities of one name with one number in all.
 *
 * @param paths by what the file is there for, such as `real`; those that are not given are left out
 * @throws UserError when places of their own are asked for and a file has none
 */
export async function measuredFiles(
  paths: Readonly<Record<string, string | undefined>>,
  { zone, places }: MeasuredFilesOptions,
): Promise<Record<string, TrajectoryFile>> {
  const activities = new Map<string, number>();
  const files: Record<string, TrajectoryFile> = {};
  for (const [name, path] of Object.entries(paths))
    if (path !== undefined)
      files[name] = await readTrajectories(path, { activities, ...(zone !== undefined && { zone }) });
  for (const [name, { trajectories, notes }] of Object.entries(files)) {
    if (places?.by !== 'own' || trajectories.places) continue;
    const problem = `--places own: the ${name} file has no places of its own. Give it a column place with whole numbers.`;
    throw new UserError([problem, ...notes].join('\n'));
  }
  return files;
}
