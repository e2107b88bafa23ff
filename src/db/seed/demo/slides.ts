import type { SlideTheme } from '../pictures/names.ts';

export type DemoSlideAnimation =
  | 'animate-fade-in'
  | 'animate-slide-in-right'
  | 'animate-scale-up'
  | 'animate-float';

/** One slide of the front page; the order of the list is the order of showing. */
export type DemoSlide = {
  title: string;
  description: string;
  buttonText: string;
  /** A path of this site. */
  buttonLink: string;
  titleAnimation: DemoSlideAnimation;
  descriptionAnimation: DemoSlideAnimation;
  theme: SlideTheme;
  active: boolean;
};

export const demoSlides: readonly DemoSlide[] = [
  {
    title: 'Dressed for the owambe',
    description:
      'Lace, aso-oke and a gèlè that stands up by itself. Send us your measurements in the note, and the whole table will be sewn, pressed and folded before the band has tuned its talking drums.',
    buttonText: 'See the party cloth',
    buttonLink: '/products?category=iro-and-buba',
    titleAnimation: 'animate-fade-in',
    descriptionAnimation: 'animate-slide-in-right',
    theme: 'owambe',
    active: true,
  },
  {
    title: 'Blue from the river towns',
    description:
      'Adire from Abẹ́òkúta and Òṣogbo: starch, feather, raffia, and eight turns in the indigo pot. Every wrapper is drawn by a woman who could sign it, and no second one will ever be quite the same.',
    buttonText: 'Choose your adire',
    buttonLink: '/products?category=adire',
    titleAnimation: 'animate-slide-in-right',
    descriptionAnimation: 'animate-fade-in',
    theme: 'adire-line',
    active: true,
  },
  {
    title: 'Straight from the loom',
    description:
      'Sányán, àlàárì, ẹtù: the three noble cloths, woven four inches wide in Ìṣẹ́yìn and joined by hand in our workroom into agbada that your son will ask you for one day, and his son after him.',
    buttonText: 'Meet the agbada',
    buttonLink: '/products?category=agbada',
    titleAnimation: 'animate-scale-up',
    descriptionAnimation: 'animate-float',
    theme: 'loom',
    active: true,
  },
];
