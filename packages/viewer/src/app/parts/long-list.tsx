import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count } from '../../wire/format.js';
import { offsetIn, startOf } from '../../wire/paging.js';
import { parseHash, setQuery } from '../route.js';

/** Pixels that all rows together have at most: browsers allow no higher element. */
const HIGHEST = 20_000_000;

interface Props {
  readonly total: number;
  readonly offset: number;
  readonly shown: number;
  /** Rows of a full answer. */
  readonly page: number;
  /** The rows from `offset`. */
  readonly children: ComponentChildren;
}

/** Shows the middle of a part that is not on the screen, so that no other part is asked for. */
function show(part: HTMLElement): void {
  const { top, bottom } = part.getBoundingClientRect();
  if (top > innerHeight || bottom < 0) scrollBy(0, (top + bottom - innerHeight) / 2);
}

/** A part of a long list, which scrolls as if all rows were there: those around the screen are loaded before it leaves the part. */
export function LongList({ total, offset, shown, page, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // Measured once: another height of what is not drawn would move what is.
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const part = box.current!;
    if (height === 0 && shown > 0) setHeight(Math.min(HIGHEST / total, part.offsetHeight / shown));
    else if (offset > 0) show(part);
  }, [height, shown]);
  useEffect(() => {
    const look = () => {
      const { top, bottom } = box.current!.getBoundingClientRect();
      const half = page / 2;
      // Early, but not so early that the next part would be left at once.
      const ahead = Math.max(0, (half * height - innerHeight) / 4);
      const isAbove = top > -ahead && offset > 0;
      // One part at a time: another request would discard this one, and fast scrolling would show none.
      const asked = startOf(offsetIn(parseHash(location.hash).query), total, page);
      if (height === 0 || asked !== offset || !(isAbove || (bottom < innerHeight + ahead && offset + shown < total)))
        return;
      const middle = innerHeight / 2;
      const row = isAbove ? offset + (middle - top) / height : offset + shown + (middle - bottom) / height;
      const last = Math.ceil(total / half) - 2;
      const next = half * Math.max(0, Math.min(last, Math.round(row / half) - 1));
      if (next !== offset) setQuery({ offset: next > 0 ? String(next) : null });
    };
    addEventListener('scroll', look, { passive: true });
    look();
    return () => removeEventListener('scroll', look);
  }, [height, offset, shown, total]);
  return (
    <>
      <div class="rest" style={{ height: `${offset * height}px` }} />
      <div ref={box}>{children}</div>
      <div class="rest" style={{ height: `${(total - offset - shown) * height}px` }} />
      {shown < total && (
        <p class="soft">
          {count(offset + 1)} – {count(offset + shown)} of {count(total)}
        </p>
      )}
    </>
  );
}
