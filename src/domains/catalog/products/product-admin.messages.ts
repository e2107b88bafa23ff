import { fullTime } from '#shared/dates.ts';
import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { type CodesOf, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { priceChangeContract } from './price-change.contract.ts';
import type { productAdminContract } from './product-admin.contract.ts';
import type { ProductStatus } from './product-list.ts';

type Contract = typeof productAdminContract & typeof priceChangeContract;
type MessagesFor<O extends keyof Contract> = Messages<CodesOf<Contract[O]>>;

export const listFailed = { title: 'Failed to fetch products', description: NO_ANSWER };
export const productFailed = {
  title: 'Failed to load product data',
  description: 'Failed to fetch product details',
};
export const categoriesFailed = 'Failed to load categories';
export const productMissing = 'Product not found';

const notSubmitted = 'Failed to submit form. Please try again.';
const mendFields = { title: 'Please look at the marked fields.' };

export const createMessages: MessagesFor<'createProduct'> = {
  success: 'Product created successfully',
  failure: { title: 'Failed to create product', description: notSubmitted },
  refused: { BAD_INPUT: mendFields },
};

export const updateMessages: MessagesFor<'updateProduct'> = {
  success: 'Product updated successfully',
  failure: { title: 'Failed to update product', description: notSubmitted },
  refused: {
    BAD_INPUT: mendFields,
    NOT_FOUND: {
      title: productMissing,
      description: 'Another staff member deleted it. What you typed is still here.',
    },
  },
};

export const deleteMessages: MessagesFor<'deleteProduct'> = {
  success: 'Product deleted successfully',
  failure: { title: 'Failed to delete product', description: 'Please try again.' },
  refused: { NOT_FOUND: { title: productMissing, description: 'Another staff member deleted it first.' } },
};

/** The success messages of the switches: they name the other user if there was a concurrent change. */
export const featuredMessages: MessagesFor<'setFeatured'> = {
  failure: { title: 'Failed to update product featured status', description: 'Please try again.' },
  refused: { NOT_FOUND: { title: productMissing, description: 'Another staff member deleted it.' } },
};

export const statusMessages: MessagesFor<'setStatus'> = {
  failure: { title: 'Failed to update product status', description: 'Please try again.' },
  refused: featuredMessages.refused,
};

export const soldOutMessages: MessagesFor<'setSoldOut'> = {
  failure: { title: 'Failed to update product', description: 'Please try again.' },
  refused: featuredMessages.refused,
};

export const featuredTitle = (name: string, featured: boolean) =>
  featured ? `${name} is featured` : `${name} is no longer featured`;
export const statusTitle = (name: string, status: ProductStatus) =>
  status === 'published' ? `${name} is published` : `${name} is a draft: only staff see it`;
export const soldOutTitle = (name: string, soldOut: boolean) =>
  soldOut ? `${name} is sold out` : `${name} is available`;

export function switchSaved(title: string, overtaken: ChangedBy | null, timeZone: string) {
  return {
    title,
    description: overtaken
      ? `It was not as your screen said: ${overtaken.name} had changed it on ${fullTime(new Date(overtaken.at), timeZone)}.`
      : undefined,
  };
}

export const changeProductsMessages: MessagesFor<'changeProducts'> = {
  failure: {
    title: 'The products could not be changed. Please try again.',
    description: 'Nothing was changed.',
  },
  lost: LOST_ANSWER,
  refused: {
    NOT_FOUND: {
      title: 'The category or promotion is gone.',
      description: 'Another staff member may have deleted it. Nothing was changed.',
    },
  },
};

export const changePricesMessages: MessagesFor<'changePrices'> = {
  failure: {
    title: 'The prices could not be changed. Please try again.',
    description: 'Nothing was changed.',
  },
  lost: LOST_ANSWER,
  refused: {
    PRICES_CHANGED: 'shown',
    BAD_INPUT: {
      title: 'The prices could not be changed. Please reload the page.',
      description: 'The shop was updated since. Nothing was changed.',
    },
  },
};
