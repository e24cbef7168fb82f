/**
 * GB 50137-2011 codes of OpenStreetMap values. R dwellings; A1 offices of government, A2 culture, A3 education, A4
 * sport, A5 health, A6 welfare, A7 heritage, A8 embassies, A9 religion; B1 shops and meals, B2 business, B3 leisure, B4
 * filling stations; M industry; W storage; S2 to S4 transport; U utilities; G1 parks, G3 squares; E1 water; H villages
 * and others.
 *
 * @see GB 50137-2011, Code for classification of urban land use and planning standards of development land
 */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amenity: expand({
    A1: 'townhall courthouse police ranger_station public_building',
    A2: 'library arts_centre community_centre exhibition_centre theatre planetarium conference_centre events_venue social_centre',
    A3: 'school kindergarten university college music_school language_school driving_school research_institute training childcare',
    A5: 'hospital clinic doctors dentist nursing_home veterinary pharmacy',
    A6: 'social_facility retirement_home',
    A8: 'embassy',
    A9: 'place_of_worship monastery',
    B1: 'restaurant cafe fast_food bar pub biergarten food_court ice_cream marketplace canteen internet_cafe kitchen',
    B2: 'bank bureau_de_change coworking_space money_transfer',
    B3: 'cinema nightclub casino gambling stripclub love_hotel brothel music_venue dancing_school studio',
    B4: 'fuel car_wash',
    B9: 'post_office car_rental vehicle_inspection car_sharing bicycle_rental atm payment_centre crematorium',
    S3: 'bus_station ferry_terminal',
    U3: 'fire_station',
    H4: 'prison',
    H3: 'grave_yard crematorium',
  }),
  leisure: expand({
    A4: 'sports_centre stadium pitch track sports_hall ice_rink swimming_area horse_riding fitness_station',
    B3: 'golf_course miniature_golf water_park amusement_arcade bowling_alley adult_gaming_centre escape_game trampoline_park dance resort beach_resort disc_golf_course sauna tanning_salon',
    B1: 'fitness_centre',
    G1: 'park playground dog_park common recreation_ground bandstand',
    E1: 'marina',
  }),
  tourism: expand({
    B1: 'hotel hostel motel guest_house apartment chalet alpine_hut camp_site caravan_site wilderness_hut camp_pitch',
    A2: 'museum gallery aquarium',
    A7: 'attraction',
    B3: 'theme_park',
    G1: 'zoo picnic_site',
  }),
  healthcare: { '*': 'A5' },
  shop: { '*': 'B1' },
  craft: { '*': 'B9' },
  office: expand({ A1: 'government administrative diplomatic', A3: 'educational_institution research', B2: '*' }),
  historic: expand({ A7: 'castle monument fort archaeological_site manor palace' }),
  place: expand({ G3: 'square' }),
  railway: expand({ S3: 'station halt tram_stop subway_entrance' }),
  public_transport: expand({ S3: 'station' }),
  aeroway: expand({ S3: 'terminal', W: 'hangar' }),
  landuse: expand({
    R: 'residential',
    B1: 'retail',
    B2: 'commercial',
    M: 'industrial',
    W: 'depot port',
    A1: 'institutional',
    A3: 'education',
    A9: 'religious',
    G1: 'recreation_ground village_green',
    H1: 'farmyard',
    H3: 'cemetery',
    H4: 'military',
    S4: 'garages',
  }),
  building: expand({
    R: 'residential apartments house detached semidetached_house terrace dormitory bungalow villa static_caravan houseboat farm cabin ger',
    B1: 'retail commercial hotel supermarket kiosk shop mall restaurant',
    B2: 'office bank',
    B3: 'sports_club cinema',
    M: 'industrial factory manufacture works',
    W: 'warehouse hangar',
    A1: 'public government civic townhall courthouse',
    A2: 'museum library theatre',
    A3: 'school university college kindergarten',
    A4: 'sports_hall sports_centre stadium grandstand riding_hall pavilion',
    A5: 'hospital clinic',
    A9: 'church chapel cathedral mosque temple synagogue shrine religious monastery',
    H1: 'barn stable farm_auxiliary cowshed sty',
    S3: 'train_station transportation',
    S4: 'parking',
    U3: 'fire_station',
    U1: 'power',
  }),
};

/** The code of a tag, or '' if the value implies no land use. */
export function placeLandUse(key: string, value: string): string {
  const codes = Object.hasOwn(CODES, key) ? CODES[key] : undefined;
  if (!codes) return '';
  if (Object.hasOwn(codes, value)) return codes[value];
  return codes['*'] ?? '';
}

function expand(codes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(codes).flatMap(([code, values]) => values.split(' ').map((v) => [v, code])));
}
