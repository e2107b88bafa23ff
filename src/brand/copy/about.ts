import type { ShopFacts } from './shop-facts.ts';

type Paragraphs = readonly string[];
type Titled = Readonly<{ title: string; text: string }>;

const story = ({ shopName, city }: ShopFacts): Paragraphs => [
  `${shopName} began the way most tailors in ${city} begin: one machine by the window, one neighbour who needed an agbada by Saturday, and one night without sleep. The neighbour danced well in it. On Monday there were four people at the door.`,
  'The machines have multiplied since then, but the order of work has not changed. First we talk about the cloth. Where it was woven or dyed, how it falls, what it does in heat and under a hot iron. Only then do we take out the tape.',
  'Our aso-oke comes from looms in Ìṣẹ́yìn and Ìlọrin, our adire from dye pots in Abẹ́òkúta and Òṣogbo, and the neckwork on our kaftans from embroiderers who learned in Kano. We know these people by name and pay them when the cloth arrives, not when it sells.',
  'The shop on this page is the same counter, a little longer, so that it reaches a customer in Ìbàdàn or in London. You see the cloth and the price, you write your size in the note, and your order lands with a tailor on WhatsApp, who will write back.',
];

const services: readonly Titled[] = [
  {
    title: 'Bespoke tailoring',
    text: 'Agbada, kaftan, senator, isiagu, ìró and bùbá, gowns and children’s sets, cut to your own figures from our cloth or from yours. Two fittings are included when you can come by; from afar we work with the measurements in your note and a photograph. We keep your pattern, so the second order goes faster.',
  },
  {
    title: 'Dry cleaning',
    text: 'Lace, velvet, brocade and hand-woven aso-oke are cleaned by people who know what each of them can bear. Shadda is starched and beaten until it shines again. Loose beads, open hems and lost buttons are mended before the piece goes back on its hanger.',
  },
  {
    title: 'Shoe making',
    text: 'Palm slippers, half-shoes, sandals, brogues and mules are lasted and stitched on our own bench. Bring a quarter yard of the cloth you are wearing and the shoes will match it. Everything with a stitched sole can be soled again.',
  },
  {
    title: 'Bag making',
    text: 'Clutches from the end of your aso-oke, totes for the market, satchels and weekend bags in vegetable-tanned leather. Each is cut, sewn and edged by one maker, whose initials are inside. Repairs to our own bags are free for two years.',
  },
];

const values: readonly Titled[] = [
  {
    title: 'Cloth first',
    text: 'A good cut cannot save bad cloth. We touch every piece before we sell it and send back what we would not wear.',
  },
  {
    title: 'The promised day',
    text: 'A wedding does not wait for its tailor. If we cannot make the date we say so before you pay, not the night before.',
  },
  {
    title: 'A price you can see',
    text: 'What the page shows is what you pay, promotions included. Nobody is charged by the look of her car.',
  },
  {
    title: 'Names behind the work',
    text: 'Weavers, dyers, embroiderers and cobblers are paid fairly and credited when you ask who made it.',
  },
  {
    title: 'Made to be mended',
    text: 'We leave cloth in the seams and hem. Bodies change, children grow, and a good robe should come along.',
  },
];

export const aboutCopy = {
  storyTitle: 'Our story',
  story,
  missionTitle: 'Our mission',
  mission:
    'To make traditional clothes that fit the person and honour the hands behind the cloth, at a price that is written down, and to deliver them on the day we said.',
  visionTitle: 'Our vision',
  vision:
    'That a child anywhere in the world can open a box on the morning of a feast and find a robe in her size, woven in Ìṣẹ́yìn or dyed in Òṣogbo, and know the name of what she is wearing.',
  servicesTitle: 'What we do',
  services,
  valuesTitle: 'What we hold to',
  values,
  closingText: 'The kettle is on and the tape is round somebody’s neck. Come and see.',
  contactLinkText: 'Where to find us',
  productsLinkText: 'See the cloth',
};
