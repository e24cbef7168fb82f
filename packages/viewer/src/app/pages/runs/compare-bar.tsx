import { PAGES } from '../../../wire/addresses.js';
import { href } from '../../route.js';

/** Runs that can be compared at once, by setup. */
export const MOST_CHOSEN = 100;

interface Props {
  readonly chosen: readonly string[];
  readonly clear: () => void;
}

/** The runs selected for comparison, and the link to it. */
export function CompareBar({ chosen, clear }: Props) {
  const [a, b] = chosen;
  return (
    <section class="compare-bar" aria-label="Comparison">
      <span>
        {chosen.length > 2 ? `${chosen.length} runs` : <bdi>{a}</bdi>}
        {chosen.length === 2 && ' and '}
        {chosen.length === 2 && <bdi>{b}</bdi>}
      </span>
      {b ? (
        <a
          class="button"
          href={
            chosen.length > 2
              ? href(PAGES.several, {}, { runs: chosen.join('/') })
              : href(PAGES.comparison, { a: a!, b })
          }
        >
          Compare
        </a>
      ) : (
        <span class="soft">Select another run to compare it with.</span>
      )}
      {chosen.length === 2 && <span class="soft">or select more</span>}
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
    </section>
  );
}
