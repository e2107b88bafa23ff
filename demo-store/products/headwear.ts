import type { DemoProduct } from '../product.ts';

export const headwear: readonly DemoProduct[] = [
  {
    key: 'gele-champagne-metallic',
    name: 'Champagne Metallic Aso-Oke Gèlè',
    description:
      'Two yards of light aso-oke with a champagne lurex in the weft, soft enough to pleat and stiff enough to stand. It comes flat, in tissue, for whoever ties best in your family. Should you want it made up, write your head size and whether you like the fan to the left, the right or straight up, and we send it as an auto-gèlè with a tape behind. Wipe make-up from the inner band with a damp cloth the same night.',
    price: '28500.00',
    categoryKey: 'gele',
    featured: true,
    promotionKey: 'owambe',
    likes: 109,
    daysAgo: 6,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'gele-coral-sego',
    name: 'Coral Sego Head Tie',
    description:
      'Sego is the papery, glossy head tie that crackles as it is folded, and there is nothing else like it for height. The piece is seventy inches long and gives five clear pleats with enough left to tuck. Tie it before the earrings and after the powder. Two come in the packet, since mothers and daughters usually share, so one order is enough for both. Roll it loosely round a bottle to store it, because a sharp fold will never leave it.',
    price: '13800.00',
    categoryKey: 'gele',
    promotionKey: 'owambe',
    likes: 46,
    daysAgo: 37,
    images: ['front', 'cloth'],
  },
  {
    key: 'gele-adire-turban',
    name: 'Everyday Turban in Soft Adire',
    description:
      'For days without an invitation. A tube of jersey-backed adire with a twist already sewn in at the front, it goes on in four seconds over braids, locs or nothing at all. Satin inside spares the hair its usual friction. Choose regular or full, full being for anyone with waist-length braids to hide. It stretches between twenty-one and twenty-four inches and springs back after washing.',
    price: '12400.00',
    categoryKey: 'gele',
    likes: 79,
    daysAgo: 11,
    images: ['front', 'detail'],
  },
  {
    key: 'gele-emerald-openwork',
    name: 'Emerald Openwork Gèlè and Ìpèlé',
    description:
      'The weaver leaves out threads on purpose, and the rows of little holes, called eleya by some looms in Ìṣẹ́yìn, let the hair and the light come through. You receive the head tie and a shoulder cloth of the same strip, a yard and three quarters each. Lay the ìpèlé over the left shoulder, or knot it at the hip when the drummer comes. Name the outfit it must match and we shall send a photograph by daylight before packing. Hooks and brooches snag this weave, so pin with care.',
    price: '54600.00',
    categoryKey: 'gele',
    likes: 34,
    daysAgo: 68,
    images: ['front', 'cloth'],
  },
  {
    key: 'fila-gobi-etu',
    name: 'Gọ̀bì Fìlà in Ẹtù Aso-Oke',
    description:
      'The gọ̀bì is tall, soft and bent to one side, and which side is a conversation of its own: to the right, they say, for a bachelor, to the left for a married man. This one is deep ẹtù indigo with a cotton lining that drinks sweat. Put a tape round your head, a finger above the eyebrows, and write the inches; most men are 22 to 24. Do not wash it. Push the crown back into shape over a bowl.',
    price: '15500.00',
    categoryKey: 'fila',
    promotionKey: 'sallah',
    likes: 90,
    daysAgo: 13,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'fila-abeti-aja-sanyan',
    name: 'Abetí Ajá Cap, Sányán',
    description:
      'Abetí ajá, the dog’s ears, has two flaps that may be worn up like wings or turned down over the ears when the harmattan bites. The sányán strip runs across the crown and is reversed on the flaps, so that they show a paler face. It belongs with an agbada more than with a kaftan, but nobody will arrest you. Cap size goes in the note; add half an inch if you wear your hair high. Dust it with a dry toothbrush.',
    price: '18750.00',
    categoryKey: 'fila',
    likes: 41,
    daysAgo: 49,
    images: ['front', 'cloth'],
  },
  {
    key: 'fila-zanna-hula',
    name: 'Zanna Hula, Hand-Worked in Maiduguri Stitch',
    description:
      'A tall round hula in the Borno manner, each eyelet of its pattern worked by needle over many weeks. It is named after Zanna Bukar Dipcharima, the First Republic minister who wore it everywhere. The one we sell takes a single woman about forty days, and her initials are inside the band. Because a hula cannot be stretched, measure twice and give us centimetres. Washing is done by specialists who re-block it on a wooden form; bring it in and we send it on.',
    price: '35000.00',
    categoryKey: 'fila',
    promotionKey: 'sallah',
    likes: 58,
    daysAgo: 21,
    images: ['front', 'detail'],
  },
  {
    key: 'fila-red-cap',
    name: 'Red Wool Cap',
    description:
      'Plain red felted wool, close to the skull, with no seam on show. In much of Igboland a red cap is the sign of a titled man, so please wear it where custom allows you to; if you are taking a title, congratulations, and tell us the day. Families also order it for a late father’s portrait. Sizes run from 55 to 62 centimetres. Feathers are not included, since those are given and never bought. Brush in one direction and keep moths off with cedar.',
    price: '9800.00',
    categoryKey: 'fila',
    likes: 19,
    daysAgo: 83,
    images: ['front', 'detail'],
  },
  {
    key: 'fila-kufi-velvet',
    name: 'Velvet Kufi, Wine',
    description:
      'A low, round kufi in wine velvet over buckram, light in the hand and cool enough for tarawih prayers. The rim is piped with gold cord and the inside bound in cotton tape, so it leaves no mark on the forehead. Boys from ten years fit the smallest at 52 centimetres. Order two if you are giving one to your imam, and we shall wrap them separately. Lint comes off with a strip of masking tape.',
    price: '8500.00',
    categoryKey: 'fila',
    likes: 26,
    daysAgo: 31,
    images: ['front', 'detail'],
  },
];
