/** A part of the board. */
export interface Group {
  readonly title: string;
  readonly isPart: (measure: string) => boolean;
}

/** An agent of the board. */
export interface BoardAgent {
  readonly name: string;
  /** What it is, and where its figures come from. */
  readonly about: string;
  /** Whether a measure enters the agent, or one of its figures was chosen by it. */
  readonly isFittedTo: (measure: string) => boolean;
  readonly isDiaryModel?: true;
}

const beginsWith =
  (...starts: readonly string[]) =>
  (measure: string) =>
    starts.some((start) => measure.startsWith(start));

const isMonth = beginsWith(
  'moves of',
  'growth of',
  'visits by',
  'familiar',
  'same daily',
  'people with work or school',
  'at work on a weekday',
);
const isHousehold = beginsWith('with a household', 'of children', 'hours in which');
const isMode = beginsWith('in a car', 'on foot', 'by bike', 'by public', 'driven by');

/** Whether a measure describes the people, whatever their agent. */
export const isOfPeople = beginsWith('people of 65');

export const GROUPS: readonly Group[] = [
  { title: 'Day', isPart: (measure) => !isMonth(measure) && !isHousehold(measure) && !isMode(measure) },
  { title: 'Month', isPart: isMonth },
  { title: 'Household', isPart: isHousehold },
  { title: 'Mode', isPart: isMode },
];

/** What no agent with these rules can get wrong. */
const DRIVERS = 'driven by people below 16';
/** Measures that survey days bring with them. */
const SURVEY_DAYS = ['days without', 'to home', 'to work', 'to school', 'elsewhere, share', 'people with a workplace'];
const NOTHING = () => false;
/** Of both agents with density EPR. */
const FINER =
  ' New places are weighed by relevance / distance², as published for tiles and cell towers; here they are buildings and areas of the map, a relevance of 1 plus the number of POIs is an assumption, and many of them are closer than a tile is wide, so that trips are short.';

export const AGENTS: readonly BoardAgent[] = [
  {
    name: 'day-pattern',
    about:
      'Days drawn from surveys of the United States, places from a memory with the published constants of Song, modes by a published logit; households plan together. Days at home, short stops and trips together are fitted to the figures below; the spread of ρ was chosen among three with the measures of new places and of visits by rank in view; about a dozen variants of two rules of the memory (when a known place will do, and that nobody chooses the place where they are) were compared with the whole card in view, so that its other measures are weak evidence, too; drivers and cars follow rules. Attendance over weeks comes from usual days per week (Puget Sound 2014) and weeks with leave (United States 2011), not from the two-day diaries below.',
    isFittedTo: beginsWith(
      ...SURVEY_DAYS,
      'of up to a mile',
      'with a household',
      'hours in which',
      DRIVERS,
      'moves of',
      'visits by',
    ),
  },
  {
    name: 'markov',
    about:
      'A Markov chain of activities with steps of an hour, fitted to synthetic days of `day-pattern`; the same memory of places, whose rules were chosen with the card of `day-pattern` in view, and logit of modes.',
    isFittedTo: beginsWith(...SURVEY_DAYS, DRIVERS, 'moves of', 'visits by'),
  },
  {
    name: 'ditras',
    about: `DITRAS (Pappalardo and Simini 2018): a Markov diary, fitted to the same days, decides when to leave home, and density EPR where to go; the same logit of modes.${FINER}`,
    isFittedTo: beginsWith('days without', DRIVERS),
  },
  {
    name: 'd-epr',
    about: `Density EPR (Pappalardo et al. 2016) with its published constants while people are awake; the same logit of modes.${FINER}`,
    isFittedTo: beginsWith(DRIVERS),
  },
  {
    name: 'commuter',
    about: 'The example of the documentation: work, lunch, leisure or shopping, home, by car.',
    isFittedTo: NOTHING,
  },
  {
    name: 'diary-model',
    about:
      'The diary model (`asbench data diaries fit`) of weekdays of Santiago de Chile 2012: its days, hours, modes and distances are those of Santiago, seven days a week; the same memory of places.',
    isFittedTo: beginsWith('trips per person', 'days without', DRIVERS),
    isDiaryModel: true,
  },
];
