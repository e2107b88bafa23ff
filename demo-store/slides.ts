export type DemoSlideKey = 'owambe' | 'adire-line' | 'loom';

export type DemoSlideAnimation =
  | 'animate-fade-in'
  | 'animate-slide-in-right'
  | 'animate-scale-up'
  | 'animate-float';

/** One slide of the home page, in the order of the list. A phone shows fifty characters of the description. */
export type DemoSlide = {
  key: DemoSlideKey;
  title: string;
  description: string;
  buttonText: string;
  /** A path of this site. */
  buttonLink: string;
  titleAnimation: DemoSlideAnimation;
  descriptionAnimation: DemoSlideAnimation;
  active: boolean;
};

export const demoSlides: readonly DemoSlide[] = [
  {
    key: 'owambe',
    title: 'Dressed for the owambe',
    description: 'Lace, aso-oke and a gèlè that stands by itself.',
    buttonText: 'See the party cloth',
    buttonLink: '/products?category=iro-and-buba',
    titleAnimation: 'animate-fade-in',
    descriptionAnimation: 'animate-slide-in-right',
    active: true,
  },
  {
    key: 'adire-line',
    title: 'Blue from the river towns',
    description: 'Adire from Òṣogbo, eight turns in the indigo pot.',
    buttonText: 'Choose your adire',
    buttonLink: '/products?category=adire',
    titleAnimation: 'animate-slide-in-right',
    descriptionAnimation: 'animate-fade-in',
    active: true,
  },
  {
    key: 'loom',
    title: 'Straight from the loom',
    description: 'Sányán, àlàárì and ẹtù, woven by hand in Ìṣẹ́yìn.',
    buttonText: 'Meet the agbada',
    buttonLink: '/products?category=agbada',
    titleAnimation: 'animate-scale-up',
    descriptionAnimation: 'animate-float',
    active: true,
  },
];
