import { type ReactNode, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Field } from '#design/field.tsx';
import { Image } from '#design/image.tsx';
import { Input } from '#design/input.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { Textarea } from '#design/textarea.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import { useShop } from '#shared/shop-context.tsx';
import { ProductImageField } from '../../../images/ui/admin/product-image-field.tsx';
import type { AdminProduct } from '../../product-admin.contract.ts';
import { createMessages, updateMessages } from '../../product-admin.messages.ts';
import { type ProductsApi, useProductsChanged, useUpdateProduct } from './product-admin.queries.ts';
import { ProductCategoryField } from './product-category-field.tsx';
import { fieldNames, fieldsOf, type ProductOutput, productForm } from './product-form-input.ts';

/**
 * The form of a new product (`product` undefined) or an existing one. `children` are further links, such as a
 * link back.
 */
export function ProductForm({
  product: edited,
  onSaved,
  children,
}: {
  product?: AdminProduct;
  onSaved: (saved: AdminProduct) => void;
  children?: ReactNode;
}) {
  const { catalog } = useApi<ProductsApi>();
  const update = useUpdateProduct();
  const { currency } = useShop();
  const changed = useProductsChanged();
  // The same on every attempt, so that a retry after a lost response creates no second product.
  const [newId] = useState(randomId);
  const [sent, setSent] = useState<number>();
  // Set if the user typed during the create: the form stays open and edits the created product.
  const [made, setMade] = useState<AdminProduct>();
  const product = edited ?? made;
  const isNew = product === undefined;

  const save = async ({ image, ...fields }: ProductOutput, version: number | undefined) => {
    if (product) return update({ ...fields, id: product.id, version: version ?? 0 });
    if (!image) return catalog.createProduct({ ...fields, id: newId });
    try {
      return await catalog.createProduct(
        { ...fields, id: newId, image },
        { context: { onProgress: setSent } },
      );
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (/IMAGE/.test(code)) form.setError('image', { message: (error as Error).message });
      throw error;
    } finally {
      setSent(undefined);
    }
  };
  const form = useAdminForm({
    schema: productForm,
    entity: product,
    valuesOf: fieldsOf,
    names: fieldNames(currency),
    messages: isNew ? createMessages : updateMessages,
    save,
    onSaved: (saved, hasMore) => {
      void changed();
      if (hasMore) setMade(saved);
      else onSaved(saved);
    },
  });
  const { register, control, errors, isBusy } = form;

  return (
    <form noValidate aria-label={isNew ? 'New product' : 'Product details'} onSubmit={form.submit}>
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="grid max-w-2xl grid-cols-1 content-start gap-5">
          <Field label="Name" required error={errors.name?.message}>
            {(field) => <Input {...field} {...register('name')} maxLength={200} autoComplete="off" />}
          </Field>
          <Field label="Description" required error={errors.description?.message}>
            {(field) => <Textarea {...field} {...register('description')} rows={6} maxLength={10_000} />}
          </Field>
          <Field label={`Price (${currency})`} required error={errors.price?.message} className="sm:max-w-64">
            {(field) => (
              <Input
                {...field}
                {...register('price')}
                type="number"
                min={0}
                step={0.01}
                inputMode="decimal"
                autoComplete="off"
                // Scrolling with the wheel must not change the price.
                onWheel={(event) => event.currentTarget.blur()}
              />
            )}
          </Field>
          <Controller
            control={control}
            name="category"
            render={({ field }) => (
              <ProductCategoryField
                value={field.value}
                onChange={field.onChange}
                controlRef={field.ref}
                error={(errors.category as { message?: string } | undefined)?.message}
              />
            )}
          />
          <Checkbox label="Featured product, shown on the front page" {...register('featured')} />
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
            <Image
              src={product.image.url}
              alt=""
              width={product.image.width}
              height={product.image.height}
              placeholder={product.image.placeholder}
              sizes="20rem"
              className="aspect-[4/5] object-cover"
            />
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
