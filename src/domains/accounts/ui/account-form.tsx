import { zodResolver } from '@hookform/resolvers/zod';
import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '#design/button.tsx';
import { ProofNotice } from './captcha/proof-notice.tsx';

type Form<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

/**
 * The state of an `AccountForm`. Without `defaultValues` text typed before hydration stays. `focus`: the field that
 * gets the focus, unless it is the first of a page, which the user chooses.
 */
export function useAccountForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { focus, defaultValues }: { focus?: Path<Input>; defaultValues?: DefaultValues<Input> } = {},
): Form<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    ...(defaultValues && { defaultValues }),
  });
  const { setFocus } = form;
  useEffect(() => {
    if (!focus) return;
    // After a dialog around it has taken the focus itself; otherwise it could not restore the focus.
    const frame = requestAnimationFrame(() => setFocus(focus));
    return () => cancelAnimationFrame(frame);
  }, [focus, setFocus]);
  return form;
}

/** Of a sign-in form. */
export interface SignInFormHandle {
  /** The typed email, for another sign-in method; '' for a number. */
  email(): string;
}

/** Gives `ref` the email typed in a sign-in form. */
export function useTypedEmail(
  ref: Ref<SignInFormHandle> | undefined,
  { getValues }: Form<{ email: string; password: string }, unknown>,
): SignInFormHandle['email'] {
  const email = () => {
    // Undefined until something is typed.
    const typed: string | undefined = getValues('email');
    return typed?.includes('@') ? typed.trim() : '';
  };
  useImperativeHandle(ref, () => ({ email }));
  return email;
}

export interface FormFrame {
  /** The form's name for screen readers. */
  label?: string;
  submit: string;
  /** The button's label while busy; a spinner without it. */
  submitting?: ReactNode;
  busy: boolean;
  children: ReactNode;
  /** Below the button. */
  after?: ReactNode;
  /** In a section or a dialog: a cancel button beside the other one. */
  onCancel?: () => void;
  cancel?: string;
  tone?: 'primary' | 'danger';
  /** Below the content of a section, with a line between. */
  inSection?: boolean;
}

/**
 * The frame of every form here, whose fields are those of form-fields.tsx. Its button is disabled until the page is
 * hydrated: otherwise the browser would submit the fields with GET, and the password would be in the URL.
 */
export function AccountForm<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submit,
  label = submit,
  submitting,
  busy,
  children,
  after,
  onCancel,
  cancel = 'Cancel',
  tone = 'primary',
  inSection = false,
}: FormFrame & {
  form: Form<Input, Output>;
  /** Not called while busy. */
  onSubmit: (input: Output) => unknown;
}) {
  const hydrated = useHydrated();
  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          // A form below a dialog is this one's parent in React, though not in the page.
          event.stopPropagation();
          if (busy) event.preventDefault();
          else void form.handleSubmit((input) => onSubmit(input))(event);
        }}
        className={inSection ? 'grid gap-4 border-t pt-5' : 'grid gap-4'}
      >
        {children}
        <ProofNotice />
        {onCancel || inSection ? (
          <div
            className={`flex flex-col-reverse gap-2 sm:flex-row ${inSection ? '' : 'mt-2 sm:justify-end'}`}
          >
            {onCancel ? (
              <Button variant="outline" onClick={onCancel}>
                {cancel}
              </Button>
            ) : null}
            <Button type="submit" variant={tone} busy={busy}>
              {submit}
            </Button>
          </div>
        ) : (
          <Button
            type="submit"
            size="lg"
            busy={busy && !submitting}
            disabled={!hydrated || (busy && submitting !== undefined)}
            className="mt-2 w-full"
          >
            {(busy && submitting) || submit}
          </Button>
        )}
        {after}
      </form>
    </FormProvider>
  );
}
