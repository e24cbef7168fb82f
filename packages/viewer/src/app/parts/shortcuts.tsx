import { useEffect, useRef, useState } from 'preact/hooks';
import { PAGES } from '../../wire/addresses.js';
import { href } from '../route.js';
import { moveToRow, moveToTab } from './row-keys.js';

/** A key, and what it does. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`; several keys that do the same or the opposite are listed together. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Undefined for keys that the focused element handles. */
  readonly run?: (key: string) => void;
}

/** Keys of elements that a page may have. */
const OF_ELEMENTS: readonly (readonly [selector: string, ...shortcuts: Shortcut[]])[] = [
  [
    'main [role=application]',
    { keys: ['←', '→', '↑', '↓'], does: 'move the map' },
    { keys: ['+', '−', '0'], does: 'zoom in, zoom out, show everything' },
  ],
  ['main .figure-body', { keys: ['←', '→', 'Home', 'End'], does: 'read the values of a focused figure' }],
  ['main .tabs', { keys: ['←', '→'], does: 'previous or next tab, from a tab' }],
  ['main :is(tr, li) :is(a, button)', { keys: ['↑', '↓'], does: 'previous or next row, from a row; Enter opens it' }],
];

const OF_EVERY_PAGE: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'next or previous row', run: (key) => moveToRow(key === 'j' ? 1 : -1) },
  {
    keys: ['/'],
    does: 'search',
    run: () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
  },
  {
    keys: ['g'],
    does: 'all runs',
    run: () => {
      location.hash = href(PAGES.runs, {});
    },
  },
  { keys: ['?'], does: 'this list', run: () => showKeys() },
];

/** The shortcuts of the parts of the page. */
const registered = new Set<{ readonly current: readonly Shortcut[] }>();

/** Adds shortcuts while a component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    registered.add(latest);
    return () => void registered.delete(latest);
  }, []);
}

/** Shows the list of keys. */
export const showKeys = (): void => void dispatchEvent(new Event('showkeys'));

/** Runs shortcuts, unless the user is typing, and shows the list of keys. */
export function Shortcuts() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    addEventListener('keydown', press);
    addEventListener('showkeys', show);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('showkeys', show);
    };
  }, []);
  return isShown ? <Keys close={() => setShown(false)} /> : null;
}

function press(event: KeyboardEvent): void {
  const { tagName, type } = event.target as HTMLInputElement;
  const isTyping = /^(SELECT|TEXTAREA)$/.test(tagName) || (tagName === 'INPUT' && !/^(checkbox|range)$/.test(type));
  if (isTyping || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
  // These keys press the button, link or box that has the focus.
  const isPress = (event.key === ' ' || event.key === 'Enter') && /^(BUTTON|A|INPUT|SUMMARY)$/.test(tagName);
  if (event.defaultPrevented || isPress) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const all = [...[...registered].flatMap(({ current }) => current), ...OF_EVERY_PAGE];
  const run = all.find((one) => one.run && one.keys.includes(key))?.run;
  if (run) run(key);
  else if (type === 'range' || !(moveToTab(event) || moveToRowFrom(event))) return;
  event.preventDefault();
}

function moveToRowFrom({ key, target }: KeyboardEvent): boolean {
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
  return isArrow && (target as Element).closest('main :is(tr, li)') !== null && moveToRow(key === 'ArrowDown' ? 1 : -1);
}

/** The list of keys. */
function Keys({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const ofElements = OF_ELEMENTS.flatMap(([selector, ...own]) => (document.querySelector(selector) ? own : []));
  const all = [...[...registered].flatMap(({ current }) => current), ...ofElements, ...OF_EVERY_PAGE];
  return (
    <dialog ref={dialog} class="shortcuts" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {all.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
