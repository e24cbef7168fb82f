import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { dayName } from '../../wire/format.js';

/** The date of the first day of the run on the page; null if its days have no dates. */
export const FirstDay = createContext<string | null>(null);

/** Names of the days of the run, from 0. */
export function useDayNames(): (day: number) => string {
  const firstDay = useContext(FirstDay);
  return (day) => dayName(day, firstDay);
}
