const CONTROLS = 'a[href], button:not([disabled]), input[type=checkbox]';

/** Moves the focus to the next or previous row of the page's tables and lists, to the same control if the row has it. */
export function moveToRow(step: 1 | -1): boolean {
  const focused = document.activeElement;
  const rows = [...document.querySelectorAll('main :is(tbody tr, li)')]
    .map((row) => ({ row, controls: [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible) }))
    .filter(({ controls }) => controls.length > 0);
  const now = rows.findIndex(({ row }) => row.contains(focused));
  const next = rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : now + step];
  if (next === undefined) return false;
  // From elsewhere the row's link, which opens it.
  const link = next.controls.findIndex(({ tagName }) => tagName === 'A');
  const place = now < 0 ? link : rows[now]!.controls.indexOf(focused as HTMLElement);
  next.controls[Math.max(0, Math.min(next.controls.length - 1, place))]!.focus();
  return true;
}

/** Moves the focus between tabs, if one has it. */
export function moveToTab({ key, target }: KeyboardEvent): boolean {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const bar = (target as Element).closest('.tabs');
  if (step === undefined || bar === null) return false;
  const tabs = [...bar.querySelectorAll('a')];
  tabs[tabs.indexOf(target as HTMLAnchorElement) + step]?.focus();
  return true;
}

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;
