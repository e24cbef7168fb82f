import { expect, test } from 'vitest';
import { formatDay } from './diary.js';
import { diaryPeople, diaryTable } from './diary-people.js';
import { readSurvey } from './read-survey.js';
import { SURVEY_LAYOUTS } from './survey-layouts.js';

const file = (name: string, text: string) => new File([text.trim()], name);

test('NHTS tables become days: codes with zeros, a time after midnight, people who stayed at home', async () => {
  const people = file(
    'perpub.csv',
    `HOUSEID,PERSONID,R_SEX,R_AGE,WKFTPT,PRMACT,SCHTYP,HHSIZE,HHVEHCNT,TRAVDAY,WTPERFIN
30000007,01,02,67,-1,06,-1,3,5,2,206690.2
30000007,02,02,66,01,01,-1,3,5,2,197075.7
30000007,03,02,28,-9,-9,-9,3,5,1,219514.0
30000008,01,01,40,02,01,-1,1,1,7,0
30000009,01,01,9,-1,-1,01,4,2,3,5`,
  );
  const trips = file(
    'trippub.csv',
    `houseid,personid,TDTRPNUM,STRTTIME,ENDTIME,WHYFROM,WHYTO,TRPTRANS,TRPMILES
30000007,02,02,1700,1745,03,01,03,10
30000007,02,01,0735,0800,01,03,15,12
30000007,02,03,2340,0015,01,13,97,-9
30000007,02,04,0100,0130,13,01,03,4
30000008,01,01,0900,0930,01,11,03,1
30000009,01,01,0800,0810,01,08,10,1
30000009,01,02,0805,0820,08,01,01,1
99999999,01,01,0800,0810,01,08,10,1`,
  );
  const { people: read, days, notes } = await readSurvey(SURVEY_LAYOUTS['nhts-2017']!, { moves: trips, people });
  expect(read.map(({ day }) => formatDay(day))).toEqual([
    'home 0-1440',
    // Miles along roads, as straight lines; the trip after midnight is left out.
    'home 0-455;>train 455-480 16093;work 480-1020;>car 1020-1065 13411;home 1065-1420;>other 1420-1440',
    'home 0-1440',
    'home 0-480;>private_bus 480-490 1341;study 490-1440',
  ]);
  expect(read.map(({ attributes }) => attributes)).toEqual([
    { sex: 'f', age: '67', status: 'retired', hh_size: '3', cars: '5' },
    { sex: 'f', age: '66', status: 'work_full', hh_size: '3', cars: '5' },
    { sex: 'f', age: '28', status: '', hh_size: '3', cars: '5' },
    { sex: 'm', age: '9', status: 'student', hh_size: '4', cars: '2' },
  ]);
  expect(days.slice(0, 3)).toEqual(['mon', 'mon', 'sun']);
  expect(read.map(({ household }) => household)).toEqual(['30000007', '30000007', '30000007', '30000009']);
  expect(notes).toEqual([
    '1 person omitted: no weight.',
    '1 trip left out: trips overlap. Trips per person and distances are underestimated.',
    '1 person omitted: not in perpub.csv.',
  ]);
  const again = diaryPeople([...diaryTable(read)].join(''), 'survey.csv');
  expect(again.map(({ day }) => formatDay(day))).toEqual(read.map(({ day }) => formatDay(day)));
});

test('tables of the survey of Santiago: semicolons, commas, lists of modes, columns of households, corrections', async () => {
  const people = file(
    'Persona.csv',
    `Hogar;Persona;AnoNac;Sexo;Actividad;JornadaTrabajo;Factor_LaboralNormal
10001;1000101;1972;1;A;1;120,5
10001;1000102;1990;2;A;B;80
10001;1000103;1990;2;B;;`,
  );
  const households = file('Hogar.csv', 'Hogar;NumPer;NumVeh\n10001;3;1');
  const trips = file(
    'Viaje.csv',
    `Hogar;Persona;Viaje;HoraIni;HoraFin;Proposito;MediosUsados;OrigenCoordX;OrigenCoordY;DestinoCoordX;DestinoCoordY;FactorLaboralNormal
10001;1000101;1;7:35;8:10;1;2;4;346000,5;6290000;349000,5;6294000;1,25
10001;1000101;2;18:00;18:40;7;17;0;0;346000;6290000;1,15`.replaceAll(';2;4;', ';2,4;'),
  );
  const layout = SURVEY_LAYOUTS['eod-2012']!;
  const listed = {
    ...layout,
    trips: {
      ...layout.trips!,
      mode: {
        ...(layout.trips!.mode as object),
        list: { separator: ',', order: ['metro', 'bus', 'car_passenger'] },
      } as never,
    },
  };
  const { people: read, notes } = await readSurvey(listed, { moves: trips, people, households });
  expect(read.map(({ day }) => formatDay(day))).toEqual([
    'home 0-455;>metro 455-490 5000;work 490-1080;>car_passenger 1080-1120;home 1120-1440',
    'home 0-1440',
  ]);
  expect(read[0]).toMatchObject({ weight: 120.5, tripFactor: 1.2 });
  expect(read[0]!.attributes).toEqual({ sex: 'm', age: '40', status: 'work_full', hh_size: '3', cars: '1' });
  expect(read[1]!.attributes.status).toBe('work_other');
  expect(notes).toEqual(['1 person omitted: no weight.']);
});

test('episodes of MTUS become stays and trips; the day begins where the first episode is', async () => {
  const episodes = file(
    'mtus.csv',
    `country,survey,swave,msamp,hldid,persid,id,day,sex,age,empstat,propwt,start,end,eloc,mtrav
37,2000,0,0,1,1,1,2,1,44,1,0.8,0,180,1,-7
37,2000,0,0,1,1,1,2,1,44,1,0.8,180,200,8,3
37,2000,0,0,1,1,1,2,1,44,1,0.8,200,230,8,2
37,2000,0,0,1,1,1,2,1,44,1,0.8,230,700,3,-7
37,2000,0,0,1,1,1,2,1,44,1,0.8,700,760,6,-7
37,2000,0,0,1,1,1,2,1,44,1,0.8,760,790,8,1
37,2000,0,0,1,1,1,2,1,44,1,0.8,790,1440,1,-7
37,2000,0,0,1,2,1,7,2,40,4,1,0,600,1,-7
37,2000,0,0,1,2,1,7,2,40,4,1,660,1440,1,-7`,
  );
  const { people, days, notes } = await readSurvey(SURVEY_LAYOUTS.mtus!, { moves: episodes });
  expect(people.map(({ day }) => formatDay(day))).toEqual([
    'home 0-420;>walk 420-470;work 470-940;> 940-940;eat 940-1000;>car 1000-1030;home 1030-1440',
    'home 0-1440',
  ]);
  expect(days).toEqual(['mon', 'sat']);
  expect(people[0]!.attributes).toMatchObject({ sex: 'm', age: '44', status: 'work_full' });
  expect(notes).toEqual([
    'No column STUDENT, RETIRED, UNEMP, HHLDSIZE, VEHICLE: left empty.',
    '1 episode left out or filled: a gap before the episode. People are assumed to stay at their place until the next episode, so travel may be underestimated.',
  ]);
});

test('activity files of ATUS are read; an episode without times is left out, not the person', async () => {
  const rows = [
    '04:00:00,07:00:00,-1',
    '07:00:00,07:30:00,12',
    '07:30:00,17:00:00,2',
    ',,4',
    '17:00:00,17:40:00,14',
    '17:40:00,04:00:00,1',
  ];
  const moves = file(
    'atusact.csv',
    `TUCASEID,TUACTIVITY_N,TUSTARTTIM,TUSTOPTIME,TEWHERE\n${rows.map((row, i) => `2010,${i + 1},${row}`).join('\n')}`,
  );
  const respondents = file(
    'atussum.csv',
    'tucaseid,teage,tesex,tufnwgtp,tudiaryday,telfs,trdpftpt\n2010,40,2,8.5,2,1,1',
  );
  const { people, days, notes } = await readSurvey(SURVEY_LAYOUTS.atus!, { moves, people: respondents });
  expect(people.map(({ day }) => formatDay(day))).toEqual([
    'home 0-420;>car 420-450;work 450-1020;>walk 1020-1060;home 1060-1440',
  ]);
  expect([days, people[0]!.weight, people[0]!.attributes]).toMatchObject([
    ['mon'],
    8.5,
    { sex: 'f', status: 'work_full' },
  ]);
  expect(notes.join()).toContain('1 episode left out or filled: missing or invalid times');
  expect(notes.join()).not.toContain('Unknown codes');
});

test('a column per slot, as in files of HETUS, becomes episodes', async () => {
  const layout = {
    times: 'minutes',
    begins: 240,
    people: { household: 'hh', person: ['hh', 'id'] },
    slots: { first: 'wher_001', minutes: 10, places: { 2: 'home', 4: 'work', 12: 'travel' }, modes: { 12: 'walk' } },
  } as const;
  const slots = Array.from({ length: 144 }, (_, i) =>
    i < 6 ? '-9' : i < 18 ? '2' : i < 20 ? '12' : i < 66 ? '4' : i < 69 ? '012' : '2',
  );
  const names = slots.map((_, i) => `wher_${String(i + 1).padStart(3, '0')}`);
  const table = (first: string) => file('hetus.csv', `hh,id,${names.join()}\n1,1,${[first, ...slots.slice(1)].join()}`);
  const { people } = await readSurvey(layout, { moves: table('-9') });
  expect(formatDay(people[0]!.day)).toBe('home 0-420;>walk 420-440;work 440-900;>walk 900-930;home 930-1440');
  expect((await readSurvey(layout, { moves: table('77') })).notes).toEqual(['Unknown codes of place: "77" (1).']);
  const wrong = { ...layout, slots: { ...layout.slots, first: 'wher' } };
  await expect(readSurvey(wrong, { moves: table('2') })).rejects.toThrow('ends in a number');
});

test('unknown codes are named and other tables rejected', async () => {
  const layout = {
    times: 'clock',
    begins: 180,
    people: { household: 'hh', person: 'id' },
    trips: { start: 'departure', end: 'arrival', to: { column: 'purpose', codes: { H: 'home', W: 'work' } } },
  } as const;
  const rows = (text: string) => file('trips.csv', `hh,id,departure,arrival,purpose\n${text}`);
  const { people, notes } = await readSurvey(layout, {
    moves: rows('1,1,08:00,08:20,W\n1,1,12:00,12:10,X\n1,1,17:00,17:30,H'),
  });
  expect(formatDay(people[0]!.day)).toBe(
    'home 0-480;> 480-500;work 500-720;> 720-730;other 730-1020;> 1020-1050;home 1050-1440',
  );
  expect(notes).toEqual(['Unknown codes of destination: "X" (1).']);
  await expect(readSurvey(layout, { moves: rows('1,1,8am,08:20,W') })).rejects.toThrow(
    'trips.csv: no person has a valid day. 1 person omitted: missing or invalid times.',
  );
  await expect(readSurvey(layout, { moves: file('other.csv', 'a,b\n1,2') })).rejects.toThrow('other.csv has no column');
  await expect(
    readSurvey(layout, { moves: file('trips.csv', 'hh,id,departure,arrival\n1,1,08:00,09:00') }),
  ).rejects.toThrow('trips.csv has no column purpose: the kinds of places are unknown.');
  const twice = file('people.csv', 'hh,id\n1,1\n1,1');
  await expect(readSurvey(layout, { moves: rows('1,1,08:00,08:20,W'), people: twice })).rejects.toThrow(
    'people.csv: person 1 occurs twice',
  );
});

test('words and numbers of any table become a diary table that can be read', async () => {
  const layout = {
    times: 'minutes',
    begins: 240,
    people: { household: 'hh', person: 'id', status: 'status' },
    episodes: { start: 'start', end: 'end', place: 'place', mode: 'mode' },
  } as const;
  const moves = file(
    'episodes.csv',
    `hh,id,status,start,end,place,mode
1,1,"says ""retired"", works",0,180.4,home,
1,1,,180.4,200,travel,bus; tram/métro
1,1,,200,1440,Café (own): 2,`,
  );
  const { people } = await readSurvey(layout, { moves });
  const again = diaryPeople([...diaryTable(people)].join(''), 'survey.csv');
  expect(again[0]!.attributes.status).toBe('says "retired", works');
  expect(formatDay(again[0]!.day)).toBe('home 0-420;>bus_ tram_m_tro 420-440;Caf_ _own_ 2 440-1440');
});
