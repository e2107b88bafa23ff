import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { galleryOf } from '../../images/gallery.ts';
import { ProductGallery } from './product-gallery.tsx';

const image = (id: string, displayOrder: number, isPrimary = false) => ({
  id,
  url: `/uploads/product-images/${id}.jpg`,
  width: 1200,
  height: 1500,
  placeholder: '',
  isPrimary,
  displayOrder,
});
const product = (images: ReturnType<typeof image>[]) => ({
  id: 'p',
  name: 'Kaftan',
  image: { url: '/uploads/placeholder.jpg', width: 1200, height: 1500, placeholder: '' },
  images,
});

test('RULES-18 the primary image comes first, then the others in their order; the placeholder if there are none', () => {
  const three = product([image('b', 2), image('a', 1), image('c', 3, true)]);
  expect(galleryOf(three).map((one) => one.id)).toEqual(['c', 'a', 'b']);
  expect(galleryOf(product([])).map((one) => one.url)).toEqual(['/uploads/placeholder.jpg']);
});

test('DETAIL-02 DETAIL-03 all images are rendered; thumbnails only if there is more than one', () => {
  const two = renderToStaticMarkup(
    <ProductGallery product={product([image('a', 1, true), image('b', 2)])} />,
  );
  expect(two.match(/alt="Kaftan, image \d of 2"/g)).toHaveLength(2);
  expect(two.match(/aria-label="Image \d"/g)).toHaveLength(2);
  // Only the first image is loaded eagerly.
  expect(two.match(/loading="eager"/g)).toHaveLength(1);
  const one = renderToStaticMarkup(<ProductGallery product={product([image('a', 1, true)])} />);
  expect(one).toContain('alt="Kaftan"');
  expect(one).not.toContain('<button');
});

test('DETAIL-03 the button of the direction that has no image is not disabled, which would lose the focus', () => {
  const html = renderToStaticMarkup(
    <ProductGallery product={product([image('a', 1, true), image('b', 2)])} />,
  );
  const button = (label: string) => html.match(new RegExp(`<button[^>]*aria-label="${label}"[^>]*>`))?.[0];
  expect(button('Previous image')).toContain('aria-disabled="true"');
  expect(button('Next image')).toContain('aria-disabled="false"');
  expect(html).not.toContain('disabled=""');
});
