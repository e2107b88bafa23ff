import { EXAMPLE_PHONE } from '#brand/locale.ts';
import '#shared/forms-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { phoneNumberOf } from '#shared/phone-number.ts';
import { useShop } from '#shared/shop-context.tsx';
import { type Profile, profileInput } from '../contract.ts';
import { AccountForm } from './account-form.tsx';
import { NameFields } from './form-fields.tsx';
import { useUpdateProfile } from './sign-in.operations.ts';

const formInput = z.object({
  firstName: profileInput.shape.firstName,
  lastName: profileInput.shape.lastName,
  /** In common formats, with spaces and brackets; empty for none. */
  phone: z
    .string()
    .transform((text) => phoneNumberOf(text) ?? (text.trim() || null))
    .pipe(profileInput.shape.phone),
});

export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { firstName, lastName, phone } = profile;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { firstName, lastName, phone: phone ?? '' },
  });
  const { signIn } = useShop();
  const update = useUpdateProfile();
  const { errors, isDirty } = formState;
  const { leave, guard } = useLeaveGuard(() => isDirty && !update.isSuccess);
  return (
    <AccountForm
      label="Your details"
      submit="Save"
      busy={update.isPending}
      onSubmit={handleSubmit((input) => update.mutate(input, { onSuccess: onDone }))}
      after={
        <>
          <Button variant="ghost" onClick={() => leave(onDone)}>
            Cancel
          </Button>
          {guard}
        </>
      }
    >
      <NameFields register={register} errors={errors} />
      <Field
        label="Phone"
        hint={`With its country code, such as ${EXAMPLE_PHONE}. ${
          signIn.phone
            ? 'For contact about your orders; once it is confirmed you can sign in with it.'
            : 'For contact about your orders.'
        }`}
        error={errors.phone?.message}
      >
        {(control) => (
          <Input {...control} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
    </AccountForm>
  );
}
