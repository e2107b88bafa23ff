import type { DemoProduct } from '../product.ts';

export const kaftanAndSenator: readonly DemoProduct[] = [
  {
    key: 'kaftan-cream-linen',
    name: 'Cream Linen Jumu’ah Kaftan',
    description:
      'Friday linen in warm cream, pre-washed so that it creases softly instead of sharply. The top reaches the knee and has a band collar, a hidden placket and one line of chain stitch down the front. The wando are straight with a drawstring and a buttoned back pocket for the car key. Add your height and chest to the note, and say whether you sit cross-legged often: we then cut the trouser seat deeper. Iron while damp, or wear it the way linen wants to be worn.',
    price: '78500.00',
    categoryKey: 'kaftan',
    featured: true,
    promotionKey: 'sallah',
    likes: 104,
    daysAgo: 35,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'kaftan-emerald-kano',
    name: 'Kano Embroidered Kaftan, Emerald',
    description:
      'The neckwork of this kaftan is drawn freehand in chalk by a Kano embroiderer and then filled in silk on a foot-driven machine, so the spirals are never quite equal. The cloth beneath is a polished cotton that Hausa tailors call shadda, beaten until it shines. It rustles when you walk; that sound is half the pleasure. For length, measure from the nape of the neck to where you want the hem. Take it to a laundry that knows shadda, and ask for gum starch.',
    price: '112000.00',
    categoryKey: 'kaftan',
    promotionKey: 'sallah',
    likes: 81,
    daysAgo: 16,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'kaftan-sky-jalabiya',
    name: 'Sky Blue Jalabiya',
    description:
      'A full-length jalabiya in combed cotton, with a short button stand and side pockets you can reach without lifting the hem. It is what many of our customers put on after the office and do not take off until morning. Length is everything: stand barefoot, measure from shoulder bone to ankle, and give us inches. The blue is light enough to show sweat honestly, so we double the cloth under the arms. Any machine, any soap, any line in the sun.',
    price: '42300.00',
    categoryKey: 'kaftan',
    likes: 36,
    daysAgo: 72,
    images: ['front', 'detail'],
  },
  {
    key: 'kaftan-adire-panel',
    name: 'Kaftan with Adire Ẹlẹ́kọ Panel',
    description:
      'Plain charcoal cotton, opened down the middle by a panel of starch-resist adire painted with a feather in Abẹ́òkúta. The panel is set between two rows of pick stitching and ends in a curved hem. Because each panel is cut from a different wrapper, the drawing may show birds, combs or lizards; name a wish and we shall look through the pile. Chest, length and sleeve, please, in that order. Indigo gives off a little blue at first, so keep it from pale car seats for a week.',
    price: '88900.00',
    categoryKey: 'kaftan',
    likes: 67,
    daysAgo: 28,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'senator-charcoal',
    name: 'Charcoal Senator, Single Pleat',
    description:
      'The one that our cutters wear themselves. Tropical-weight cashmere in charcoal, a concealed front, and a single knife pleat that drops from the left breast to the hem. It goes from a Monday meeting on Broad Street to a wake-keeping at night without a question asked. Trousers taper to seven inches at the ankle unless you write otherwise. Mention your belt size too, since the waist has no elastic. Hang it in the steam of the bathroom and the day’s creases fall out.',
    price: '68000.00',
    categoryKey: 'senator',
    promotionKey: 'sallah',
    likes: 93,
    daysAgo: 10,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'senator-palm-contrast',
    name: 'Palm Green Senator with Aso-Oke Cuffs',
    description:
      'A deep palm-leaf green, quiet until you raise your hand: the cuffs and the inside of the collar are strips of openwork aso-oke. Short vents at the side keep the top from pulling over the hip when you sit. It pairs with brown slippers and an abetí ajá cap in the same strip, which we can cut for you from the offcut. Let us know if you are left-handed, and the pen slot moves to the other side. Protect the cuffs with a cloth when pressing.',
    price: '83250.00',
    categoryKey: 'senator',
    likes: 48,
    daysAgo: 38,
    images: ['front', 'detail'],
  },
  {
    key: 'senator-white-grid',
    name: 'White Senator with Grid Stitching',
    description:
      'All white, with a grid of raised stitching across the chest that took our machinist three tries to draw straight. The fabric is an Italian-spun polywool that does not turn see-through in sunlight, a thing worth checking before any white outfit. Groomsmen like it; so do pastors. Tell us the date of the event and we shall hold it back from packing until two days before, so that it reaches you unfolded. Red stew comes out with washing-up liquid if you are quick.',
    price: '74700.00',
    categoryKey: 'senator',
    likes: 55,
    daysAgo: 25,
    images: ['front', 'detail'],
  },
  {
    key: 'senator-sky-short',
    name: 'Short-Sleeved Senator, Harmattan Sky',
    description:
      'Named after the pale, dusty blue over Lagos in January. The sleeves stop above the elbow, the top ends at mid-thigh, and the trousers may be swapped for shorts if you say so while ordering. A stand collar keeps it formal enough for a Sunday introduction visit. We cut it from cotton gabardine, which breathes better than the usual suiting. Five sizes lie ready sewn for collection the same day: S, M, L, XL and XXL.',
    price: '46500.00',
    categoryKey: 'senator',
    promotionKey: 'sallah',
    likes: 31,
    daysAgo: 14,
    images: ['front', 'cloth'],
  },
];
