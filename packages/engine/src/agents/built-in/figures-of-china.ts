import type { CountryFigures } from './country-figures.js';

// [Beijing 2018] National Bureau of Statistics of China, Beijing survey office: 2018 time-use survey of Beijing, 11 April
//             2019; 4,238 people of 15 years or older. Sleep and rest 9 h 12 min; the employed work 8 h 54 min on a
//             working day, 7 h 42 min on a day of rest.
// [NBS 2018]  National Bureau of Statistics of China: a working week in enterprises has 46.1 hours (August 2018).
// [Shanghai]  Jiao, Wang, Cheng (2024): Time use of employed people in Shanghai, survey of 2018, doi:10.11821/dlyj020240050:
//             days centre on work from 8:00 to 18:00.
// [BTI 2014]  Beijing, fifth comprehensive transport survey: 2.75 trips per person on a working day, 8.1 km per trip.
// [BTI 2021]  Beijing Transport Institute, commuting report 2021: 51 minutes to work in the central city.

/** Straight-line distance of a trip of mean length [BTI 2014]; one value, since none is available by purpose. */
const distance = 8100 / 1.2;

export const figuresOfChina: CountryFigures = {
  // [Beijing 2018]; differences between the employed and others, and on weekends, as in the United States.
  sleep: { weekday: { employed: 8.8, others: 9.8 }, weekend: { employed: 9.8, others: 10.2 } },
  // Hours [Beijing 2018]. With 95 % at work on a weekday (an assumption), a week has 46.1 hours [NBS 2018] if 25 % work on
  // each day of the weekend. Spreads are assumptions.
  work: {
    weekday: { share: 0.95, atHome: 0, hours: { mean: 8.9, deviation: 1.2 } },
    weekend: { share: 0.25, atHome: 0, hours: { mean: 7.7, deviation: 2 } },
  },
  // Most leave between 7:00 and 9:00, so that work begins around 8:00 [Shanghai] after about 51 minutes [BTI 2021]. The curve is an assumption.
  setOut: [
    [5.5, 0],
    [6.5, 0.1],
    [7, 0.25],
    [8, 0.7],
    [9, 0.93],
    [10, 0.98],
    [16, 1],
  ],
  // Assumptions, chosen to match the weekday trips of [BTI 2014].
  outings: {
    shopping: {
      share: { weekday: { employed: 0.2, others: 0.5 }, weekend: { employed: 0.5, others: 0.5 } },
      stops: 1,
      hours: { mean: 0.75, deviation: 0.3 },
      distance,
    },
    'eating out': {
      share: { weekday: { employed: 0.4, others: 0.2 }, weekend: { employed: 0.25, others: 0.25 } },
      stops: 1,
      hours: { mean: 1, deviation: 0.3 },
      distance,
    },
    'leisure and entertainment': {
      share: { weekday: { employed: 0.2, others: 0.4 }, weekend: { employed: 0.45, others: 0.45 } },
      stops: 1,
      hours: { mean: 1.75, deviation: 0.7 },
      distance,
    },
    other: {
      share: { weekday: { employed: 0.1, others: 0.3 }, weekend: { employed: 0.2, others: 0.2 } },
      stops: 1,
      hours: { mean: 0.75, deviation: 0.3 },
      distance,
    },
  },
};
