import { AlarmClockCheck, Store, X } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import createIcon from './create-icon.ts';

/** The data of an icon's module. */
async function iconData(file: string): Promise<Parameters<typeof createIcon>[0]> {
  const module = await import(`../../node_modules/lucide-react/dist/esm/icons/${file}.mjs`);
  return module.__iconData;
}

/** An element's tag and attributes, in no order. */
const partsOf = (html: string) =>
  html.split('>').map((tag) => [...tag.matchAll(/<\/?\w+|[\w:-]+="[^"]*"/g)].map(String).sort());

describe.each([
  ['x', X],
  ['store', Store],
  ['alarm-clock-check', AlarmClockCheck],
] as const)('%s', (file, original) => {
  test.each([
    {},
    { className: 'size-4 text-brand' },
    { 'aria-label': 'Close', role: 'img' },
    { size: 16, color: 'red', strokeWidth: 1.5, width: '1em' },
    { children: createElement('title', {}, 'Close') },
  ])('is drawn as by lucide with %j', async (props) => {
    const own = renderToStaticMarkup(createElement(createIcon(await iconData(file)), props));
    expect(partsOf(own)).toEqual(partsOf(renderToStaticMarkup(createElement(original, props))));
  });
});
