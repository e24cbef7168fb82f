export type Theme = 'light' | 'dark' | 'system';
const KEY = 'itinera-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'system';

/** The theme that was chosen on this machine; pages opened from a file may not be allowed to remember. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Sets the colours of the page and remembers the choice. */
export function applyTheme(theme: Theme): void {
  chosen = theme;
  show();
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered.
  }
}

/** The colours that were chosen, from now on, and those of the system when it changes them. */
export function startTheme(): void {
  chosen = readTheme();
  show();
  system.addEventListener('change', show);
}

function show(): void {
  document.documentElement.dataset.theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
  dispatchEvent(new Event('themechange'));
}

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** A colour of the sheet, as it is now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
