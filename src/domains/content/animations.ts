import type { Animation } from './contract.ts';

/** How the words of a slide come in, as it is chosen. */
export const ANIMATION_LABELS: Readonly<Record<Animation, string>> = {
  'animate-fade-in': 'Fade In',
  'animate-slide-in-right': 'Slide In Right',
  'animate-scale-up': 'Scale Up',
  'animate-float': 'Float',
};
