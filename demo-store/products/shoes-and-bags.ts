import type { DemoProduct } from '../product.ts';

export const shoesAndBags: readonly DemoProduct[] = [
  {
    key: 'shoe-palm-slippers',
    name: 'Oxblood Palm Slippers',
    description:
      'One broad band of calf leather, a padded footbed, and a stacked sole of tyre rubber that grips wet tiles. Palm slippers are what Nigerian men put on with everything that is not a suit; ours are stitched through, not only glued, so they can be re-soled. Order your usual EU size, and half a size up if your instep is high. Polish with wax once a month and let rain dry out slowly, away from the generator.',
    price: '27500.00',
    categoryKey: 'shoes-for-men',
    promotionKey: 'sallah',
    likes: 82,
    daysAgo: 17,
    images: ['front', 'detail'],
  },
  {
    key: 'shoe-kano-sandals',
    name: 'Kano Leather Sandals',
    description:
      'Goatskin from the pits of Kano, tanned with acacia pods as it has been since the caravans carried it north and the world called it Morocco leather. Three straps, a toe loop, brass buckles that will not rust in Lagos air. The sole is cut by following your own foot: stand on paper, draw round it, and send us the photograph with a ruler in it. For the first week they squeak; rub the inside with a candle.',
    price: '31200.00',
    categoryKey: 'shoes-for-men',
    likes: 50,
    daysAgo: 39,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'shoe-brogue-cognac',
    name: 'Cognac Brogues, Goodyear Welted',
    description:
      'The bench-made pair of the house. Full brogue punching, a leather heel with a rubber quarter, and a cork filling that shapes itself to you within a month. We made the last for broad African feet, so most customers can stop buying a size too long. EU 40 to 48, with width F as standard and G if you write it. Cedar trees are in the box. Bring them back after two years and new soles cost a third of new shoes.',
    price: '98400.00',
    categoryKey: 'shoes-for-men',
    likes: 71,
    daysAgo: 27,
    images: ['front', 'detail'],
  },
  {
    key: 'shoe-aso-oke-half-shoe',
    name: 'Half-Shoe in Ẹtù Aso-Oke',
    description:
      'Closed in front, open at the heel, and covered in the same indigo strip as our gọ̀bì caps, so cap and shoe may greet each other. A half-shoe slips off at the door of a house and slips on again without bending down in a heavy agbada. The cloth is sealed against dust and backed with leather where it creases. Name your EU size in the note, and your own cloth if you wish us to use it: a quarter yard will do.',
    price: '41800.00',
    categoryKey: 'shoes-for-men',
    likes: 40,
    daysAgo: 53,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'shoe-mule-metallic',
    name: 'Owambe Block-Heel Mules, Champagne',
    description:
      'Three inches of solid block under champagne aso-oke, because grass lawns eat stilettos and the dance floor comes after the lawn. The insole is memory foam covered in glove leather, with a grip strip for the ball of the foot. Sizes from EU 36 to 43. Tell us about a bunion or a wide foot without shyness; the upper is cut by hand and can be opened by half an inch. A dry brush takes off the red dust.',
    price: '46900.00',
    categoryKey: 'shoes-for-women',
    likes: 86,
    daysAgo: 10,
    images: ['front', 'detail'],
  },
  {
    key: 'shoe-ankara-sandals',
    name: 'Flat Ankara Sandals, Sunset',
    description:
      'Two crossed straps of sunset wax print, quilted and piped in leather, on a flat cushioned sole. They weigh less than a phone each and live happily in a handbag until the high heels give up. Each pair is cut so that left and right mirror one another. Give your size in EU or UK and say which it is. When they are dirty, use a soft brush and bar soap, then stand them upright to dry.',
    price: '25600.00',
    categoryKey: 'shoes-for-women',
    likes: 54,
    daysAgo: 24,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'shoe-mule-adire',
    name: 'Indigo Adire Mules',
    description:
      'A low mule with a pointed toe and a heel you could mistake for flat. The vamp is starch-resist adire, chosen so that one drawn motif, a comb or a bird, lands on each foot. It goes with white jeans as calmly as with a bubu. If you already own one of our wrappers, send its order number and we shall look for cloth from the same dyer. Wear them in the dry; indigo and puddles are old enemies.',
    price: '36750.00',
    categoryKey: 'shoes-for-women',
    likes: 30,
    daysAgo: 62,
    images: ['front', 'cloth'],
  },
  {
    key: 'bag-clutch-emerald',
    name: 'Emerald Aso-Oke Fold Clutch',
    description:
      'A flat clutch that opens to twice its size, so that the envelopes fit on the way out as well as the lipstick on the way in. Openwork aso-oke lies over gold-brown leather, which shines through the holes. The wrist loop unclips. We can make it from the cloth of your own outfit when you bring us a piece of eighteen by twelve inches; write ‘own cloth’ in the note. Keep the tissue inside it and it keeps its shape.',
    price: '32400.00',
    categoryKey: 'handbags',
    promotionKey: 'owambe',
    likes: 76,
    daysAgo: 13,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'bag-tote-ankara',
    name: 'Market Tote in Ankara and Leather',
    description:
      'Big enough for yam, laptop and the shoes you drove in. The body is canvas-backed wax print in ochre fans, the base and handles are bridle leather riveted at eight points, and a zip runs the full width because Lagos is Lagos. It stands by itself on a church floor. Handles come short for the hand or long for the shoulder: tell us which. Wipe the lining with a damp cloth; it is the wipeable kind.',
    price: '39900.00',
    categoryKey: 'handbags',
    likes: 92,
    daysAgo: 9,
    images: ['front', 'detail'],
  },
  {
    key: 'bag-clutch-beaded',
    name: 'Coral Party Clutch, Hard Frame',
    description:
      'A brass frame that shuts with a proper click, stretched with coral brocade and lined in satin. It holds a phone of any size, powder, and a folded wad of mints, as Nigerians call new notes. A thin chain hides inside for when you need both hands for the jollof. Initials can be stamped on the inner flap, up to three letters. Never put it away wet from a spilled drink: open it and let it air overnight.',
    price: '29300.00',
    categoryKey: 'handbags',
    likes: 0,
    daysAgo: 0,
    images: ['front', 'detail'],
  },
  {
    key: 'bag-satchel-cognac',
    name: 'Yaba Satchel, Cognac Leather',
    description:
      'Designed for the lecturers and programmers of the neighbourhood: a flat satchel for a fifteen-inch computer, with a sleeve for papers that must not crease. Vegetable-tanned cowhide, saddle-stitched by hand with waxed linen, edges burnished four times. The strap is fifty-six inches at its longest, and can be ordered longer for tall people. It arrives pale and turns the colour of kola within a year. Feed it with neutral cream when it looks thirsty.',
    price: '84600.00',
    categoryKey: 'work-and-travel-bags',
    likes: 68,
    daysAgo: 32,
    images: ['front', 'detail'],
  },
  {
    key: 'bag-weekender-adire',
    name: 'Ọ̀sẹ̀ Weekend Bag in Adire and Leather',
    description:
      'Friday evening to Monday morning in one bag. Heavy canvas dyed in the vat with our wrappers gives it the ringed indigo sides; the corners, straps and name tag are black leather. It passes as cabin luggage on every local airline we have tried. A separate pocket below keeps slippers away from shirts. Write the name for the tag exactly as it should be stamped. Loose dust shakes out of it, and rain beads on the waxed finish.',
    price: '91750.00',
    categoryKey: 'work-and-travel-bags',
    likes: 47,
    daysAgo: 57,
    images: ['front', 'detail', 'cloth'],
  },
];
