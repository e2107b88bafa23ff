import type { DemoProduct } from '../product.ts';

export const isiaguAndShirts: readonly DemoProduct[] = [
  {
    key: 'isiagu-oxblood',
    name: 'Oxblood Isiagụ Tunic with Gold Chain',
    description:
      'Isiagụ means the head of the lion, and here the heads are woven in gold on oxblood velvet with a soft pile that catches the light of a hall. The tunic is long-sleeved and straight, closed at the neck by three stud buttons joined with a fine chain. It is worn over plain black trousers with a red or striped cap, a fan, and a steady walk. Send chest, sleeve and full length in the note; we leave three inches inside the hem. Steam from the back, for an iron would flatten the velvet.',
    price: '94500.00',
    categoryKey: 'isiagu',
    featured: true,
    likes: 88,
    daysAgo: 7,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'isiagu-royal-short',
    name: 'Short-Sleeved Isiagụ in Royal Blue',
    description:
      'An afternoon isiagụ for the traditional wedding, the igba nkwụ, where the groom must find his bride with a cup of palm wine in the heat of the day. Short sleeves, side slits and a cotton-backed satin keep it light; the lion heads are small and set in rows. Grooms often order five to nine for their friends, so ask us for the price of the whole line. State each man by name and size, one to a line. It can be machine washed cold, inside out.',
    price: '62000.00',
    categoryKey: 'isiagu',
    likes: 45,
    daysAgo: 33,
    images: ['front', 'cloth'],
  },
  {
    key: 'isiagu-charcoal-coat',
    name: 'Charcoal Isiagụ Dinner Coat',
    description:
      'Half tunic, half dinner jacket. The lion cloth is charcoal on charcoal, visible from an arm’s length; the lapel, cuffs and covered buttons are plain satin. It was first made for a customer who wore it to a chambers dinner in Enugu and wanted no one to call it costume. Wear it open over a white shirt, or closed to the neck with a bead necklace. Two fittings are included at the shop, or post us a jacket that you like and we shall copy its shoulders.',
    price: '146800.00',
    categoryKey: 'isiagu',
    likes: 29,
    daysAgo: 64,
    images: ['front', 'detail'],
  },
  {
    key: 'shirt-discs-palm',
    name: 'Gramophone Ankara Shirt, Palm Green',
    description:
      'The record print has been on Lagos backs since highlife came on shellac, and this version runs in palm green with cream rings. We cut the shirt so that one whole disc sits on the breast pocket and disappears when the pocket lies flat. Camp collar, coconut-shell buttons, a straight hem to be worn out. Sizes go from S, a 38-inch chest, to 3XL at 52; write yours down. The wax washes softer with time and keeps its colour if you dry it in the shade.',
    price: '24500.00',
    categoryKey: 'ankara-shirts',
    likes: 57,
    daysAgo: 26,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'shirt-crackle-indigo',
    name: 'Crackle-Print Danshiki Shirt',
    description:
      'A loose pullover with an embroidered keyhole neck, in a wax print whose fine veins come from breaking the resin before the dye bath. No two yards crack alike, so your shirt will differ a little from the picture. The armholes are deep and the side vents reach the hip, good for a beach at Tarkwa Bay or a long flight home. Tell us your chest and whether you like the hem at the hip or lower. Wash it apart from whites for the first two times.',
    price: '27800.00',
    categoryKey: 'ankara-shirts',
    promotionKey: 'sallah',
    likes: 22,
    daysAgo: 47,
    images: ['front', 'cloth'],
  },
];
