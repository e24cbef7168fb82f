import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { UserError } from '@itinera/base';
import { OpenScoring } from '../details/open-scoring.js';
import { readSteps } from '../on-disk.js';
import { sampleTrajectories } from '../sample.js';
import { scoreTrajectories } from '../score.js';
import { groupByPerson } from '../trajectories.js';
import { isOfSynthetic, type KeptScoring } from './scorings.js';

/** Reads the files of a scoring and scores them again. @throws UserError if one is missing or can no longer be scored */
export async function openKept(name: string, scoring: Omit<KeptScoring, 'format'>): Promise<OpenScoring> {
  const { rules, files, warnings } = scoring;
  const { reference, submissions } = await readFiles(files);
  const sides = [];
  for (const generated of submissions)
    sides.push({
      name: files === null ? 'weekday-slot-mode' : basename(generated.path),
      generated,
      score: await scoreTrajectories(generated, reference, { rules, processes: 1 }),
    });
  return new OpenScoring({ name, rules, synthetic: isOfSynthetic(scoring), reference, sides, warnings });
}

async function readFiles(files: KeptScoring['files']) {
  if (files === null) {
    const { predicted, truth } = sampleTrajectories();
    return { reference: truth, submissions: [predicted] };
  }
  const read = async (path: string) => {
    if (!existsSync(path))
      throw new UserError(
        `${basename(path)}, a file of this scoring, no longer exists. Restore it, or score again with --keep.`,
      );
    return groupByPerson(await readSteps(path));
  };
  const submissions = [await read(files.generated), ...(files.compare === null ? [] : [await read(files.compare)])];
  return { reference: await read(files.reference), submissions };
}
