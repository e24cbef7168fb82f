import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { dayName } from '../format.js';

/** The date of the first day of the run whose pages are shown; null when its days have none. */
export const FirstDay = createContext<string | null>(null);

/** What the days of the run are called, from 0. */
export function useDayNames(): (day: number) => string {
  const firstDay = useContext(FirstDay);
  return (day) => dayName(day, firstDay);
}
