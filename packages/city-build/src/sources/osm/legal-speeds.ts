/**
 * Legal speed limits of countries and regions by type of road, km/h, as far as they differ from `USUAL`: urban and rural
 * streets, roads for motor vehicles only (trunk), motorways, living streets.
 *
 * @see https://wiki.openstreetmap.org/wiki/Default_speed_limits, and the speed table of OSRM's car profile
 */
const LIMITS = `
AD rural 60 urban 50
AL rural 80 trunk 90 motorway 110 living_street 20
AM urban 60 motorway 110 living_street 20
AR urban 40 rural 110 trunk 120 motorway 130
AT rural 100 trunk 100 motorway 130
AU rural 100 motorway 110
AU-NT rural 110 motorway 130
AU-WA rural 110 motorway 110
AZ urban 60 motorway 110
BA rural 80 trunk 100 motorway 130
BE rural 70 motorway 120 living_street 20
BE-BRU urban 30 rural 70
BE-VLG rural 70
BE-WAL rural 90
BG trunk 120 motorway 140 living_street 20
BR urban 60 rural 60 trunk 110 motorway 110
BY urban 60 motorway 110 living_street 20
CA rural 80 motorway 100
CA-ON rural 80
CA-QC rural 90 motorway 100
CH rural 80 trunk 100 motorway 120 living_street 20
CL rural 100 motorway 120
CN urban 50 rural 70 trunk 100 motorway 120
CO urban 50 rural 90 motorway 120
CY rural 80 motorway 100
CZ trunk 110 motorway 130 living_street 20
DE rural 100 trunk 130 motorway 130 living_street 7
DK rural 80 motorway 130
EE trunk 110 living_street 20
ES trunk 90 motorway 120 living_street 20
FI rural 80 trunk 100 motorway 120 living_street 20
FR rural 80 trunk 110 motorway 130 living_street 20
GB rural 97 trunk 113 motorway 113 urban 48
GE urban 60 motorway 110 living_street 20
GR trunk 110 motorway 130 living_street 20
HK urban 50 rural 50 trunk 70 motorway 110
HR trunk 110 motorway 130 living_street 10
HU trunk 110 motorway 130 living_street 20
IE rural 80 trunk 100 motorway 120
IL rural 80 trunk 100 motorway 110
IN urban 60 rural 80 motorway 120
IS rural 90 living_street 15
IT trunk 110 motorway 130 living_street 30
JP urban 60 rural 60 motorway 100
KG urban 60 motorway 110
KR urban 50 rural 60 trunk 80 motorway 100
KZ urban 60 rural 100 trunk 110 motorway 140 living_street 20
LI rural 80 living_street 20
LT trunk 120 motorway 130 living_street 20
LU motorway 130 living_street 20
LV living_street 20
MC rural 50 urban 50
MD living_street 20
ME rural 80 trunk 100 motorway 130 living_street 10
MK rural 80 trunk 110 motorway 130 living_street 10
MN urban 60 rural 80
MT rural 80
MX urban 50 rural 90 motorway 110
NL rural 80 trunk 100 motorway 100 living_street 15
NO rural 80 motorway 110
NZ rural 100 trunk 100 motorway 100
PH urban 40 rural 80 motorway 100
PL trunk 100 expressway 120 motorway 140 living_street 20
PT trunk 100 motorway 120 living_street 20
RO trunk 100 motorway 130 living_street 20
RS rural 80 trunk 100 motorway 130 living_street 10
RU urban 60 rural 90 trunk 90 motorway 110 living_street 20
SE rural 70 motorway 110 living_street 7
SG urban 50 rural 50 motorway 90
SI trunk 110 motorway 130 living_street 10
SK motorway 130 living_street 20
TR trunk 110 motorway 120 living_street 20
TW urban 50 rural 60 motorway 100
UA trunk 110 motorway 130 living_street 20
US urban 40 rural 89 motorway 105
UZ urban 60 rural 100 motorway 110 living_street 20
XK rural 80 trunk 110 motorway 130
ZA urban 60 rural 100 motorway 120
`;

/** Limits where a country has none of its own, km/h. */
const USUAL: Readonly<Record<string, number>> = {
  urban: 50,
  nsl_restricted: 48,
  rural: 90,
  nsl_single: 97,
  nsl_dual: 113,
  trunk: 100,
  express: 110,
  expressway: 110,
  motorway: 120,
  living_street: 15,
  pedestrian_zone: 7,
  walk: 7,
  bicycle_road: 30,
};
/** Other spellings of countries. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB', UKR: 'UA', KS: 'XK' };

const limits = new Map(
  LIMITS.trim()
    .split('\n')
    .map((line) => {
      const [code, ...words] = line.split(' ');
      const own = new Map<string, number>();
      for (let i = 0; i < words.length; i += 2) own.set(words[i], Number(words[i + 1]));
      return [code, own] as const;
    }),
);

/**
 * The legal limit of a type of road, km/h; undefined for an unknown type.
 * @param code ISO 3166 code of the country, perhaps with a region: `DE`, `BE-VLG`; '' if unknown
 */
export function legalLimit(code: string, type: string): number | undefined {
  const usual = Object.hasOwn(USUAL, type) ? USUAL[type] : undefined;
  if (usual === undefined) return undefined;
  const [country, region] = code.toUpperCase().split('-');
  const name = Object.hasOwn(ALIASES, country) ? ALIASES[country] : country;
  return limits.get(`${name}-${region}`)?.get(type) ?? limits.get(name)?.get(type) ?? usual;
}
