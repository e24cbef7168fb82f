import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { nearestBox, stepTo } from './nearest.js';

/** Attribute of the marks of a figure with the text that is shown for them. */
const SAYING = 'data-say';
/** Of figures with more marks, only the mark under the pointer is found, not the nearest. */
const MANY = 1500;

interface Props {
  readonly title: string;
  readonly box: RefObject<HTMLDivElement>;
  readonly children: ComponentChildren;
}

/** A figure whose values are shown next to the pointer, or for the mark chosen with the arrow keys. */
export function Readout({ title, box, children }: Props) {
  const [said, setSaid] = useState<{ text: string; x: number; y: number; isLeft: boolean } | null>(null);
  const now = useRef<Element | null>(null);
  const marks = () => [...(box.current?.querySelectorAll(`[${SAYING}]`) ?? [])];
  const show = (mark: Element | null, x?: number) => {
    if (mark === now.current && x === undefined) return;
    now.current?.removeAttribute('data-now');
    now.current = mark;
    mark?.setAttribute('data-now', '');
    if (mark === null || !box.current) return setSaid(null);
    const [own, frame] = [mark.getBoundingClientRect(), box.current.getBoundingClientRect()];
    const at = (x ?? own.x + own.width / 2) - frame.x;
    setSaid({
      text: mark.getAttribute(SAYING)!,
      x: at,
      y: Math.max(0, own.y - frame.y),
      isLeft: at > frame.width / 2,
    });
  };
  const move = (event: PointerEvent) => {
    const target = (event.target as Element).closest?.(`[${SAYING}]`) ?? null;
    if (target) return show(target, event.clientX);
    const all = marks();
    if (all.length > MANY || !(event.target as Element).closest('svg')) return show(null);
    const boxes = all.map((mark) => mark.getBoundingClientRect());
    show(all[nearestBox(boxes, event.clientX, event.clientY)] ?? null, event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = marks();
    const next = stepTo(event.key, now.current === null ? -1 : all.indexOf(now.current), all.length);
    if (next === null || all.length === 0) return;
    event.preventDefault();
    show(all[next] ?? null);
  };
  useEffect(() => () => now.current?.removeAttribute('data-now'), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, not marks.
    <div
      class="figure-body"
      ref={box}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values.
      tabIndex={0}
      aria-label={`${title}. Arrow keys read the values.`}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={() => show(null)}
      onBlur={() => show(null)}
      onKeyDown={press}
    >
      {children}
      <output
        class="readout"
        hidden={said === null}
        style={
          said === null
            ? undefined
            : {
                [said.isLeft ? 'right' : 'left']: said.isLeft ? `calc(100% - ${said.x - 12}px)` : `${said.x + 12}px`,
                top: `${said.y}px`,
              }
        }
      >
        {said?.text}
      </output>
    </div>
  );
}
