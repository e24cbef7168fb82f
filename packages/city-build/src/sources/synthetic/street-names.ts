import type { Random } from '@itinera/base';
import type { RoadClass } from '../../layout/network.js';

const FIRST =
  'Alder Amber Ash Aspen Bakers Barley Beech Birch Bridge Canal Castle Cedar Chapel Cherry Chestnut Clover Coopers Copper Elder Elm Fern Fir Fountain Garden Granite Harbour Hazel Heather Hill Holly Hop Iris Ivy Juniper Kiln Lark Laurel Lavender Lilac Lime Linden Maple Market Meadow Mill Mint Moss Oak Olive Orchard Park Peach Pear Pine Plum Poplar Quarry Quince River Robin Rose Rowan Sage School Silver Smiths South Spring Spruce Station Stone Sycamore Tanners Tower Tulip Valley Vine Violet Walnut Water Weavers West Wheat Willow Windmill Wren Yew'.split(
    ' ',
  );
const LAST: Partial<Record<RoadClass, readonly string[]>> = {
  trunk: ['Parkway'],
  primary: ['Avenue', 'Boulevard'],
  secondary: ['Avenue', 'Road'],
  tertiary: ['Road', 'Street'],
  residential: ['Street', 'Lane', 'Row', 'Close', 'Way'],
  living_street: ['Lane', 'Yard', 'Walk'],
};

/** An invented name for a street of a class. Large cities reuse names, as real ones do. */
export function streetName(roadClass: RoadClass, random: Random): string {
  return `${random.choice(FIRST)} ${random.choice(LAST[roadClass] ?? ['Street'])}`;
}

const RIVERS = 'Alder Ash Aspen Clover Fern Hazel Heather Ivy Lark Linden Robin Rowan Sage Willow Wren'.split(' ');

/** An invented name for a river. */
export function riverName(random: Random): string {
  return `River ${random.choice(RIVERS)}`;
}
