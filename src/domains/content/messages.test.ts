import { expect, test } from 'vitest';
import * as messages from './messages.ts';

const all = [
  messages.createSlideMessages,
  messages.updateSlideMessages,
  messages.updateSlideImageMessages,
  messages.deleteSlideMessages,
  messages.setSlideActiveMessages,
  messages.reorderSlidesMessages,
];

test('ERR-33 OPEN-20 messages for a slide that cannot be loaded or saved', () => {
  expect([messages.slidesFailed, ...all.map(({ failure }) => failure.title)]).toEqual([
    'Failed to fetch slides',
    'Failed to create slide',
    'Failed to update slide',
    'Failed to update slide image',
    'Failed to delete slide',
    'Failed to update slide status',
    'Failed to update slide order',
  ]);
});

test('ERR-34 OPEN-20 messages for a saved slide', () => {
  expect(all.map(({ success }) => success)).toEqual([
    'Slide created successfully',
    'Slide updated successfully',
    'Slide image updated successfully',
    'Slide deleted successfully',
    undefined,
    'Slide order updated successfully',
  ]);
  expect([true, false].map((isActive) => messages.slideSwitched(isActive, null).title)).toEqual([
    'Slide activated successfully',
    'Slide deactivated successfully',
  ]);
});
