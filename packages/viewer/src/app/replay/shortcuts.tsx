import { useEffect, useRef } from 'preact/hooks';

/** A key of the map, and what it does. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`; several keys that do the same or the opposite are listed together. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Undefined for keys that the focused map handles. */
  readonly run?: (key: string) => void;
}

/** Keys of the focused map. */
const OF_MAP: readonly Shortcut[] = [
  { keys: ['←', '→', '↑', '↓'], does: 'move the map' },
  { keys: ['+', '−', '0'], does: 'zoom in, zoom out, show everything' },
];

/** Runs shortcuts, unless the user is typing. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { tagName, type } = event.target as HTMLInputElement;
      const isTyping = /^(SELECT|TEXTAREA)$/.test(tagName) || (tagName === 'INPUT' && !/^(checkbox|range)$/.test(type));
      if (isTyping || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
      // A focused button or link is pressed by the space bar.
      if (event.key === ' ' && /^(BUTTON|A|INPUT)$/.test(tagName)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const found = latest.current.find(({ keys, run }) => run && keys.includes(key));
      if (!found) return;
      event.preventDefault();
      found.run!(key);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** The list of keys. */
export function ShortcutHelp({
  shortcuts,
  close,
}: {
  readonly shortcuts: readonly Shortcut[];
  readonly close: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="shortcuts" aria-label="Keys of the map" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {[...shortcuts, ...OF_MAP].map(({ keys, does }) => (
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
