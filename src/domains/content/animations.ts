import type { Animation } from './contract.ts';

/** The displayed names of a slide's text animations. */
export const ANIMATION_LABELS: Readonly<Record<Animation, string>> = {
  'animate-fade-in': 'Fade In',
  'animate-slide-in-right': 'Slide In Right',
  'animate-scale-up': 'Scale Up',
  'animate-float': 'Float',
};
