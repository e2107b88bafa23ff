import '#shared/forms-without-eval.ts';
import { z } from 'zod';
import { isCode, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { HOW_TO_WRITE_A_NUMBER, phoneNumberOf } from '#shared/phone-number.ts';
import { code, email, NO_EMAIL_OR_PHONE, password, userName } from './fields.ts';

export const signInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof signInInput>;

/**
 * Where phone numbers are a sign-in method, one field accepts both; a number is returned in its stored form.
 */
export const signInByEitherInput = z.object({
  email: z.string().transform((text, ctx) => {
    if (text.includes('@')) {
      const { data, error } = email.safeParse(text);
      if (data) return data;
      ctx.addIssue({ code: 'custom', message: error?.issues[0]?.message });
    } else {
      const number = phoneNumberOf(text);
      if (number) return number;
      const message = /\d{5}/.test(text.replace(/\D/g, '')) ? HOW_TO_WRITE_A_NUMBER : NO_EMAIL_OR_PHONE;
      ctx.addIssue({ code: 'custom', message });
    }
    return z.NEVER;
  }),
  password,
});

export const registerInput = z
  .object({
    firstName: userName('First name'),
    lastName: userName('Last name'),
    email,
    password,
    confirmPassword: password,
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Reported as soon as both are present, even when other fields are missing.
    when: ({ value }) => {
      const { password, confirmPassword } = value as Record<string, unknown>;
      return [password, confirmPassword].every((text) => String(text ?? '').length >= MIN_PASSWORD_LENGTH);
    },
  });
export type RegisterInput = z.infer<typeof registerInput>;

export const codeInput = z.object({ code });
export const appCodeInput = z.object({
  code: z.string().refine(isCode, 'Please enter the six digits that your app shows'),
});
export const backupCodeInput = z.object({
  code: z.string().trim().min(1, 'Please enter one of your backup codes').max(40, 'That is no backup code'),
});
export const emailInput = z.object({ email });
/** The password of the account, typed again. */
export const passwordInput = z.object({
  password: z
    .string()
    .min(1, 'Please enter your password')
    .max(MAX_PASSWORD_LENGTH, 'That password is not right.'),
});
export const newPasswordInput = z.object({ password });
export const newPasswordByCodeInput = z.object({ code, password });

/** The digits of a code as typed or pasted, with spaces. */
export const digitsOf = (text: unknown) => String(text ?? '').replace(/\s/g, '');
