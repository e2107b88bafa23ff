import type { DemoProduct } from '../product.ts';

export const agbada: readonly DemoProduct[] = [
  {
    key: 'agbada-sanyan-oba',
    name: 'Sányán Ọba Agbada, Three Piece',
    description:
      'Sányán is the beige of wild silk, the cloth that Yoruba elders called the father of cloths. Ours is woven in narrow strips in Ìṣẹ́yìn, joined by hand, and left almost plain so that the weave can speak. The agbada falls to mid-calf with a single embroidered pocket; bùbá and ṣòkòtò are cut from the same length. Fold the wings over the shoulder when you sit and let them down when you dance. Write your height, chest, shoulder and trouser length in the note. Brush it, air it in shade, and keep water well away from it.',
    price: '485000.00',
    categoryKey: 'agbada',
    featured: true,
    promotionKey: 'bridal-season',
    likes: 132,
    daysAgo: 12,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'agbada-royal-brocade',
    name: 'Royal Blue Brocade Agbada',
    description:
      'A stiff, bright damask brocade in the blue that photographs well beside any aṣọ ẹbí. The neck carries an eight-knife pattern, the Hausa aska takwas, worked in champagne thread over canvas so that it never puckers. Sleeves open wide at the wrist; the inner bùbá is short-sleeved for heat. Most men between five foot seven and six foot wear the standard length of 54 inches; tell us if you are taller. The starch stays crisp for a long night and comes back with a hot iron over a damp cloth.',
    price: '265500.00',
    categoryKey: 'agbada',
    featured: true,
    likes: 118,
    daysAgo: 3,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'agbada-etu-groom',
    name: 'Ẹtù Groom Agbada with Fìlà',
    description:
      'Ẹtù is named after the guinea fowl: indigo so deep that it is nearly black, flecked with hair-thin lines of pale blue. We make it for grooms as a four-piece, with a matching gọ̀bì cap blocked to the size of your head. Embroidery runs down the front in the same indigo, seen only when the light catches it. Measure round the head above the ears and put that number in your note, together with the wedding date, because the weaver needs four weeks. Have it dry-cleaned after the ceremony and store it folded along the strips.',
    price: '612000.00',
    categoryKey: 'agbada',
    promotionKey: 'bridal-season',
    likes: 96,
    daysAgo: 41,
    images: ['front', 'detail', 'cloth', 'cap'],
  },
  {
    key: 'agbada-white-lace',
    name: 'White Eyelet Lace Agbada',
    description:
      'Swiss-style cotton eyelet over a fine voile lining, for naming ceremonies, church thanksgivings and first Fridays. The holes let the air through, which is why older men ask for it by name in March. We finish the neck with white-on-white satin stitch and close the bùbá with three covered buttons. Choose a lining in the note: pure white, ivory, or the faintest sky blue. It may be washed by hand in cool soapy water, and it dries on a hanger within two hours.',
    price: '228000.00',
    categoryKey: 'agbada',
    likes: 74,
    daysAgo: 58,
    images: ['front', 'cloth'],
  },
  {
    key: 'agbada-wine-cashmere',
    name: 'Wine Cashmere Agbada, Asymmetric Stitch',
    description:
      'For the man who finds embroidery loud: a matte wool-blend cashmere in wine, with one band of tone-on-tone stitching that crosses the chest from the left shoulder and stops at the pocket. The robe is cut slimmer than custom, forty-eight inches from cuff to cuff, so that you can drive in it. Trousers have a zip, two side pockets and a hidden drawstring. Say in the note whether you carry your phone on the right or the left; the inside pocket goes there.',
    price: '187500.00',
    categoryKey: 'agbada',
    likes: 63,
    daysAgo: 20,
    images: ['front', 'detail'],
  },
  {
    key: 'agbada-alaari-chief',
    name: 'Àlàárì Crimson Chieftaincy Agbada, Hand-Embroidered over Six Weeks, with Matching Bùbá, Ṣòkòtò, Abetí Ajá Cap and Ìpèlé for the Wife',
    description:
      'Àlàárì, the crimson third of the three noble aso-oke cloths, was once coloured with camwood and traded silk. This set is ordered for coronations and seventieth birthdays: everything named in the title comes in one garment box, cut from one warp so that husband and wife match to the thread. A single embroiderer works the front panel from start to finish, by hand, in ivory silk. Give both sets of measurements, or ask for a home fitting and we shall telephone. Once a year, unfold the pieces and let them breathe for an afternoon.',
    price: '648750.00',
    categoryKey: 'agbada',
    likes: 51,
    daysAgo: 90,
    images: ['front', 'detail', 'cloth', 'cap'],
  },
];
