/** Where a value is found: the first of these columns that has one. */
export type SurveyField = string | SurveyColumn | readonly (string | SurveyColumn)[];

/** A column, and what its values mean. */
export interface SurveyColumn {
  readonly column: string;
  /** What each code means; a code that is missing has no value. Leading zeros of codes do not matter. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The cell is a list, such as `3;4;8`; of its meanings, the first in this order counts. */
  readonly list?: { readonly separator: string; readonly order: readonly string[] };
  /** The number is subtracted from this one: years of birth become ages. */
  readonly since?: number;
}

/** The columns that identify a household or a person, together. */
export type SurveyKey = string | readonly string[];

/** What the tables of a travel or time-use survey contain. */
export interface SurveyLayout {
  /** `hhmm` such as 735, `clock` such as 7:35, or `minutes` since the diary began. */
  readonly times: 'hhmm' | 'clock' | 'minutes';
  /** Minute of the day at which a diary begins; earlier times are after midnight. */
  readonly begins: number;
  readonly people: {
    readonly household: SurveyKey;
    readonly person: SurveyKey;
    readonly weight?: SurveyField;
    readonly sex?: SurveyField;
    readonly age?: SurveyField;
    readonly status?: SurveyField;
    readonly hh_size?: SurveyField;
    readonly cars?: SurveyField;
    /** `mon` to `sun`. */
    readonly day?: SurveyField;
  };
  /** One row per trip. */
  readonly trips?: {
    readonly start: string;
    readonly end: string;
    /** The kind of place to which it leads. */
    readonly to: SurveyField;
    /** The kind of place at which the first one begins; default: home. */
    readonly from?: SurveyField;
    readonly mode?: SurveyField;
    /** Length, and metres per unit of it; or x and y of both ends, in metres. */
    readonly length?: { readonly column: string; readonly metres: number } | { readonly xy: readonly string[] };
    /** Trips for which this one stands. */
    readonly factor?: SurveyField;
  };
  /** One row per activity, at a `place` or, with the meaning `travel`, on the way. */
  readonly episodes?: {
    readonly start: string;
    readonly end: string;
    readonly place: SurveyField;
    readonly mode?: SurveyField;
  };
  /** One row per person with a column per slot of the day, as national files of HETUS have them. */
  readonly slots?: {
    /** The column of the first slot, such as `wher_001`; those of the others continue its number. */
    readonly first: string;
    readonly minutes: number;
    /** Kinds of places by code; `travel` on the way. A negative code that is missing stands for the place before. */
    readonly places: Readonly<Record<string, string>>;
    readonly modes?: Readonly<Record<string, string>>;
  };
}

const SEX = { 1: 'm', 2: 'f' };
const DAYS_FROM_SUNDAY = { 1: 'sun', 2: 'mon', 3: 'tue', 4: 'wed', 5: 'thu', 6: 'fri', 7: 'sat' };
/** Roads are longer than straight lines by this factor in the United States: R. H. Ballou et al. (2002), Transp. Res. A 36. */
const DETOUR = 1.2;
const NHTS_TRIPS = {
  start: 'STRTTIME',
  end: 'ENDTIME',
  length: { column: 'TRPMILES', metres: 1609.344 / DETOUR },
};
const NHTS_PEOPLE = {
  household: 'HOUSEID',
  person: ['HOUSEID', 'PERSONID'],
  weight: 'WTPERFIN',
  sex: { column: 'R_SEX', codes: SEX },
  age: 'R_AGE',
  hh_size: 'HHSIZE',
  cars: 'HHVEHCNT',
};

const EOD = {
  times: 'clock',
  begins: 360,
  people: {
    household: 'Hogar',
    person: 'Persona',
    sex: { column: 'Sexo', codes: SEX },
    age: { column: 'AnoNac', since: 2012 },
    status: [
      { column: 'JornadaTrabajo', codes: { 1: 'work_full', 2: 'work_part', 3: 'work_other', 4: 'work_other' } },
      {
        column: 'Actividad',
        list: { separator: ';', order: ['work_other', 'student', 'retired', 'home_keeper', 'unemployed', 'other'] },
        codes: {
          A: 'work_other',
          B: 'student',
          C: 'retired',
          D: 'home_keeper',
          E: 'unemployed',
          F: 'unemployed',
          G: 'other',
        },
      },
    ],
    hh_size: 'NumPer',
    cars: 'NumVeh',
  },
  trips: {
    start: 'HoraIni',
    end: 'HoraFin',
    to: {
      column: 'Proposito',
      codes: {
        1: 'work',
        2: 'business',
        3: 'study',
        4: 'study',
        5: 'health',
        6: 'visit',
        7: 'home',
        8: 'escort',
        9: 'eat',
        10: 'fetch',
        11: 'shop',
        12: 'errand',
        13: 'leisure',
        14: 'other',
      },
    },
    mode: {
      column: 'MediosUsados',
      list: {
        separator: ';',
        order: 'train metro bus shared_taxi private_bus taxi car car_passenger motorcycle bike other walk'.split(' '),
      },
      codes: {
        1: 'car',
        2: 'bus',
        3: 'bus',
        4: 'metro',
        5: 'shared_taxi',
        6: 'private_bus',
        7: 'taxi',
        8: 'walk',
        9: 'bike',
        10: 'motorcycle',
        11: 'private_bus',
        12: 'bus',
        13: 'private_bus',
        14: 'bus',
        15: 'other',
        16: 'train',
        17: 'car_passenger',
        18: 'motorcycle',
      },
    },
    length: { xy: ['OrigenCoordX', 'OrigenCoordY', 'DestinoCoordX', 'DestinoCoordY'] },
  },
} as const;

/**
 * Layouts of published surveys, by the names and codes of their code books: the National Household Travel Surveys of the
 * United States 2017 and 2022 (trippub, perpub; distances along roads), the origin-destination survey of Santiago de Chile 2012
 * (Viaje, Persona, Hogar; weekdays, and weekends outside the summer), the activity files of the American Time Use Survey (atusact, with
 * atusresp or atussum as people) and the harmonised episodes of the Multinational Time Use Study.
 */
export const SURVEY_LAYOUTS: Readonly<Record<string, SurveyLayout>> = {
  'nhts-2017': {
    times: 'hhmm',
    begins: 240,
    people: {
      ...NHTS_PEOPLE,
      status: [
        { column: 'WKFTPT', codes: { 1: 'work_full', 2: 'work_part' } },
        {
          column: 'PRMACT',
          codes: {
            1: 'work_other',
            2: 'work_other',
            3: 'unemployed',
            4: 'home_keeper',
            5: 'student',
            6: 'retired',
            7: 'other',
            97: 'other',
          },
        },
        { column: 'SCHTYP', codes: { 1: 'student', 2: 'student' } },
      ],
      day: { column: 'TRAVDAY', codes: DAYS_FROM_SUNDAY },
    },
    trips: {
      ...NHTS_TRIPS,
      from: { column: 'WHYFROM', codes: nhts2017Places() },
      to: { column: 'WHYTO', codes: nhts2017Places() },
      mode: {
        column: 'TRPTRANS',
        codes: {
          1: 'walk',
          2: 'bike',
          ...each('car', 3, 4, 5, 6, 9, 18),
          8: 'motorcycle',
          10: 'private_bus',
          ...each('bus', 11, 12, 14),
          13: 'private_bus',
          15: 'train',
          16: 'metro',
          17: 'taxi',
          ...each('other', 7, 19, 20, 97),
        },
      },
    },
  },
  'nhts-2022': {
    times: 'hhmm',
    begins: 240,
    people: {
      ...NHTS_PEOPLE,
      status: { column: 'WORKER', codes: { 1: 'work_other', 2: 'other' } },
      day: { column: 'TRAVDAY', codes: DAYS_FROM_SUNDAY },
    },
    trips: {
      ...NHTS_TRIPS,
      from: { column: 'WHYFROM', codes: nhts2022Places() },
      to: { column: 'WHYTO', codes: nhts2022Places() },
      mode: {
        column: 'TRPTRANS',
        codes: {
          20: 'walk',
          18: 'bike',
          ...each('car', 1, 2, 3, 4, 6),
          7: 'motorcycle',
          9: 'private_bus',
          ...each('bus', 8, 17),
          ...each('metro', 10, 11),
          ...each('train', 12, 13),
          ...each('taxi', 15, 16),
          ...each('other', 5, 14, 19, 21, 97),
        },
      },
    },
  },
  'eod-2012': {
    ...EOD,
    people: { ...EOD.people, weight: 'Factor_LaboralNormal' },
    trips: { ...EOD.trips, factor: 'FactorLaboralNormal' },
  },
  'eod-2012-weekends': {
    ...EOD,
    people: { ...EOD.people, weight: ['Factor_SábadoNormal', 'Factor_DomingoNormal'] },
    trips: { ...EOD.trips, factor: ['FactorSabadoNormal', 'FactorDomingoNormal'] },
  },
  atus: {
    times: 'clock',
    begins: 240,
    people: {
      household: 'TUCASEID',
      person: 'TUCASEID',
      weight: ['TUFNWGTP', 'TUFINLWGT', 'TU20FWGT'],
      sex: { column: 'TESEX', codes: SEX },
      age: 'TEAGE',
      status: [
        { column: 'TRDPFTPT', codes: { 1: 'work_full', 2: 'work_part' } },
        { column: 'TESCHENR', codes: { 1: 'student' } },
        { column: 'TELFS', codes: { 1: 'work_other', 2: 'work_other', 3: 'unemployed', 4: 'unemployed', 5: 'other' } },
      ],
      hh_size: 'TRNUMHOU',
      day: { column: 'TUDIARYDAY', codes: DAYS_FROM_SUNDAY },
    },
    episodes: {
      start: 'TUSTARTTIM',
      end: 'TUSTOPTIME',
      place: {
        column: 'TEWHERE',
        codes: {
          // The place of sleep and personal care is not asked.
          '-1': 'home',
          1: 'home',
          2: 'work',
          3: 'visit',
          4: 'eat',
          ...each('leisure', 5, 9, 10, 31),
          ...each('shop', 6, 7),
          8: 'study',
          ...each('errand', 30, 32),
          ...each('other', 11, 89),
          ...each('travel', 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 99),
        },
      },
      mode: {
        column: 'TEWHERE',
        codes: {
          12: 'car',
          13: 'car_passenger',
          14: 'walk',
          15: 'bus',
          16: 'train',
          17: 'bike',
          19: 'taxi',
          ...each('other', 18, 20, 21, 99),
        },
      },
    },
  },
  mtus: {
    times: 'minutes',
    begins: 240,
    people: {
      household: ['COUNTRY', 'SURVEY', 'SWAVE', 'MSAMP', 'HLDID'],
      person: ['COUNTRY', 'SURVEY', 'SWAVE', 'MSAMP', 'HLDID', 'PERSID', 'ID'],
      weight: 'PROPWT',
      sex: { column: 'SEX', codes: SEX },
      age: 'AGE',
      status: [
        { column: 'STUDENT', codes: { 1: 'student' } },
        { column: 'EMPSTAT', codes: { 1: 'work_full', 2: 'work_part', 3: 'work_other' } },
        { column: 'RETIRED', codes: { 1: 'retired' } },
        { column: 'UNEMP', codes: { 1: 'unemployed' } },
        { column: 'EMPSTAT', codes: { 4: 'other' } },
      ],
      hh_size: 'HHLDSIZE',
      cars: 'VEHICLE',
      day: { column: 'DAY', codes: DAYS_FROM_SUNDAY },
    },
    episodes: {
      start: 'START',
      end: 'END',
      place: {
        column: 'ELOC',
        codes: {
          1: 'home',
          2: 'visit',
          3: 'work',
          4: 'study',
          5: 'shop',
          6: 'eat',
          7: 'other',
          8: 'travel',
          9: 'other',
        },
      },
      mode: { column: 'MTRAV', codes: { 1: 'car', 2: 'transit', 3: 'walk', 4: 'bike', 5: 'other' } },
    },
  },
};

function nhts2017Places(): Record<string, string> {
  return {
    ...each('home', 1, 2),
    3: 'work',
    4: 'business',
    6: 'escort',
    8: 'study',
    ...each('shop', 11),
    ...each('errand', 12, 14),
    13: 'eat',
    ...each('leisure', 15, 16),
    17: 'visit',
    18: 'health',
    ...each('other', 5, 7, 9, 10, 19, 97),
  };
}

function nhts2022Places(): Record<string, string> {
  return {
    ...each('home', 1, 2),
    3: 'work',
    ...each('business', 4, 5),
    6: 'study',
    10: 'escort',
    11: 'health',
    12: 'eat',
    13: 'shop',
    14: 'errand',
    ...each('leisure', 15, 16),
    17: 'visit',
    ...each('other', 7, 8, 9, 18, 19, 97),
  };
}

function each(meaning: string, ...codes: readonly number[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, meaning]));
}
