import { EXAMPLE_PHONE } from '#brand/locale.ts';
import '#shared/forms-without-eval.ts';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { phoneNumberOf } from '#shared/phone-number.ts';
import { useShop } from '#shared/shop-context.tsx';
import { type Profile, profileInput } from '../contract.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { NameFields, TextField } from './form-fields.tsx';
import { useUpdateProfile } from './sign-in.operations.ts';

type ProfileInput = z.infer<typeof profileInput>;

const formInput = profileInput.extend({
  /** In common formats, with spaces and brackets; empty for none. */
  phone: z
    .string()
    .transform((text) => phoneNumberOf(text) ?? (text.trim() || null))
    .pipe(profileInput.shape.phone),
});

/** The edited details: the others may have changed elsewhere since the form was opened. */
const changedOf = (input: ProfileInput, edited: Partial<Record<keyof ProfileInput, boolean>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => edited[name as keyof ProfileInput]));

export function ProfileForm({
  profile,
  focus,
  onDone,
}: {
  profile: Profile;
  /** The field that gets the focus: the form replaces the button that was pressed. */
  focus: keyof ProfileInput;
  onDone: () => void;
}) {
  const { firstName, lastName, phone } = profile;
  const form = useAccountForm(formInput, {
    focus,
    defaultValues: { firstName, lastName, phone: phone ?? '' },
  });
  const { isDirty, dirtyFields } = form.formState;
  const { signIn } = useShop();
  const update = useUpdateProfile();
  const { leave, guard } = useLeaveGuard(() => isDirty && !update.isSuccess);
  return (
    <AccountForm
      form={form}
      label="Your details"
      submit="Save"
      busy={update.isPending}
      onSubmit={(input) => update.mutate(changedOf(input, dirtyFields), { onSuccess: onDone })}
      after={
        <>
          <Button variant="ghost" onClick={() => leave(onDone)}>
            Cancel
          </Button>
          {guard}
        </>
      }
    >
      <NameFields />
      <TextField
        name="phone"
        label="Phone"
        required={false}
        hint={`With its country code, such as ${EXAMPLE_PHONE}. ${
          signIn.phone
            ? 'For contact about your orders; once it is confirmed you can sign in with it.'
            : 'For contact about your orders.'
        }`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </AccountForm>
  );
}
