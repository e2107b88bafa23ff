import { type ReactNode, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { FormPresence } from '#design/form-presence.tsx';
import { Image } from '#design/image.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { toast } from '#design/toast.ts';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useApi } from '#shared/api.tsx';
import { IMAGE_CODES } from '#shared/errors.ts';
import { codeOf } from '#shared/messages.ts';
import { referenceOf } from '#shared/reference.ts';
import { useShop } from '#shared/shop-context.tsx';
import { uploadMessages } from '../../../images/image.messages.ts';
import { ProductImageField } from '../../../images/ui/admin/product-image-field.tsx';
import type { AdminProduct } from '../../product-admin.contract.ts';
import { createMessages, updateMessages } from '../../product-admin.messages.ts';
import { PRODUCT_STATUSES, STATUS_LABELS } from '../../product-list.ts';
import { type ProductsApi, useProductsChanged, useUpdateProduct } from './product-admin.queries.ts';
import { ProductCategoryField } from './product-category-field.tsx';
import { fieldNames, fieldsOf, type ProductOutput, productForm, typedPrice } from './product-form-input.ts';

/** Whether a product was refused because of its image. */
const isOfImage = (error: unknown): boolean =>
  (IMAGE_CODES as readonly (string | undefined)[]).includes(codeOf(error));

/**
 * The form of a new product (`product` undefined) or an existing one. `children` are further links, such as a
 * link back.
 */
export function ProductForm({
  product: edited,
  onDone,
  children,
}: {
  product?: AdminProduct;
  onDone: () => void;
  children?: ReactNode;
}) {
  const { catalog } = useApi<ProductsApi>();
  const update = useUpdateProduct();
  const { currency } = useShop();
  const [sent, setSent] = useState<number>();

  const create = async ({ image, ...fields }: ProductOutput, id: string) => {
    if (!image) return catalog.createProduct({ ...fields, id });
    try {
      return await catalog.createProduct({ ...fields, id, image }, { context: { onProgress: setSent } });
    } catch (error) {
      if (!isOfImage(error)) throw error;
      console.error(uploadMessages.failure.title, error);
      // The product is kept without it.
      const created = await catalog.createProduct({ ...fields, id });
      toast.error(uploadMessages.failure.title, {
        description: `${(error as Error).message} The product is saved without it.`,
        reference: referenceOf(error),
      });
      return created;
    } finally {
      setSent(undefined);
    }
  };
  const form = useAdminForm({
    kind: 'product',
    schema: productForm,
    entity: edited,
    valuesOf: fieldsOf,
    names: fieldNames(currency),
    messages: { create: createMessages, update: updateMessages },
    create,
    update: ({ image: _, ...fields }, version) => update({ ...fields, ...version }),
    reload: useProductsChanged(),
    onDone,
  });
  const { field, control, errors, isBusy, entity: product } = form;
  const isNew = product === undefined;
  const priceInput = useRef<HTMLInputElement>(null);
  // In the order of the screen: the first invalid one gets the focus.
  const [name, description] = [field('name'), field('description')];
  const price = field('price', { setValueAs: (typed: string) => typedPrice(typed, priceInput.current) });

  return (
    <form
      noValidate
      aria-label={isNew ? 'New product' : 'Product details'}
      onSubmit={form.submit}
      onInput={form.onInput}
    >
      {isNew ? null : (
        <div className="mb-2 flex min-h-6 items-center">
          <FormPresence form={form} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="grid max-w-2xl grid-cols-1 content-start gap-5">
          <TextField {...name} required maxLength={200} autoComplete="off" />
          <TextareaField {...description} required rows={6} maxLength={10_000} />
          <TextField
            {...price}
            ref={(input: HTMLInputElement | null) => {
              priceInput.current = input;
              price.ref(input);
            }}
            // React has no change event for text of which the value stays ''.
            onInput={price.onChange}
            label={`Price (${currency})`}
            required
            type="number"
            min={0}
            step={0.01}
            inputMode="decimal"
            autoComplete="off"
            // Scrolling with the wheel must not change the price.
            onWheel={(event) => event.currentTarget.blur()}
            className="sm:max-w-64"
          />
          <Controller
            control={control}
            name="category"
            render={({ field }) => (
              <ProductCategoryField
                value={field.value}
                onChange={field.onChange}
                controlRef={field.ref}
                error={errors.category?.message}
                mark={form.mark('category')}
              />
            )}
          />
          <span className="flex flex-wrap items-center gap-x-3">
            <Checkbox label="Featured product, shown on the front page" {...form.register('featured')} />
            {form.mark('featured')}
          </span>
          <SelectField {...field('status')} hint="A draft is seen by staff alone." className="sm:max-w-64">
            {PRODUCT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_LABELS[status]}
              </option>
            ))}
          </SelectField>
          <span className="flex flex-wrap items-center gap-x-3">
            <Checkbox label="Sold out: shown, but cannot be ordered" {...form.register('soldOut')} />
            {form.mark('soldOut')}
          </span>
        </div>
        {isNew ? (
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <ProductImageField
                value={field.value}
                onChange={field.onChange}
                error={(errors.image as { message?: string } | undefined)?.message}
                busy={isBusy}
                onFault={(message) =>
                  message ? form.setError('image', { message }) : form.clearErrors('image')
                }
              />
            )}
          />
        ) : (
          // Shows the image beside the price; images are edited in their own tab.
          <div className="hidden max-w-80 lg:block">
            <Image image={product.image} alt="" sizes="20rem" className="aspect-[4/5] object-cover" />
          </div>
        )}
      </div>
      {sent === undefined ? null : <ProgressBar value={sent} label="Sending the image" className="mt-6" />}
      <div className="mt-8 flex flex-col gap-2 border-t pt-5 sm:flex-row">
        <Button type="submit" busy={isBusy}>
          {isNew ? 'Create Product' : 'Save Changes'}
        </Button>
        {children}
      </div>
      {form.dialogs}
    </form>
  );
}
