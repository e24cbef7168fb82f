import { counted } from '@itinera/base';
import { metricsOf, points } from '@itinera/benchmarks';
import type { Scores } from '@itinera/runner';
import type { ShownProfile } from './profile-option.js';
import { type Metas, ORIGINAL, show } from './score-table.js';

const BY = {
  documented: 'by the documented formulas',
  reference: `by ${ORIGINAL}, as in published tables`,
} as const;

/**
 * The score in a sentence, between those of a perfect and of the random agent. The lines below it, where they apply: the
 * score by the other profile, and the interval.
 *
 * @param who the agent, as from `describeAgent`; null if it is unknown
 */
export function headlineOf(
  scores: Scores,
  metas: Metas,
  shown: ShownProfile,
  who: string | null,
): readonly [string, ...string[]] {
  const [profile, other] =
    shown === 'reference' ? (['reference', 'documented'] as const) : (['documented', 'reference'] as const);
  const meta = metas.final_score;
  const outOf100 = ['percent', 'points'].includes(meta?.unit ?? '');
  const say = (value: number | null | undefined) => (outOf100 && value != null ? points(value) : show(meta, value));
  const [value, otherValue] = [metricsOf(scores[profile]).final_score, metricsOf(scores[other]).final_score];
  const differ = show(meta, value) !== show(meta, otherValue);
  const [perfect, random] = [scores.ceiling, scores.floor].map((scale) => scale?.[profile].final_score?.value);
  const people = scores.run === null ? '' : ` of ${counted(scores.run.people, 'person', 'people')}`;
  const scale = [
    ...(perfect == null ? [] : [`a perfect agent${people}: ${say(perfect)}`]),
    ...(random == null ? [] : [`random: ${say(random)}`]),
  ];
  const { low = null, high = null } = scores.noise[profile].final_score ?? {};
  const subject = who === null ? 'These results' : `${who},`;
  const verb = value == null ? (who === null ? 'have' : 'has') : who === null ? 'score' : 'scores';
  const isVoid = scores.run?.doubts?.some(({ grave }) => grave);
  return [
    [
      `${subject} ${verb} ${value == null ? 'no score, see above' : say(value)}`,
      value != null && outOf100 ? ' of 100' : '',
      value != null && scale.length > 0 ? ` (${scale.join('; ')})` : '',
      isVoid ? ', INVALID RESULT, see above' : '',
      scores.synthetic ? ', on SYNTHETIC data' : '',
    ].join(''),
    ...(differ || shown === 'reference' ? [`  ${say(value)} ${BY[profile]}, ${say(otherValue)} ${BY[other]}`] : []),
    ...(scores.run?.people === 1
      ? ['  no interval: the spread between people is unknown with one person']
      : low === null || high === null
        ? []
        : [`  ${100 * scores.noise.level} % interval, with other people: ${say(low)} to ${say(high)}`]),
  ];
}
