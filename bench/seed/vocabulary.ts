/** Words that every third description has. */
const COMMON =
  `woven dyed pressed folded soft crisp heavy light plain striped narrow broad hem collar sleeve cuff pocket lining
  thread needle stitch seam pleat fold drape wrapper blouse trouser gown robe shirt tunic cotton linen wool yarn loom
  weaver tailor cutter market workroom wedding naming church mosque party guest bride groom mother father daughter son
  morning evening harmattan rain dust sun shade water soap iron starch hanger needlework hand finger shoulder chest
  waist hip ankle height length width yard inch measure fitting button hook ribbon tassel fringe border corner pattern
  colour deep bright pale warm cool gold silver copper natural`.split(/\s+/);

/**
 * Each description has exactly one of these fifty, so each is in one product of fifty: about 200 hits among
 * 10,000. None is part of another word here, nor of a category's name.
 */
export const RARE_WORDS: readonly string[] =
  `gabardine seersucker organza chiffon taffeta georgette velvet corduroy muslin poplin flannel tweed cambric percale
  challis dupioni shantung charmeuse batiste gingham madras paisley houndstooth herringbone chambray denim jacquard
  brocatelle cheviot drugget ferrandine grosgrain huckaback jaconet kersey lampas moquette nankeen osnaburg pongee
  ratine sarcenet tarlatan ulster vicuna worsted zephyr buckram calico ticking`.split(/\s+/);

const COLOURS =
  `Indigo Oxblood Palm Ochre Cream Coral Sunset Royal Wine Champagne Emerald Teal Sky Rose Charcoal Kola Camwood Amber
  Ivory Turmeric`.split(/\s+/);
const CLOTHS =
  `Adire Aso-Oke Ankara Brocade Cashmere Lace Shadda Sányán Àlàárì Ẹtù Akwete Guinea Damask Voile Cotton`.split(
    /\s+/,
  );
const GARMENTS =
  `Agbada Kaftan Senator Isiagu Ìró Bùbá Gèlè Fìlà Gown Shirt Wrapper Clutch Tote Slipper Satchel Jumper Trousers
  Ìpèlé`.split(/\s+/);

/** The top level with what stands below it: 24 in all, and none of the demonstration's names. */
export const SEED_CATEGORIES: readonly { name: string; below: readonly string[] }[] = [
  { name: 'Owambe Wear', below: ['Owambe Robes', 'Owambe Wrappers', 'Owambe Crowns'] },
  { name: 'Office Wear', below: ['Office Tops', 'Office Skirts', 'Office Jackets'] },
  { name: 'Everyday Wear', below: ['Everyday Tops', 'Everyday Robes', 'Everyday Skirts'] },
  { name: 'Prayer Wear', below: ['Friday Robes', 'Sunday Robes', 'Prayer Veils'] },
  { name: 'Lengths', below: ['Two-Yard Lengths', 'Six-Yard Lengths', 'Ten-Yard Lengths'] },
  { name: 'Finishing Touches', below: ['Belts', 'Beads', 'Fans'] },
];

type Chance = { pick<T>(items: readonly T[]): T };

/** 'Wine Aso-Oke Kaftan No. 17' */
export const productName = (chance: Chance, index: number): string =>
  `${chance.pick(COLOURS)} ${chance.pick(CLOTHS)} ${chance.pick(GARMENTS)} No. ${index + 1}`;

/** Forty words in five sentences. */
export function description(chance: Chance): string {
  const words = Array.from({ length: 40 }, () => chance.pick(COMMON));
  words[17] = chance.pick(RARE_WORDS);
  const sentences = [0, 8, 16, 24, 32].map((from) => words.slice(from, from + 8).join(' '));
  return sentences.map((text) => `${text[0]!.toUpperCase()}${text.slice(1)}.`).join(' ');
}

const FIRST_NAMES =
  `Ada Amaka Bola Chidi Dayo Efe Funmi Gbenga Halima Ife Jide Kemi Lanre Musa Ngozi Ope Rotimi Sade Tayo Uche Wale
  Yemi Zainab Bisi`.split(/\s+/);
const LAST_NAMES =
  `Abiola Balogun Chukwu Danjuma Ekanem Falana Garba Hassan Idowu Johnson Kalu Lawal Mba Nwosu Okafor Peters Salami
  Tijani Umeh Williams`.split(/\s+/);

export const fullName = (chance: Chance): { first: string; last: string } => ({
  first: chance.pick(FIRST_NAMES),
  last: chance.pick(LAST_NAMES),
});

export const orderNote = (chance: Chance): string =>
  `Chest ${chance.pick(['38', '40', '42', '44'])}, ${chance.pick(COMMON)} ${chance.pick(COMMON)}, please.`;
