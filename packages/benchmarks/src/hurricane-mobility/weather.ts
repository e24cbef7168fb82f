import { sunny, type Weather } from '@itinera/engine';

/** The days before, during and after, as the benchmark tells them to agents. */
export const weatherOfDorian: readonly Weather[] = [
  sunny,
  {
    statement:
      'Hurricane Dorian has struck other cities. Travel in this city is slightly affected, and the wind can be felt.',
    condition: 'windy',
    wind: 'strong, in gusts',
    precipitation: 'showers',
    hurricaneStatus: 'active',
    warnings: ['Hurricane Dorian is near: avoid travel that is not needed.'],
  },
  {
    statement: 'Hurricane Dorian has passed. Travel in this city is back to normal.',
    condition: 'sunny',
    wind: 'moderate',
    precipitation: 'none',
    hurricaneStatus: 'passed',
    warnings: [],
  },
];
