/** Milliseconds within which a page that is opened again grows to the height that it had. */
const PATIENCE = 5000;
/** Milliseconds without growth after which a page is whole. Before, what is still to come above the place would move it. */
const SETTLED = 1000;
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Vertical positions of the entries of the history by number. */
const positions = new Map<number, number>();
let [entry, last, target] = [0, 0, 0];
let path = '';
/** Whether a page has been opened and is not yet where it belongs. */
let isMoving = false;

/** Begins to keep the position of each page of the history. */
export function startScroll(): void {
  history.scrollRestoration = 'manual';
  entry = last = numberOf(history.state) ?? 0;
  keepNumber();
  path = pathHere();
  addEventListener('scroll', () => isMoving || positions.set(entry, scrollY), { passive: true });
  addEventListener('hashchange', () => {
    const known = numberOf(history.state);
    entry = known ?? ++last;
    keepNumber();
    target = known === null ? 0 : (positions.get(known) ?? 0);
    isMoving = path !== pathHere();
    path = pathHere();
  });
}

/** The state of an entry of the history, for whoever changes the address without opening a page. */
export const entryState = (isNew: boolean): { readonly entry: number } => {
  if (isNew) entry = ++last;
  return { entry };
};

/** Leaves a page that was opened before where it is. */
let stop = () => {};

/** Scrolls a page that has just been opened to the top, or, by Back and Forward, to where it was left. */
export function scrollToPlace(): void {
  stop();
  isMoving = true;
  const place = target;
  let settled: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    observer.disconnect();
    clearTimeout(latest);
    clearTimeout(settled);
    for (const kind of HANDS) removeEventListener(kind, end);
    isMoving = false;
  };
  const move = () => {
    scrollTo(0, place);
    if (place === 0) return end();
    if (Math.abs(scrollY - place) >= 2) return;
    clearTimeout(settled);
    settled = setTimeout(end, SETTLED);
  };
  const observer = new ResizeObserver(move);
  const latest = setTimeout(end, PATIENCE);
  for (const kind of HANDS) addEventListener(kind, end, { passive: true });
  observer.observe(document.body);
  stop = end;
  move();
}

const pathHere = () => location.hash.split('?')[0]!;
const keepNumber = () => history.replaceState({ entry }, '');
const numberOf = (state: unknown) => (state as { readonly entry?: number } | null)?.entry ?? null;
