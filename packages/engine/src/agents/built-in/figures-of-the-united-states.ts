import type { CountryFigures } from './country-figures.js';

// [ATUS 2010-2016] U.S. Bureau of Labor Statistics: American Time Use Survey, seven years, 82,557 people of 15 years or older,
//             separately for weekdays and weekends. Full-time and part-time employed are combined, weighted by respondents.
//             People go out for a purpose if they travel for it (codes 18..); several codes are combined as if they were
//             independent.
// [NHTS 2017] U.S. Federal Highway Administration: National Household Travel Survey, trips per person and day by purpose.
// [NHTS 2001] The same survey in BTS, Transportation Statistics Annual Report 2003: mean trip lengths, 7 miles for family and
//             personal business, 8 for social and recreational ones; straight lines are 1.2 times shorter (Ballou et al.
//             2002, doi:10.1016/S0965-8564(01)00044-1).
// [Census]    U.S. Census Bureau, time leaving home to go to work: by 5:00 4 %, by 6:00 13 %, by 9:00 76 % (American Community
//             Survey); by 6:30 20 %, by 8:30 73 % (Journey to Work: 2000); later hours rounded. Includes shift work.

const METRES = 1609 / 1.2;

export const figuresOfTheUnitedStates: CountryFigures = {
  // Sleeping (101) [ATUS 2010-2016].
  sleep: { weekday: { employed: 8.07, others: 9.13 }, weekend: { employed: 9.23, others: 9.61 } },
  // Working (501): share of people, and their hours; those who do not travel for it (1805) work at home [ATUS 2010-2016].
  // The spread, which includes part-time work, is an assumption.
  work: {
    weekday: { share: 0.83, atHome: 0.13, hours: { mean: 8, deviation: 1.9 } },
    weekend: { share: 0.35, atHome: 0.34, hours: { mean: 5.6, deviation: 2 } },
  },
  setOut: [
    [3, 0],
    [5, 0.04],
    [6, 0.13],
    [6.5, 0.2],
    [8.5, 0.73],
    [9, 0.76],
    [12, 0.87],
    [16, 0.94],
    [23, 1],
  ],
  // Shares [ATUS 2010-2016]; stops: trips for the purpose [NHTS 2017] divided by these shares; distances [NHTS 2001].
  outings: {
    // 1807. Hours: purchases (7), per stop.
    shopping: {
      share: { weekday: { employed: 0.36, others: 0.39 }, weekend: { employed: 0.47, others: 0.35 } },
      stops: 1.16,
      hours: { mean: 0.75, deviation: 0.3 },
      distance: 7 * METRES,
    },
    // 1811. Hours: assumption.
    'eating out': {
      share: { weekday: { employed: 0.24, others: 0.18 }, weekend: { employed: 0.3, others: 0.22 } },
      stops: 1.06,
      hours: { mean: 1, deviation: 0.3 },
      distance: 8 * METRES,
    },
    // 1812 socialising and leisure, 1813 sports, 1814 religion, 1815 volunteering. Hours: sports (13), 1.5.
    'leisure and entertainment': {
      share: { weekday: { employed: 0.33, others: 0.38 }, weekend: { employed: 0.5, others: 0.49 } },
      stops: 1.18,
      hours: { mean: 1.5, deviation: 0.7 },
      distance: 8 * METRES,
    },
    // 1802 household, 1803 and 1804 caring, 1808 to 1810 services. Hours: assumption; dropping someone off takes minutes.
    other: {
      share: { weekday: { employed: 0.36, others: 0.38 }, weekend: { employed: 0.3, others: 0.23 } },
      stops: 1.32,
      hours: { mean: 0.5, deviation: 0.3 },
      distance: 7 * METRES,
    },
  },
};
