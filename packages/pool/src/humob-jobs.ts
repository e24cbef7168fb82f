import { humobScoreAsJson, RULES, scoreFiles, YEARS } from '@itinera/humob';
import { z } from 'zod';
import type { Batch } from './batch-folder.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import type { JobKind } from './job-kind.js';

const schema = z.strictObject({
  reference: z.string(),
  generated: z.array(z.string()),
  rules: z.enum(RULES),
  /** Of the challenge, if the files are said to be its. */
  year: z.enum(YEARS).optional(),
  seed: z.number(),
});

/** A request to score many submissions. */
export type HumobScorings = z.infer<typeof schema>;

/** The result of one job: the figures of one submission. */
export type HumobFigures = ReturnType<typeof humobScoreAsJson>;

/** Scores submissions to the HuMob Challenge, one per job. */
export const humobJobs: JobKind = {
  describe({ what }, number) {
    const { generated, reference, rules, seed } = schema.parse(what);
    return { submission: generated[number]!, reference, rules, seed };
  },
  async open({ what, files }, { threads }) {
    const request = schema.parse(what);
    const { reference, generated } = request;
    await requireFiles(files, [reference]);
    return async (number) => {
      await requireFiles(files, [generated[number]!]);
      return await scoreSubmission(request, number, threads);
    };
  },
};

/** Scores one of the submissions. @throws UserError when it cannot be scored */
export async function scoreSubmission(
  { reference, generated, rules, year, seed }: HumobScorings,
  number: number,
  processes: number,
): Promise<HumobFigures> {
  const { score } = await scoreFiles({ generated: generated[number]!, reference }, { rules, year, seed, processes });
  return humobScoreAsJson(score, undefined, false);
}

export async function batchOfScorings(what: HumobScorings): Promise<Batch> {
  const files = await hashesOfFiles([what.reference, ...what.generated]);
  return { kind: 'humob', jobs: what.generated.length, files, what };
}
