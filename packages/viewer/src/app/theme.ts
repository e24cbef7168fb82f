export type Theme = 'light' | 'dark' | 'system';
const KEY = 'itinera-theme';
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let chosen: Theme = 'system';

/** The theme kept on this machine; pages opened from a file may have no storage. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Sets the theme of the page and stores it. */
export function applyTheme(theme: Theme): void {
  chosen = theme;
  show();
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Not kept.
  }
}

/** Applies the theme that was kept, and follows the system when it changes. */
export function startTheme(): void {
  chosen = readTheme();
  show();
  system?.addEventListener('change', show);
  // Paper is light.
  addEventListener('beforeprint', () => set('light'));
  addEventListener('afterprint', show);
}

function show(): void {
  set(chosen === 'system' ? (system?.matches ? 'dark' : 'light') : chosen);
}

function set(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event('themechange'));
}

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** The current value of a colour of the style sheet, at an element. */
export function colour(name: string, at: Element = document.documentElement): string {
  return getComputedStyle(at).getPropertyValue(`--${name}`).trim();
}
