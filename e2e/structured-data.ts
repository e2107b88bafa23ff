import { expect } from '@playwright/test';

// The shapes that search engines read: https://schema.org, and the required and recommended properties of
// https://developers.google.com/search/docs/appearance/structured-data (merchant listing, breadcrumb, organization,
// sitelinks search box, carousel). A thing may have no property that its row does not name.

export type Thing = Record<string, unknown> & { '@type': string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isUrl: Check = (value) => typeof value === 'string' && /^https?:\/\/[^\s"<>]+$/.test(value);
const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isPlace: Check = (value) => Number.isInteger(value) && (value as number) >= 1;
const isPrice: Check = (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value);
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const thing =
  (...types: string[]): Check =>
  (value) => {
    const found = value as Thing;
    expectThing(found);
    return types.includes(found['@type']);
  };

interface Shape {
  required: Record<string, Check>;
  optional?: Record<string, Check>;
}

const ORGANIZATION: Shape['required'] = { '@id': isUrl, name: isText, url: isUrl, logo: isUrl };

const SHAPES: Record<string, Shape> = {
  Product: {
    required: {
      '@id': isUrl,
      name: isText,
      image: all(isUrl),
      sku: isText,
      brand: thing('Brand'),
      offers: thing('Offer'),
    },
    optional: { description: isText, category: isText },
  },
  Brand: { required: { name: isText } },
  Offer: {
    required: {
      url: isUrl,
      price: isPrice,
      priceCurrency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
      availability: oneOf('https://schema.org/InStock', 'https://schema.org/SoldOut'),
      itemCondition: oneOf('https://schema.org/NewCondition'),
      seller: thing('Organization'),
    },
    optional: { priceValidUntil: isDay },
  },
  BreadcrumbList: { required: { itemListElement: all(thing('ListItem')) } },
  ItemList: {
    required: { numberOfItems: (value) => Number.isInteger(value), itemListElement: all(thing('ListItem')) },
  },
  // Of a breadcrumb with `item`, of a list of products with `url`.
  ListItem: { required: { position: isPlace, name: isText }, optional: { item: isUrl, url: isUrl } },
  Organization: { required: ORGANIZATION },
  ClothingStore: {
    required: {
      ...ORGANIZATION,
      image: isUrl,
      telephone: isText,
      email: isText,
      address: thing('PostalAddress'),
      geo: thing('GeoCoordinates'),
      hasMap: isUrl,
      currenciesAccepted: isText,
      sameAs: (value) => Array.isArray(value) && value.every(isUrl),
    },
    optional: { slogan: isText },
  },
  PostalAddress: { required: { streetAddress: isText, addressLocality: isText } },
  GeoCoordinates: { required: { latitude: isNumber, longitude: isNumber } },
  WebSite: {
    required: {
      '@id': isUrl,
      name: isText,
      url: isUrl,
      inLanguage: isText,
      publisher: thing('Organization'),
      potentialAction: thing('SearchAction'),
    },
  },
  SearchAction: {
    required: {
      target: thing('EntryPoint'),
      'query-input': oneOf('required name=search_term_string'),
    },
  },
  EntryPoint: {
    required: {
      urlTemplate: (value) => isUrl(value) && (value as string).split('{search_term_string}').length === 2,
    },
  },
};

/** Expects a thing, and those within it, to have what its type requires and nothing unknown. */
export function expectThing(found: Thing): void {
  const { '@type': type, '@context': _, ...properties } = found;
  const { required, optional = {} } = SHAPES[type] ?? { required: {} };
  expect(Object.keys(SHAPES)).toContain(type);
  expect(Object.keys(properties), type).toEqual(expect.arrayContaining(Object.keys(required)));
  for (const [name, value] of Object.entries(properties)) {
    const check = required[name] ?? optional[name];
    expect(check?.(value), `${type}.${name}: ${JSON.stringify(value)}`).toBe(true);
  }
}

/** The things of a page as it was sent, each checked. */
export function thingsOf(html: string): Thing[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return scripts.map(([, text]) => {
    const found = JSON.parse(text!) as Thing;
    expect(found['@context']).toBe('https://schema.org');
    expectThing(found);
    return found;
  });
}
