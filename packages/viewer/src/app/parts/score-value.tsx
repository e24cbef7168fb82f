import { fixed, sentence } from '../../wire/format.js';
import type { RunItem } from '../../wire/runs.js';

interface Props {
  readonly run: Pick<RunItem, 'score' | 'invalid'>;
  readonly class?: string;
}

/** The reasons as sentences. */
const said = (reasons: readonly string[]) =>
  `Invalid result: ${reasons.map((one, i) => (i === 0 ? one : sentence(one))).join(' ')}`;

/** Why a result is invalid. */
export function InvalidNote({ run: { invalid } }: Props) {
  return invalid.length > 0 ? <span class="trouble">{said(invalid)}</span> : null;
}

/** The score of a run, struck through if the result is invalid. */
export function ScoreValue({ run: { score, invalid }, class: name = '' }: Props) {
  const text = fixed(score?.value);
  if (invalid.length === 0) return <strong class={name}>{text}</strong>;
  return (
    <s class={name} title={said(invalid)}>
      {text}
      <span class="hidden"> invalid</span>
    </s>
  );
}
