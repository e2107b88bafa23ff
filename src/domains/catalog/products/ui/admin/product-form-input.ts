import '#shared/forms-without-eval.ts';
import { z } from 'zod';
import type { FieldNames } from '#design/form-difference.ts';
import { formatMoney, koboOfNaira, koboOfText, textOfKobo } from '#shared/money.ts';
import { type AdminProduct, priceOrText, productInput } from '../../product-admin.contract.ts';
import { PRODUCT_STATUSES, STATUS_LABELS } from '../../product-list.ts';

/** The value of the category field: an existing category, or the name of a new one. */
export interface ChosenCategory {
  id: string;
  /** Its name, to be shown where another user changed it. */
  label: string;
  isNew: boolean;
  newName: string;
}

const categoryField = z.custom<ChosenCategory>().transform(({ id, isNew, newName }, context) => {
  const choice = productInput.shape.category.safeParse(isNew ? { name: newName } : { id });
  if (choice.success) return choice.data;
  context.addIssue({ code: 'custom', message: 'Category is required' });
  return z.NEVER;
});

const UNREADABLE = 'unreadable';

/** The price as typed. Of text that is no number Firefox shows all in a number field, and its value is ''. */
export const typedPrice = (typed: string, input: Pick<HTMLInputElement, 'validity'> | null): string =>
  input?.validity.badInput ? UNREADABLE : typed;

/** The fields as typed → the request's input. */
export const productForm = z.object({
  name: productInput.shape.name,
  description: productInput.shape.description,
  price: priceOrText as z.ZodType<number, string>,
  category: categoryField,
  featured: z.boolean(),
  status: z.enum(PRODUCT_STATUSES),
  soldOut: z.boolean(),
  /** Only for a new product. */
  image: z.custom<File>().nullable(),
});
export type ProductFields = z.input<typeof productForm>;
export type ProductOutput = z.output<typeof productForm>;

export const fieldsOf = (product: AdminProduct | undefined): ProductFields => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  price: product ? textOfKobo(koboOfNaira(product.price)) : '',
  category: {
    id: product?.category?.id ?? '',
    label: product?.category?.name ?? '',
    isNew: false,
    newName: '',
  },
  featured: product?.featured ?? false,
  status: product?.status ?? 'published',
  soldOut: product?.soldOut ?? false,
  image: null,
});

function amountOf(text: string, currency: string): string {
  try {
    return formatMoney(koboOfText(text), currency);
  } catch {
    return text;
  }
}

/** Labels and formats of the fields for the comparison of two versions. */
export const fieldNames = (currency: string): FieldNames<ProductFields> => ({
  labels: {
    name: 'Name',
    description: 'Description',
    price: 'Price',
    category: 'Category',
    featured: 'Featured',
    status: 'Status',
    soldOut: 'Sold out',
  },
  show: {
    price: (text) => amountOf(text, currency),
    status: (status) => STATUS_LABELS[status],
    category: ({ isNew, newName, label }) => (isNew ? `${newName} (new)` : label),
  },
});
