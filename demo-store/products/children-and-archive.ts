import type { DemoProduct } from '../product.ts';

export const childrenAndArchive: readonly DemoProduct[] = [
  {
    key: 'boys-agbada-sky',
    name: 'Little Chief Agbada, Sky Blue',
    description:
      'A real agbada for someone under four feet tall, with wings that have been shortened so that they do not end in the soup. The inner top fastens at the shoulder with snaps and the trousers have elastic all round. Ages one to eight are cut to height, not to age, so measure him against the door frame and give us the inches. The embroidery is soft-backed and does not itch. It goes through the washing machine, as it must.',
    price: '45500.00',
    categoryKey: 'boys',
    likes: 94,
    daysAgo: 48,
    images: ['front', 'detail'],
  },
  {
    key: 'boys-kaftan-ochre',
    name: 'Boys’ Sallah Kaftan, Ochre',
    description:
      'Smart for the morning prayer and strong enough for the afternoon’s football. Sturdy cotton twill, a stitched-down placket with two working buttons, and trousers with doubled knees. Three inches of hem are folded inside, which is one year of growing. Brothers may be dressed alike from age two to fourteen; list their names with height and chest. Egg and henna both come off with cold water first, then soap.',
    price: '32900.00',
    categoryKey: 'boys',
    promotionKey: 'sallah',
    likes: 39,
    daysAgo: 8,
    images: ['front', 'cloth'],
  },
  {
    key: 'girls-iro-rose',
    name: 'Girls’ Ìró and Bùbá with Ready Gèlè',
    description:
      'She wants to look like Grandma, and for one afternoon she can. The wrapper is a skirt in disguise, elastic at the back, with a flap in front; the bùbá pulls on over the head; the gèlè is already pleated and sits on a soft band. All of it is cut from fan-print cotton in rose. For the band we need her head size, for the rest her height and her age. Hand-wash the head tie and throw the remainder in with the uniforms.',
    price: '34200.00',
    categoryKey: 'girls',
    likes: 103,
    daysAgo: 42,
    images: ['front', 'detail', 'cloth'],
  },
  {
    key: 'girls-twirl-gown',
    name: 'Twirl Gown in Floral Ankara',
    description:
      'Tested by the cutter’s daughter, who turned eleven times in it and fell over happy. Three tiers of coral flowers hang from a lined bodice, with a sash that ties behind and a net underskirt which is kept away from the skin. The straps have two button positions for the spring growth. From two to ten years; write age and chest in the note. Fold the net first when packing and iron the tiers from the bottom up.',
    price: '29800.00',
    categoryKey: 'girls',
    likes: 62,
    daysAgo: 35,
    images: ['front', 'detail'],
  },
  {
    key: 'archive-agbada-cream',
    name: 'Jubilee Agbada in Cream Lace',
    description:
      'Made for the fiftieth birthday of a school principal and repeated for seven of her old boys. Cream voile lace, a round yoke, and cuffs worked with small open books. The lace is no longer imported in this pattern; what remains on the roll is enough for two more robes. Write to us first, since we would like to see you before cutting the last of it. Ready in three weeks after the second fitting.',
    price: '242500.00',
    categoryKey: 'archive',
    likes: 16,
    daysAgo: 400,
    images: ['front', 'cloth'],
  },
  {
    key: 'archive-wine-splash',
    name: 'Wine Splash Wrapper, Dyer’s Trial',
    description:
      'A trial from the day we tried to get wine red out of indigo and madder, and got this instead: plum clouds with a rust edge. The dyer could not repeat it, so the five wrappers that came out of the vat are all there are. Two yards, lightly starched, unhemmed. Small spots near the selvedge belong to its history and we have priced it for them. Ask us to send a picture of each so that you can pick your own.',
    price: '11300.00',
    categoryKey: 'workroom-samples',
    likes: 7,
    daysAgo: 260,
    images: ['front', 'cloth'],
  },
];
