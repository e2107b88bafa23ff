import type { DemoProduct } from '../product.ts';

export const iroAndBuba: readonly DemoProduct[] = [
  {
    key: 'iro-coral-lace',
    name: 'Ìró and Bùbá in Coral Eyelet Lace',
    description:
      'Coral cotton lace with scalloped edges, cut so that the scallop runs along the hem of the bùbá and again at the top of the wrapper. The ìró is two full yards wide and ties with hidden tapes, so it stays where you put it through the whole of a praise session. A boat neck and elbow sleeves leave room for beads. In the note give bust, hip and the length from waist to ankle. Wash gently by hand, roll it in a towel, and dry it flat.',
    price: '96500.00',
    categoryKey: 'iro-and-buba',
    featured: true,
    promotionKey: 'owambe',
    likes: 126,
    daysAgo: 4,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'iro-wine-aso-oke-bridal',
    name: 'Ìyàwó Bridal Set: Ìró, Bùbá, Gèlè and Ìpèlé',
    description:
      'Four pieces of wine aso-oke with a rose-gold thread in the weft, made for the engagement morning when the bride is asked to pick one gift from the table. The wrapper is lined in cotton because metallic yarn can scratch, and the bùbá closes at the back with a zip under a button strip. We weave to order and need five weeks, so please write the date first. Bust, hip, height and head size follow. Keep the set rolled on a tube and it will serve your daughter as well.',
    price: '318000.00',
    categoryKey: 'iro-and-buba',
    promotionKey: 'bridal-season',
    likes: 140,
    daysAgo: 30,
    images: ['front', 'detail', 'cloth', 'gele'],
  },
  {
    key: 'iro-oleku-adire',
    name: 'Ọlẹ́kú: Short Ìró and Bùbá in Adire',
    description:
      'In the sixties the smart girls of Ìbàdàn cut their wrappers at the knee and called the look ọlẹ́kú. Ours is hand-tied adire oníko, its white rings strung like beads across indigo, with a bùbá that shows a finger’s width of waist. It is light, quick to tie and made for dancing to Ayinla Omowura. Choose knee or mid-calf when you write to us, and give the waist measurement over your underskirt. Salt in the first rinse settles the dye.',
    price: '58750.00',
    categoryKey: 'iro-and-buba',
    promotionKey: 'owambe',
    likes: 84,
    daysAgo: 18,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'iro-emerald-brocade',
    name: 'Emerald Brocade Ìró with Puffed Bùbá',
    description:
      'Here the grandmother’s wrapper meets a granddaughter’s sleeve. The brocade is bottle-emerald with a woven leaf, firm enough to hold a puff that stands two inches off the shoulder and narrows at the elbow. A small pocket hides in the fold of the ìró for the money you will be sprayed. Please state bust, upper arm and hip; the upper arm decides how the puff sits. Press it face down on a thick towel so that the leaf keeps its relief.',
    price: '87200.00',
    categoryKey: 'iro-and-buba',
    likes: 61,
    daysAgo: 52,
    images: ['front', 'detail'],
  },
  {
    key: 'iro-champagne-mother',
    name: 'Mother of the Day Double Wrapper',
    description:
      'Two wrappers, one above the other in the manner of Delta and Igbo mothers, with a blouse of champagne lace over satin. The lower wrapper reaches the floor and the upper one the calf, and both carry a woven border that should fall exactly in line. We baste that line at your fitting; by post, a photograph of you standing in your shoes does nearly as well. Blouse size, hip and shoe heel go in the note. A dry cleaner with a name to lose is the right place for it.',
    price: '174000.00',
    categoryKey: 'iro-and-buba',
    likes: 43,
    daysAgo: 77,
    images: ['front', 'detail', 'cloth'],
  },
];

export const gownsAndBubu: readonly DemoProduct[] = [
  {
    key: 'gown-sunset-fan',
    name: 'Sunset Fan Ankara Gown',
    description:
      'Fans of orange, plum and gold open up the skirt like the tail of a peacock. We turn the print at the waist so that the blades rise on the bodice and fall below it, which takes two yards more than a lazy cutter would spend. The skirt is a full circle, tea length, with deep pockets and a stiffened hem. Order by UK size, or send bust, waist and hip if yours lie between two. Turn it inside out for the machine and it will stay this loud for years.',
    price: '64900.00',
    categoryKey: 'ankara-gowns',
    featured: true,
    likes: 111,
    daysAgo: 9,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'gown-teal-floral',
    name: 'Teal Hibiscus Wrap Gown',
    description:
      'A true wrap gown that opens flat like a robe: forgiving after lunch, kind to a nursing mother, and easy to post as a gift. Hibiscus flowers climb from the hem and thin out toward the neck. The tie passes through a bound slit at the left and knots where you like it. Tell us your bust and your height in flat shoes, nothing more is needed. Wax print shrinks by an inch in the first wash, so we wash it before we cut it.',
    price: '52400.00',
    categoryKey: 'ankara-gowns',
    likes: 72,
    daysAgo: 23,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'gown-feather-column',
    name: 'Feather Column Gown, Royal and Ochre',
    description:
      'Straight from shoulder to floor with one slit, so that the long feathers of the print run unbroken for fifty inches. It asks for good posture and repays it. A boned inner belt holds the waist; nobody will see it, and you will not need a second thing underneath. For this cut we want six figures: bust, under-bust, waist, hip, shoulder to waist, and waist to floor in heels. Store it on a padded hanger, never folded across the feathers.',
    price: '79300.00',
    categoryKey: 'ankara-gowns',
    likes: 38,
    daysAgo: 45,
    images: ['front', 'detail'],
  },
  {
    key: 'gown-discs-office',
    name: 'Monday Ankara Shift Dress',
    description:
      'Ankara for people who have a nine o’clock meeting. Small dark discs on palm green, a round neck, sleeves to the elbow, and a hem that covers the knee when you sit. The lining stops static under a trouser-suit jacket and the back vent is faced, so it cannot tear in a danfo. UK 8 to UK 24 at one price; a note about your preferred length is welcome. Colour holds fast at thirty degrees, and an iron on medium does the rest.',
    price: '38600.00',
    categoryKey: 'ankara-gowns',
    likes: 49,
    daysAgo: 61,
    images: ['front', 'cloth'],
  },
  {
    key: 'gown-crackle-offshoulder',
    name: 'Off-Shoulder Crackle Gown, Oxblood',
    description:
      'The neckline sits on the arm and stays there, because a strip of silicone tape and two inner loops do the work that tugging usually does. Below it the oxblood crackle print is cut on the bias and follows the body down to a small fishtail. Order it for the reception, after the heavy lace has come off. Measure round both shoulders with your arms down: that is the figure we cannot guess. Spot-clean first and save full cleaning for the end of the season.',
    price: '71850.00',
    categoryKey: 'ankara-gowns',
    promotionKey: 'owambe',
    likes: 66,
    daysAgo: 34,
    images: ['front', 'detail'],
  },
  {
    key: 'bubu-adire-splash',
    name: 'Kampala Bubu, Teal Splash',
    description:
      'Kampala is what Lagos calls the bright tie-dye that grew up beside indigo, and this piece is crumpled, bound and dipped three times. The bubu is a single width of cotton with a slit for the head and side seams that begin at the hip. One size truly does fit most; only the length changes, so tell us how tall you are. Wear it with slippers at home and with a belt at the airport. It packs to the size of a loaf and shakes out ready.',
    price: '33500.00',
    categoryKey: 'bubu',
    likes: 98,
    daysAgo: 8,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'bubu-rose-brocade',
    name: 'Rich Bubu in Rose Brocade',
    description:
      'A Malian-style grand boubou in beaten rose brocade, embroidered round the neck and down to the breastbone in a darker shade. It stands away from the body like a bell, and the sleeves reach the fingertips until you push them up. Wear an underslip in the same tone; we add one without charge. Brides’ aunties take it in a size larger and we find they are right. Ask your laundry to starch and beat it, not to spin it.',
    price: '124500.00',
    categoryKey: 'bubu',
    promotionKey: 'owambe',
    likes: 53,
    daysAgo: 40,
    images: ['front', 'detail'],
  },
  {
    key: 'bubu-alabere-batwing',
    name: 'Batwing Bubu in Àdìrẹ Alábẹ́rẹ́',
    description:
      'Alábẹ́rẹ́ means done with a needle: the pattern is sewn tight with raffia before dyeing, and when the threads are pulled out the white lines look like fish bones. Our batwing shape spreads those lines across the arms so that the cloth opens when you gesture. There is an elastic casing at the back waist only, which keeps the front clean. Give your hip and height. Hand-wash with mild soap and expect the blue to soften toward denim over the years.',
    price: '47900.00',
    categoryKey: 'bubu',
    likes: 27,
    daysAgo: 55,
    images: ['front', 'cloth'],
  },
];
