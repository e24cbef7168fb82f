import { LaneTurn } from '@itinera/city/browser';
import { describe, expect, test } from 'vitest';
import { markOf } from '../../layout/lane-marks.js';
import { Access } from './access.js';
import { barrierAccess } from './barriers.js';
import { parseArea, parsePoi } from './place-tags.js';
import { parseRestriction } from './restrictions.js';
import { parseRoad, type RoadTags, withLocalRules } from './road-tags.js';
import { parseSpeed } from './speed-tags.js';

const tags = (text: string) => new Map(text.split(' ').map((pair) => pair.split('=') as [string, string]));
const road = (text: string) => parseRoad(tags(text)) as RoadTags;
const kmh = (speed: number | undefined) => (speed === undefined ? undefined : Math.round(speed * 36) / 10);

describe('speed limits', () => {
  test.each([
    ['50', 50],
    ['30 mph', 48.3],
    ['30mph', 48.3],
    ['5 knots', 9.3],
    ['7.5', 7.5],
    ['80;60', 60],
    ['50 km/h', 50],
    ['50 kmph', 50],
    ['walk', 7],
    ['none', 130],
    ['DE:urban', 50],
    ['RU:rural', 90],
    ['IT:motorway', 130],
    ['DE:rural', 100],
    ['BE-VLG:rural', 70],
    ['50;30', 30],
    ['FR:zone30', 30],
    ['DE:zone:20', 20],
    ['FR:80', 80],
    ['GB:nsl_single', 97],
    ['signals', undefined],
    ['fast', undefined],
    ['0', undefined],
    ['-30', undefined],
    ['5000', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('reads %s as %s km/h', (text, expected) => {
    expect(kmh(parseSpeed(text))).toBe(expected);
  });
});

describe('streets', () => {
  test.each([
    ['highway=residential', [1, 1]],
    ['highway=primary', [2, 2]],
    ['highway=secondary', [1, 1]],
    ['highway=secondary oneway=yes', [2, 0]],
    ['highway=motorway_link oneway=yes', [1, 0]],
    ['highway=primary oneway=yes', [2, 0]],
    ['highway=primary oneway=-1', [0, 2]],
    ['highway=residential oneway=reversible', [1, 1]],
    ['highway=residential oneway=no junction=roundabout', [1, 1]],
    ['highway=residential junction=roundabout', [1, 0]],
    ['highway=motorway', [2, 0]],
    ['highway=motorway oneway=no', [2, 2]],
    ['highway=motorway_link lanes=1 oneway=yes', [1, 0]],
    ['highway=primary lanes=5 lanes:forward=3', [3, 2]],
    ['highway=primary lanes=5 lanes:backward=1', [4, 1]],
    ['highway=primary lanes=3', [2, 1]],
    ['highway=residential lanes=1', [1, 1]],
    ['highway=primary lanes=2;3 oneway=yes', [2, 0]],
    ['highway=primary lanes=many', [2, 2]],
    ['highway=primary lanes=0', [2, 2]],
    ['highway=primary lanes=400 oneway=yes', [8, 0]],
    ['highway=residential oneway=yes oneway:motor_vehicle=no', [1, 1]],
  ])('reads the lanes of %s as %s', (text, lanes) => {
    expect(road(text).lanes).toEqual(lanes);
  });

  test('reads the painted turns of the lanes in each direction', () => {
    const marks = (text: string) => road(text).marks;
    const [left, through, right] = [LaneTurn.LEFT, LaneTurn.STRAIGHT, LaneTurn.RIGHT].map((turn) => markOf([turn]));
    const oneway = 'highway=primary oneway=yes turn:lanes=';
    expect(marks(`${oneway}left|through;right`)).toEqual([[left, through | right], undefined]);
    expect(marks(`${oneway}sharp_left||none|slight_right`)).toEqual([
      [left, through, through, through | right],
      undefined,
    ]);
    expect(marks('highway=primary oneway=-1 turn:lanes=left|right')).toEqual([undefined, [left, right]]);
    expect(marks('highway=primary turn:lanes:forward=left|right turn:lanes:backward=through')).toEqual([
      [left, right],
      [through],
    ]);
    expect(marks('highway=primary turn:lanes=left|right')).toEqual([undefined, undefined]);
    expect(marks(`${oneway}left|sideways`)).toEqual([undefined, undefined]);
    expect(marks(`${oneway}left|constructor`)).toEqual([undefined, undefined]);
  });

  test('the lane of buses is at the kerb, on the side on which traffic drives', () => {
    const [left, through, right] = [LaneTurn.LEFT, LaneTurn.STRAIGHT, LaneTurn.RIGHT].map((turn) => markOf([turn]));
    const own = road('highway=primary oneway=yes lanes=3 lanes:psv=1 turn:lanes=left|through|right');
    const marksIn = (drivingSide: 'left' | 'right') =>
      withLocalRules([{ id: 1, name: '', nodes: Int32Array.of(0, 1), tags: own }], { country: '', drivingSide })[0].tags
        .marks[0];
    expect(marksIn('right')).toEqual([left, through]);
    expect(marksIn('left')).toEqual([through, right]);
  });

  test('infers the number of lanes from the marks, unless the number is tagged', () => {
    expect(road('highway=primary lanes=3 turn:lanes:backward=left|right').lanes).toEqual([1, 2]);
    expect(road('highway=primary lanes=3 lanes:forward=1 turn:lanes:forward=left|right').lanes).toEqual([1, 2]);
    expect(road(`highway=primary turn:lanes:forward=${'|'.repeat(500)}`).lanes).toEqual([8, 1]);
  });

  test.each([
    ['highway=motorway', 120],
    ['highway=trunk', 90],
    ['highway=primary', 60],
    ['highway=secondary', 50],
    ['highway=tertiary', 40],
    ['highway=motorway_link', 60],
    ['highway=trunk_link', 55],
    ['highway=primary_link', 45],
    ['highway=secondary_link', 40],
    ['highway=tertiary_link', 30],
    ['highway=residential', 30],
    ['highway=residential maxspeed=20', 20],
    ['highway=residential maxspeed=fast', 30],
    ['highway=residential zone:maxspeed=DE:20', 20],
    ['highway=primary maxspeed:type=GB:nsl_single', 97],
    ['highway=primary maxspeed=70 source:maxspeed=RO:urban', 70],
    ['highway=primary maxspeed=signals source:maxspeed=AT:rural', 100],
    ['highway=primary zone:traffic=DE:rural', 100],
    ['highway=primary source:maxspeed=sign', 60],
  ])('drives on %s at %s km/h', (text, speed) => {
    expect(kmh(road(text).speed[0])).toBe(speed);
  });

  test('marks mapped sidewalks and crossings, which may duplicate those of streets', () => {
    expect(road('highway=footway footway=sidewalk')).toMatchObject({ class: 'path', pavement: true });
    expect(road('highway=footway footway=crossing').pavement).toBe(true);
    expect(road('highway=footway').pavement).toBe(false);
  });

  test('reads speed limits by direction', () => {
    expect(road('highway=primary maxspeed:forward=70 maxspeed:backward=50').speed.map(kmh)).toEqual([70, 50]);
  });

  test.each([
    ['highway=residential', { left: true, right: true }],
    ['highway=residential sidewalk=left', { left: true, right: false }],
    ['highway=residential sidewalk:right=yes', { left: false, right: true }],
    ['highway=residential sidewalk=none', { left: true, right: true }],
    ['highway=residential foot=no', { left: false, right: false }],
    ['highway=primary foot=no sidewalk=separate', { left: true, right: true }],
    ['highway=primary foot=no sidewalk:right=separate', { left: false, right: true }],
    ['highway=trunk motorroad=yes', { left: false, right: false }],
    ['highway=primary motorroad=yes', { left: false, right: false }],
    ['highway=motorway sidewalk=both', { left: false, right: false }],
    ['highway=trunk', { left: true, right: true }],
    ['highway=trunk_link oneway=yes', { left: false, right: true }],
    ['highway=motorway_link', { left: false, right: false }],
    ['highway=trunk sidewalk=both', { left: true, right: true }],
    ['highway=primary oneway=yes', { left: false, right: true }],
    ['highway=primary oneway=-1', { left: true, right: false }],
    ['highway=residential oneway=yes', { left: true, right: true }],
  ])('walks beside %s on %s', (text, sidewalks) => {
    expect(road(text).sidewalks).toEqual(sidewalks);
  });

  test('marks the untagged sidewalks of divided streets', () => {
    expect(road('highway=primary oneway=yes').outerSidewalk).toBe(true);
    expect(road('highway=primary oneway=yes sidewalk=right').outerSidewalk).toBe(false);
    expect(road('highway=residential oneway=yes').outerSidewalk).toBe(false);
  });

  test.each([
    ['highway=proposed', 'not built'],
    ['highway=trail', 'not a road'],
    ['highway=toString', 'not a road'],
    ['highway=bus_stop', 'not a road'],
    ['highway=service service=driveway', 'driveways and parking aisles'],
    ['highway=residential access=no bicycle=no', 'no access'],
    ['highway=footway indoor=room', 'indoors'],
    ['highway=cycleway foot=no bicycle=no', 'no access'],
    ['highway=footway access=private', 'no access'],
    ['highway=service area=yes', 'areas'],
  ])('leaves out %s: %s', (text, reason) => {
    expect(parseRoad(tags(text))).toBe(reason);
  });

  test.each([
    'highway=footway',
    'highway=steps',
    'highway=track motor_vehicle=no',
    'highway=cycleway foot=yes',
    'highway=cycleway sidewalk=right',
    'highway=residential motor_vehicle=no',
    'highway=service access=no foot=yes',
    'highway=footway access=private foot=yes',
    'highway=pedestrian area=yes',
  ])('keeps %s for people on foot', (text) => {
    expect(road(text)).toMatchObject({ class: 'path', lanes: [0, 0] });
  });

  test.each([
    ['route=ferry', [1, 1], true],
    ['route=ferry foot=yes motor_vehicle=yes', [1, 1], true],
    ['route=ferry foot=no motorcar=yes', [1, 1], false],
    ['route=ferry foot=yes bicycle=yes', [0, 0], false],
    ['route=ferry motor_vehicle=no', [0, 0], false],
  ])('reads %s as a way with lanes %s, sidewalks: %s', (text, lanes, walked) => {
    const kind = lanes[0] > 0 ? 'service' : 'path';
    expect(road(text)).toMatchObject({
      ferry: true,
      ramp: true,
      class: kind,
      lanes,
      sidewalks: { left: walked, right: walked },
    });
  });

  test('leaves out ferries without access', () => {
    expect(parseRoad(tags('route=ferry access=private'))).toBe('no access');
  });

  test('uses the most specific access tag', () => {
    expect(road('highway=residential access=no motor_vehicle=destination').lanes).toEqual([1, 1]);
    expect(road('highway=residential vehicle=yes motorcar=no').class).toBe('path');
  });
});

describe('barriers', () => {
  test.each([
    'barrier=bollard',
    'barrier=block',
    'barrier=gate access=no',
    'barrier=gate locked=yes',
    'barrier=bollard maxwidth=1.2 access=yes',
    'barrier=lift_gate motor_vehicle=no',
    'barrier=bollard access=yes motorcar=no',
    'highway=crossing motor_vehicle=no',
  ])('barriers keep cars out: %s', (text) => {
    expect(barrierAccess(tags(text), 'car')).toBe(Access.CLOSED);
  });

  test.each([
    'barrier=gate',
    'barrier=lift_gate',
    'barrier=toll_booth',
    'barrier=cattle_grid',
    'barrier=bollard bollard=rising',
    'barrier=bollard motor_vehicle=yes',
    'barrier=gate access=no motorcar=yes',
    'barrier=no access=no',
    'access=no',
  ])('barriers let cars through: %s', (text) => {
    expect(barrierAccess(tags(text), 'car')).toBe(Access.OPEN);
  });

  test('barriers let those through who have a destination behind them', () => {
    expect(barrierAccess(tags('barrier=gate access=private'), 'car')).toBe(Access.PRIVATE);
    expect(barrierAccess(tags('barrier=bollard motor_vehicle=destination'), 'car')).toBe(Access.DESTINATION);
  });
});

describe('places', () => {
  test.each([
    ['building=yes', 'building', ''],
    ['building=apartments', 'building', 'R'],
    ['building=yes amenity=restaurant', 'building', 'B1'],
    ['building=school', 'building', 'A3'],
    ['building=yes shop=anything', 'building', 'B1'],
    ['building=yes landuse=residential', 'building', ''],
    ['amenity=school', 'place', 'A3'],
    ['leisure=park', 'place', 'G1'],
    ['leisure=marina', 'place', 'E1'],
    ['amenity=hospital', 'place', 'A5'],
    ['office=government building=yes', 'building', 'A1'],
    ['office=it building=yes', 'building', 'B2'],
    ['landuse=cemetery', 'place', 'H3'],
    ['landuse=residential', 'zone', 'R'],
    ['landuse=industrial', 'zone', 'M'],
    ['landuse=retail', 'zone', 'B1'],
    ['highway=pedestrian area=yes', 'place', 'G3'],
  ])('turns %s into a %s with land use %s', (text, kind, landUse) => {
    expect(parseArea(tags(text))).toMatchObject({ kind, landUse });
  });

  test.each([
    ['building=office building:levels=12', 12],
    ['building=yes height=35', 10],
    ['building=apartments building:levels=many', 2],
    ['building=warehouse', 1],
    ['building=yes building:levels=1e9', 160],
    ['amenity=school', undefined],
    ['aeroway=terminal building=yes', 2],
  ])('counts the floors of %s: %s', (text, floors) => {
    expect(parseArea(tags(text))!.floors).toBe(floors);
  });

  test.each([
    'landuse=forest',
    'landuse=lane',
    'landuse=__proto__',
    'natural=water',
    'amenity=parking',
    'building=garage',
    'building=yes amenity=parking',
    'building=no',
    'leisure=swimming_pool',
    'shop=vacant',
  ])('ignores %s as a place', (text) => {
    expect(parseArea(tags(text))).toBeUndefined();
  });

  test('keeps the category of points of interest, and marks those that are not destinations', () => {
    expect(parsePoi(tags('amenity=restaurant'))).toMatchObject({ category: 'amenity|restaurant', destination: true });
    expect(parsePoi(tags('shop=bakery;cafe'))).toMatchObject({ category: 'shop|bakery', landUse: 'B1' });
    expect(parsePoi(tags('amenity=bench'))).toMatchObject({ category: 'amenity|bench', destination: false });
    expect(parsePoi(tags('tourism=hotel name=Ritz'))).toMatchObject({ category: 'tourism|hotel', name: 'Ritz' });
    expect(parsePoi(tags('railway=signal'))).toBeUndefined();
    expect(parsePoi(tags('shop=no'))).toBeUndefined();
  });
});

describe('turn restrictions', () => {
  const member = (type: 'node' | 'way', ref: number, role: string) => ({ type, ref, role });
  const members = [member('way', 1, 'from'), member('node', 2, 'via'), member('way', 3, 'to')];

  test('restrictions are read with their via node or ways', () => {
    const none = parseRestriction(members, tags('type=restriction restriction=no_left_turn'));
    expect(none).toEqual({ only: false, from: [1], to: [3], viaNode: 2, viaWays: [] });
    const over = [members[0], member('way', 9, 'via'), members[2]];
    expect(parseRestriction(over, tags('restriction=only_straight_on'))).toMatchObject({ only: true, viaWays: [9] });
  });

  test.each([
    'type=restriction:motorcar restriction=no_left_turn',
    'type=restriction restriction=No_Left_Turn',
    'type=restriction restriction=no_left_turn;no_u_turn',
    'type=restriction restriction:motor_vehicle=no_left_turn',
    'type=restriction:hgv restriction:motorcar=no_left_turn type=restriction',
    'type=restriction restriction=no_left_turn except=psv',
    'type=restriction restriction:conditional=no_left_turn@24/7',
    'type=restriction restriction=no_left_turn hour_on=00:00 hour_off=24:00',
    'type=restriction restriction=no_left_turn day_on=Monday day_off=Sunday',
    'type=restriction restriction=no_left_turn day_on=Tu day_off=Mo hour_on=0:00 hour_off=23:59',
    'type=restriction:conditional restriction:conditional=no_left_turn@24/7',
  ])('restrictions apply to cars if %s', (text) => {
    expect(parseRestriction(members, tags(text))).toMatchObject({ only: false, viaNode: 2 });
  });

  test.each([
    ['restriction=no_left_turn except=bicycle;motorcar', 'for other vehicles'],
    ['restriction:hgv=no_left_turn', 'for other vehicles'],
    ['type=restriction:hgv restriction=no_left_turn', 'for other vehicles'],
    ['restriction:conditional=no_left_turn@(Mo-Fr)', 'at certain hours'],
    ['restriction:conditional=no_left_turn@(weight>7.5)', 'for other vehicles'],
    ['restriction=no_left_turn hour_on=07:00 hour_off=09:00', 'at certain hours'],
    ['restriction=no_left_turn day_on=Monday', 'at certain hours'],
    ['restriction=no_left_turn day_on=Monday day_off=Sunday hour_on=07:00 hour_off=09:00', 'at certain hours'],
    ['restriction=no_fun', 'of an unknown kind'],
    ['type=restriction', 'of an unknown kind'],
  ])('restrictions do not apply to cars if %s: %s', (text, reason) => {
    expect(parseRestriction(members, tags(text))).toBe(reason);
  });

  test('of several values, one that names the only way on counts', () => {
    const text = 'restriction=no_left_turn;only_straight_on';
    expect(parseRestriction(members, tags(text))).toMatchObject({ only: true });
  });

  test('restrictions are omitted if a member is missing', () => {
    const uTurn = tags('restriction=no_u_turn');
    expect(parseRestriction(members.slice(1), uTurn)).toBe('with members missing');
    expect(parseRestriction([members[0], members[2]], uTurn)).toBe('with members missing');
  });
});
