import { count } from '../../wire/format.js';
import { setQuery } from '../route.js';

interface Props {
  readonly total: number;
  readonly offset: number;
  readonly shown: number;
  /** Rows of a full page. */
  readonly page: number;
}

/** The visible part of a long list, with buttons for the previous and the next part. */
export function Pager({ total, offset, shown, page }: Props) {
  if (total <= shown && offset === 0) return <p class="soft pager">{count(total)} in total</p>;
  const to = (next: number) => () => {
    setQuery({ offset: next > 0 ? String(next) : null });
    scrollTo(0, 0);
  };
  return (
    <p class="soft pager">
      <button type="button" disabled={offset === 0} onClick={to(Math.max(0, offset - page))}>
        Previous
      </button>
      <span>
        {count(offset + 1)} – {count(offset + shown)} of {count(total)}
      </span>
      <button type="button" disabled={offset + shown >= total} onClick={to(offset + shown)}>
        Next
      </button>
    </p>
  );
}
