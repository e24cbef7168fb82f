import { RULES, scoreFiles } from '@itinera/humob';
import { z } from 'zod';
import { humobScoreAsJson } from '../commands/humob-summary.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import type { Order } from './order-folder.js';
import type { UnitKind } from './unit-kind.js';

const schema = z.strictObject({
  reference: z.string(),
  generated: z.array(z.string()),
  rules: z.enum(RULES),
  seed: z.number(),
});

/** What a scoring of many submissions asks for. */
export type HumobScorings = z.infer<typeof schema>;

/** The figures of a scoring, as a unit of it gives them. */
export type HumobFigures = ReturnType<typeof humobScoreAsJson>;

/** Scorings of submissions to the HuMob Challenge, one a unit. */
export const humobUnits: UnitKind = {
  async open({ what, files }, { threads }) {
    const asked = schema.parse(what);
    const { reference, generated } = asked;
    await requireFiles(files, [reference]);
    return async (number) => {
      await requireFiles(files, [generated[number]!]);
      return await scoreSubmission(asked, number, threads);
    };
  },
};

/** The figures of one of the submissions. @throws UserError when it cannot be scored. */
export async function scoreSubmission(
  { reference, generated, rules, seed }: HumobScorings,
  number: number,
  processes: number,
): Promise<HumobFigures> {
  const { score } = await scoreFiles({ generated: generated[number]!, reference }, { rules, seed, processes });
  return humobScoreAsJson(score, undefined, false);
}

/** The order of such scorings. */
export async function humobOrder(what: HumobScorings): Promise<Order> {
  const files = await hashesOfFiles([what.reference, ...what.generated]);
  return { kind: 'humob', units: what.generated.length, files, what };
}
