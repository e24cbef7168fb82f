import { href } from '../../route.js';

/** Runs that can be compared at once; with more, no figure is large enough to be read. */
export const MOST_COMPARED = 6;

interface Props {
  readonly chosen: readonly string[];
  readonly clear: () => void;
}

/** The runs that are chosen to be compared, and the way there. */
export function CompareBar({ chosen, clear }: Props) {
  const [a, b] = chosen;
  return (
    <section class="compare-bar" aria-label="Comparison">
      {chosen.length > 2 ? (
        <span>{chosen.length} runs</span>
      ) : (
        <span>
          <bdi>{a}</bdi>
          {b && (
            <>
              {' against '}
              <bdi>{b}</bdi>
            </>
          )}
        </span>
      )}
      {b ? (
        <a
          class="button"
          href={chosen.length > 2 ? href(['compare'], { runs: chosen.join('/') }) : href(['compare', a!, b])}
        >
          Compare
        </a>
      ) : (
        <span class="soft">Choose another run to compare it with.</span>
      )}
      {chosen.length === 2 && <span class="soft">or choose more</span>}
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
    </section>
  );
}
