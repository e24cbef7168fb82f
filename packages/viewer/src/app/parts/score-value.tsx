import type { RunItem } from '../../wire/runs.js';
import { fixed } from '../format.js';

interface Props {
  readonly run: Pick<RunItem, 'score' | 'invalid'>;
  readonly class?: string;
}

/** Why a result is invalid. */
export function InvalidNote({ run: { invalid } }: Props) {
  return invalid.length > 0 ? <span class="trouble">Invalid result: {invalid.join(' ')}</span> : null;
}

/** The score of a run, struck through if the result is invalid. */
export function ScoreValue({ run: { score, invalid }, class: name = '' }: Props) {
  const text = fixed(score?.value);
  if (invalid.length === 0) return <strong class={name}>{text}</strong>;
  return (
    <s class={name} title={`Invalid result: ${invalid.join(' ')}`}>
      {text}
      <span class="hidden"> invalid</span>
    </s>
  );
}
