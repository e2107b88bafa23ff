import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataSaverOfPage } from '#shared/data-saver.ts';
import { Image } from './image.tsx';

const image = { url: '/uploads/product-images/a.jpg', width: 600, height: 750 };
const stored = { image, alt: 'Agbada', sizes: '50vw' };

test('a stored image reserves its space and is offered in both formats, never enlarged', () => {
  const html = renderToStaticMarkup(<Image {...stored} />);
  expect(html).toContain('width="600" height="750"');
  expect(html).toContain('type="image/avif"');
  expect(html).toContain('/img/480/avif/uploads/product-images/a.jpg 480w');
  expect(html).toContain('/img/640/webp/uploads/product-images/a.jpg 640w');
  expect(html).not.toContain('/img/960/');
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('fetchPriority');
});

test('a priority image is loaded eagerly', () => {
  const html = renderToStaticMarkup(
    <Image {...stored} image={{ ...image, placeholder: '#262c6b' }} priority />,
  );
  expect(html).toContain('fetchPriority="high"');
  expect(html).toContain('loading="eager"');
  expect(html).toContain('background-color:#262c6b');
});

test('a preview that is not stored is shown unchanged', () => {
  const html = renderToStaticMarkup(<Image {...stored} image={{ ...image, url: 'blob:http://shop/1' }} />);
  expect(html).toContain('src="blob:http://shop/1"');
  expect(html).not.toContain('srcSet');
  expect(html).not.toContain('<source');
});

test('OFF-05 with the data saver no image is wider than 320 pixels, a main one than 480', () => {
  const html = (priority: boolean) =>
    renderToStaticMarkup(
      <DataSaverOfPage value={true}>
        <Image {...stored} priority={priority} image={{ ...image, width: 2000 }} />
      </DataSaverOfPage>,
    );
  const widths = (text: string) => [
    ...new Set([...text.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))),
  ];
  expect(widths(html(false))).toEqual([96, 160, 320]);
  expect(widths(html(true))).toEqual([96, 160, 320, 480]);
  expect(html(false)).toContain('src="/img/320/webp/');
});
