import { UserError } from '@itinera/base';
import { type CityMap, createProjection, Places, type Projection, projectionOf } from '@itinera/city';
import { type TableRecord, unpackedChunks } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** Whether a file holds plans of MATSim, by its name. */
export const isMatsimPlans = (path: string) => /\.xml(\.gz)?$/i.test(path);

/** Tags nest no deeper, and no text is longer. */
const [MAX_DEPTH, MAX_TEXT] = [8, 100_000];
/** A byte takes as much time as this many of a table. */
const BYTE_COST = 4;
/** An activity farther than this from every AOI is off the map, metres. */
const FARTHEST = 500;
/** Modes by name; the main one of a chain of legs is the first of these. */
const MODES: readonly (readonly [mode: string, names: RegExp])[] = [
  ['car', /^(car|taxi|drt|motorcycle|truck)$/],
  ['ride', /^ride$/],
  ['pt', /^(pt|bus|train|rail|subway|tram|ferry|ship)$/],
  ['bike', /^(bike|bicycle|ebike)$/],
  ['walk', /walk|^transfer$/],
];

interface Activity {
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly link: string | undefined;
  readonly end: number | null;
  readonly duration: number | null;
}

interface Plan {
  readonly activities: Activity[];
  /** Modes and seconds of the legs after each activity. */
  readonly legs: { modes: string[]; seconds: number }[];
}

interface MatsimPerson {
  readonly id: string;
  readonly attributes: Record<string, string | number | boolean>;
  plan: Plan | null;
}

/**
 * Reads the people of plans of MATSim (population v4 to v6, plain or compressed with gzip): attributes, home, work and school by the
 * first activity of each, and the selected plan, which the agent `plans` follows.
 * @param crs of the coordinates; default: that of the file
 * @throws UserError if the file is damaged, or a place is unknown
 */
export async function readMatsimPeople(
  path: string,
  {
    map,
    crs,
    note,
  }: { readonly map: CityMap; readonly crs?: string | undefined; readonly note: (text: string) => void },
): Promise<TableRecord[]> {
  const places = new Places(map);
  const plane = projectionOf(map);
  let toMap: ((x: number, y: number) => { x: number; y: number }) | undefined;
  const off = { people: 0, activities: 0, endless: 0, modes: new Set<string>() };
  const people: TableRecord[] = [];
  const file = { crs };
  let count = 0;
  let highest = 0;
  await eachPerson(path, file, (person) => {
    toMap ??= converter(file.crs, plane, path);
    count++;
    const aoiOf = ({ type, x, y, link }: Activity): number | null => {
      const at = Number.isFinite(x + y) ? toMap!(x, y) : endOfRoad(map, link);
      if (at === null)
        throw new UserError(
          `${path}: the activity ${type} of person ${person.id} has no x and y, and no link of this map. Expected coordinates.`,
        );
      const [nearest] = places.nearestAois(at, 1);
      return nearest === undefined || nearest.distance > FARTHEST ? null : map.aois.id[nearest.row]!;
    };
    const { activities, legs } = person.plan ?? { activities: [], legs: [] };
    const aois = activities.map(aoiOf);
    const first = (name: string) => aois[activities.findIndex(({ type }) => type.startsWith(name))] ?? null;
    const home = first('home') ?? aois[0] ?? null;
    if (home === null) {
      off.people++;
      return;
    }
    const plan: Readonly<Record<string, number | string>>[] = [];
    let time: number | null = 0;
    for (let i = 0; i + 1 < activities.length; i++) {
      const { end, duration } = activities[i]!;
      time = end ?? (duration === null || time === null ? null : time + duration);
      if (time === null) {
        off.endless++;
        break;
      }
      const { modes, seconds } = legs[i] ?? { modes: [], seconds: 0 };
      const mode = MODES.find(([, names]) => modes.some((name) => names.test(name)))?.[0] ?? 'car';
      for (const name of modes) if (!MODES.some(([, names]) => names.test(name))) off.modes.add(name);
      const aoi = aois[i + 1]!;
      if (aoi === null) off.activities++;
      else plan.push({ aoi, from: time, mode, activity: activities[i + 1]!.type });
      time += seconds;
    }
    const [work, school] = [first('work'), first('school') ?? first('education')];
    const own = /^\d{1,15}$/.test(person.id) ? Number(person.id) : null;
    highest = Math.max(highest, own ?? 0);
    people.push({
      ...person.attributes,
      ...(String(own) !== person.id && { person_id: person.id }),
      // Below 0 until the numbers of all others are known.
      id: own ?? -count,
      home,
      ...(work !== null && { work }),
      ...(school !== null && { school }),
      plan,
    } as TableRecord);
  });
  if (count > 0 && people.length === 0)
    throw new UserError(
      `${path}: none of ${count} people lives within ${FARTHEST} m of an AOI of the map. Check the coordinates (${file.crs}).`,
    );
  if (off.people > 0) note(`${off.people} of ${count} people have no home on the map and are omitted.`);
  if (off.activities > 0) note(`${off.activities} activities are off the map and are omitted.`);
  if (off.modes.size > 0)
    note(
      `Unknown modes (${[...off.modes].slice(0, 5).join(', ')}): these trips are by car, unless another leg of the trip has a known mode.`,
    );
  if (off.endless > 0) note(`${off.endless} plans end at an activity without end_time and max_dur.`);
  return people.map((person) => (Number(person.id) < 0 ? { ...person, id: highest - Number(person.id) } : person));
}

async function eachPerson(
  path: string,
  file: { crs: string | undefined },
  onPerson: (person: MatsimPerson) => void,
): Promise<void> {
  const parser = new SaxesParser();
  const given = file.crs;
  const stack: SaxesTagPlain[] = [];
  let person: MatsimPerson | null = null;
  let plan: Plan | null = null;
  let text = '';
  const open = (tag: SaxesTagPlain) => {
    if (stack.push(tag) > MAX_DEPTH) throw new Error(`tags nested more than ${MAX_DEPTH} deep`);
    text = '';
    const { name, attributes } = tag;
    if (stack.length === 1 && name !== 'population' && name !== 'plans')
      throw new Error(`the file begins with <${name}>, expected <population>`);
    if (name === 'person') {
      // Versions 4 and 5 have age, sex and others here.
      const { id = '', ...own } = attributes;
      const values = Object.entries(own).map(([key, value]) => [key, key === 'age' ? Number(value) : value]);
      person = { id, attributes: Object.fromEntries(values), plan: null };
    }
    if (name === 'plan') plan = { activities: [], legs: [] };
    if ((name === 'activity' || name === 'act') && plan) addActivity(plan, attributes);
    if (name === 'leg' && plan) {
      const leg = plan.legs[plan.activities.length - 1];
      leg?.modes.push(attributes.mode ?? '');
      if (leg) leg.seconds += secondsOf(attributes.trav_time) ?? 0;
    }
  };
  const close = () => {
    const { name, attributes } = stack.pop()!;
    const isOf = (parent: string) => stack.at(-1)?.name === 'attributes' && stack.at(-2)?.name === parent;
    if (name === 'attribute' && isOf('person'))
      person!.attributes[attributes.name ?? ''] = attributeValue(text, attributes.class);
    if (name === 'attribute' && isOf('population') && attributes.name === 'coordinateReferenceSystem')
      file.crs = given ?? text.trim();
    if (name === 'plan' && person && (attributes.selected === 'yes' || person.plan === null)) person.plan = plan;
    if (name !== 'person') return;
    onPerson(person!);
    person = null;
  };
  parser.on('opentag', (tag) => open(tag as SaxesTagPlain));
  parser.on('closetag', close);
  parser.on('text', (part) => {
    text += part;
    if (text.length > MAX_TEXT) text = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of unpackedChunks(openFile(path), BYTE_COST))
      parser.write(decoder.decode(chunk, { stream: true }));
    parser.close();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${path}: damaged near line ${parser.line}: ${(error as Error).message}. Expected plans of MATSim (population_v6).`,
    );
  }
}

/** Adds an activity; those between the legs of one trip, such as `pt interaction`, are not stays. */
function addActivity(
  plan: Plan,
  { type = '', x, y, link, end_time, max_dur, dur }: Readonly<Record<string, string>>,
): void {
  if (type.endsWith('interaction')) return;
  plan.activities.push({
    type,
    x: Number(x ?? Number.NaN),
    y: Number(y ?? Number.NaN),
    link,
    end: secondsOf(end_time),
    duration: secondsOf(max_dur ?? dur),
  });
  plan.legs.push({ modes: [], seconds: 0 });
}

/** `hh:mm:ss`, `hh:mm` or seconds; null for anything else, such as `undefined` or `-Infinity`. */
function secondsOf(text: string | undefined): number | null {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,4}):(\d\d)(?::(\d\d))?$/.exec(text ?? '') ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : null;
}

function attributeValue(text: string, type = ''): string | number | boolean {
  if (/\.(Integer|Long|Double|Float)$/.test(type) && Number.isFinite(Number(text))) return Number(text);
  return type.endsWith('.Boolean') ? text.trim() === 'true' : text;
}

function endOfRoad(map: CityMap, link: string | undefined): { x: number; y: number } | null {
  const road = link !== undefined && /^\d{1,10}$/.test(link) ? map.roadIndex(Number(link)) : -1;
  if (road < 0) return null;
  const lane = map.laneIndex(map.roads.laneIds.values[map.roads.laneIds.offsets[road]!]!);
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const last = offsets[lane + 1]! - 1;
  return lane < 0 || last < offsets[lane]! ? null : { x: xy[2 * last]!, y: xy[2 * last + 1]! };
}

/** Converts coordinates to the plane of the map. */
function converter(crs: string | undefined, plane: Projection, path: string): Projection['toXY'] {
  const [, code] = /^(?:EPSG:|urn:ogc:def:crs:EPSG::)?(\d{4,5})$/i.exec(crs ?? '') ?? [];
  if (code === '4326' || /^(WGS84|CRS84)$/i.test(crs ?? '')) return plane.toXY;
  const zone = Number(code) % 100;
  // WGS 84, or ETRS89 in Europe, which is less than a metre from it.
  const isUtm = (/^32[67]\d\d$/.test(code ?? '') && zone >= 1 && zone <= 60) || /^258(2[89]|3[0-8])$/.test(code ?? '');
  const definition = isUtm
    ? `+proj=utm +zone=${zone}${code!.startsWith('327') ? ' +south' : ''} +datum=WGS84 +units=m`
    : crs?.startsWith('+proj=')
      ? crs
      : null;
  if (definition === null)
    throw new UserError(
      `${path}: the coordinates are in ${crs ?? 'an unnamed system'}. Pass --crs with EPSG:4326, a UTM zone (EPSG:326xx, EPSG:327xx, EPSG:258xx) or a PROJ string such as "+proj=tmerc +lat_0=52 +lon_0=13".`,
    );
  const own = createProjection(definition, { name: path });
  return (x, y) => {
    const { lon, lat } = own.toLonLat(x, y);
    return plane.toXY(lon, lat);
  };
}
