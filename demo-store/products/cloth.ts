import type { DemoProduct } from '../product.ts';

export const cloth: readonly DemoProduct[] = [
  {
    key: 'aso-oke-alaari-set',
    name: 'Àlàárì Aso-Oke, Full Set for Two',
    description:
      'Enough crimson àlàárì for a couple: eight bundles for her ìró, bùbá, gèlè and ìpèlé, and six for his agbada and cap. Each strip is four inches wide and nine feet long, woven on a horizontal loom in Ìṣẹ́yìn from silk-look viscose and cotton. The edges are left raw for your tailor to join. If you want ours to sew it, say so and we shall ring for measurements. Wooden moth balls, no plastic bag, and a dark shelf will keep it for a lifetime.',
    price: '295000.00',
    categoryKey: 'aso-oke',
    promotionKey: 'weavers-week',
    likes: 77,
    daysAgo: 26,
    images: ['front', 'cloth', 'detail'],
  },
  {
    key: 'aso-oke-sanyan-her',
    name: 'Sányán Aso-Oke, Set for Her',
    description:
      'The colour of groundnut shells and river sand. Traditional sányán was spun from the cocoons of the Anaphe moth; ours blends tussah silk with cotton, which keeps the dry hand and costs a third. Eight strips make wrapper, blouse, head tie and shoulder cloth for a woman up to UK 18, and two more are enough beyond that. Mention a family stripe if you have one: the weaver can lay a single coloured thread along each edge. Always iron from the wrong side.',
    price: '168400.00',
    categoryKey: 'aso-oke',
    likes: 59,
    daysAgo: 44,
    images: ['front', 'cloth'],
  },
  {
    key: 'aso-oke-royal-metallic',
    name: 'Royal Metallic Aso-Oke, Set for Her',
    description:
      'Party aso-oke: royal blue warp, silver and blue lurex in the weft, and a glitter that reaches the back of the hall. The modern lurex strip is lighter than the old cloth, about 900 grams for the whole set, so a gèlè of it can be borne until midnight. Allow three weeks when ordering more than ten sets for aṣọ ẹbí. We dye-match to a swatch, a screenshot or a lipstick. Avoid steam, which dulls the metal thread.',
    price: '112750.00',
    categoryKey: 'aso-oke',
    promotionKey: 'owambe',
    likes: 87,
    daysAgo: 25,
    images: ['front', 'cloth'],
  },
  {
    key: 'aso-oke-ilorin-openwork',
    name: 'Ìlọrin Openwork Aso-Oke, Set for Him',
    description:
      'From a compound in Ìlọrin where four brothers weave in one courtyard. The strip alternates a closely beaten band with one of open lattice, teal on teal, and makes an agbada that moves in the faintest wind. You get six bundles, with an extra half for the cap. A robe in openwork needs a plain inner bùbá, which we can supply; just write the colour. Damp sponging is as wet as this cloth should ever get.',
    price: '143500.00',
    categoryKey: 'aso-oke',
    promotionKey: 'weavers-week',
    likes: 32,
    daysAgo: 66,
    images: ['front', 'cloth'],
  },
  {
    key: 'aso-oke-rose-ipele',
    name: 'Rose Aso-Oke Ìpèlé, Single Piece',
    description:
      'A shoulder cloth on its own, for the guest who has her lace already and only wants the finish. Rose pink with a narrow coral line, two yards long, fringed by hand at both ends. Fold it in three lengthwise and let the fringe hang level with the hip. Gift wrapping in brown paper and a strip of the same weave costs nothing; write the name that should stand on the card. Stray threads are cut, never pulled.',
    price: '21900.00',
    categoryKey: 'aso-oke',
    likes: 24,
    daysAgo: 51,
    images: ['front', 'cloth'],
  },
  {
    key: 'adire-ewa-osun',
    name: 'Ẹwà Ọṣun Adire Wrapper',
    description:
      'The beauty of Ọṣun, drawn by women who live beside her river in Òṣogbo. Cassava starch is painted on white cotton with a chicken feather, square by square, and the cloth goes into indigo eight times before the paste is scraped off. Fish, ripples and combs fill the squares, and no two wrappers repeat. It measures two yards by 45 inches: tie it at the chest, at the waist, or hang it on a wall. Tell us if you would like it hemmed. Rinse it alone in cold water with a spoon of salt.',
    price: '12500.00',
    categoryKey: 'adire',
    featured: true,
    likes: 137,
    daysAgo: 1,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'adire-ibadandun',
    name: 'Ìbàdàndùn Adire Ẹlẹ́kọ, Five Yards',
    description:
      'Ìbàdàn is sweet, says this pattern, and it has said so since the pillars of Mapo Hall were first drawn between spoons and ducks. The squares are laid out with a zinc stencil and finished freehand. Five yards are enough for a bubu or for two short dresses. Where the starch cracked in drying you will find hairlines of blue; collectors look for those. A few minutes in the shade between washes will keep the white from yellowing.',
    price: '34750.00',
    categoryKey: 'adire',
    likes: 69,
    daysAgo: 29,
    images: ['front', 'cloth'],
  },
  {
    key: 'adire-oniko-osupa',
    name: 'Òṣùpá Adire Oníko',
    description:
      'Òṣùpá, the moon: one great ring in each half of the wrapper and a sky of small ones around it. Pebbles and seeds are bound into the cotton with raffia, hundreds of knots to a piece, and every knot leaves a white star. Two wrappers come as a pair, joined or apart as you tell us. Their puckers are part of the cloth, so leave the iron cold and pull the edges straight by hand. The smell of the dye pot fades within a fortnight.',
    price: '19600.00',
    categoryKey: 'adire',
    likes: 52,
    daysAgo: 36,
    images: ['front', 'cloth'],
  },
  {
    key: 'adire-alabere-ochre',
    name: 'Adire Alábẹ́rẹ́ in Kola and Ochre',
    description:
      'Before chemical colours came, the dyers of Abẹ́òkúta had kola nut for brown and ginger for yellow, and this cloth goes back to them. Lines of running stitch are drawn tight, dyed, and unpicked one by one, leaving herringbone across four yards of brushed cotton. The warm shades suit cushions and curtains as much as shirts. Let us know if you need one continuous length, for the vat takes two yards at a time. Vinegar in the rinse holds the brown.',
    price: '28300.00',
    categoryKey: 'adire',
    likes: 37,
    daysAgo: 59,
    images: ['front', 'cloth'],
  },
  {
    key: 'adire-splash-sunset',
    name: 'Kampala Splash Adire, Per Five Yards',
    description:
      'Bright, quick and cheerful: the cloth is crushed by hand, sprinkled with dye and left in the sun of Ìtòkú market until the creases have taken. Orange runs into purple and leaves islands of white. It is sold on 100 percent cotton in five-yard lengths; school choirs and hen parties take it by the dozen. Send us a picture if you want other colours, because the next batch is never more than a week off. Cold soapy water the first time, whatever you like afterwards.',
    price: '16250.00',
    categoryKey: 'adire',
    likes: 65,
    daysAgo: 19,
    images: ['front', 'cloth'],
  },
  {
    key: 'ankara-feather-six',
    name: 'Speed Feather Ankara, Six Yards',
    description:
      'Long plumes in orange and teal, wax-printed on both faces and finished so that the cloth stands up by itself. Six yards dress a woman in a gown with its head tie, or a couple in a skirt and a shirt. The repeat is twenty-four inches high, worth telling your tailor before she cuts. We can split it into two threes on request. Soak out the factory finish overnight and the hand becomes soft.',
    price: '22800.00',
    categoryKey: 'ankara-by-the-yard',
    likes: 44,
    daysAgo: 22,
    images: ['front', 'cloth'],
  },
  {
    key: 'ankara-crackle-wine',
    name: 'Wine Crackle Ankara, Six Yards',
    description:
      'An almost plain wax for people who like the crackle better than the picture. Fine veins of cream break through the wine ground wherever the resin split, and a border of small diamonds runs along each selvedge. Use the border as a hem and half of the finishing is done. It takes embroidery well, so men have begun to order it for kaftans. Should you need matching buttons, write how many; we cover them while you wait.',
    price: '18950.00',
    categoryKey: 'ankara-by-the-yard',
    likes: 18,
    daysAgo: 70,
    images: ['front', 'cloth'],
  },
  {
    key: 'ankara-floral-rose',
    name: 'Ìyá Alájé Floral Ankara, Six Yards',
    description:
      'The market woman’s favourite: roses as large as saucers on a deep green ground, loud enough to be seen across Balogun. Traders gave the print its name because it was first worn by the ones whose goods sold out before noon. Thick cotton, firm weave, thirteen picks more to the inch than the cheap copies. Say whether you would like it folded or rolled for posting abroad. The selvedge carries the mill’s mark, which you may keep as proof.',
    price: '25400.00',
    categoryKey: 'ankara-by-the-yard',
    likes: 33,
    daysAgo: 48,
    // No picture on purpose: shows the placeholder wherever a picture is expected.
    images: [],
  },
];
