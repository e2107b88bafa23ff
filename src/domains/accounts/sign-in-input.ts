import '#shared/forms-without-eval.ts';
import { z } from 'zod';
import { visibleLength } from '#shared/clean-text.ts';
import { HOW_TO_WRITE_A_NUMBER, phoneNumberOf } from '#shared/phone-number.ts';

const email = z.email('Please enter a valid email address').max(254, 'Please enter a valid email address');
const password = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(128, 'Password must be at most 128 characters');
const name = (label: string) =>
  z
    .string()
    .trim()
    .refine((text) => visibleLength(text) >= 2, `${label} must be at least 2 characters`)
    .max(100, `${label} must be at most 100 characters`);
const code = z.string().regex(/^\d{6}$/, 'Please enter the six digits of the message');

export const signInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof signInInput>;

/**
 * Where phone numbers are a sign-in method, one field accepts both; a number is returned in its stored form.
 */
export const signInByEitherInput = z.object({
  email: z.string().transform((text, ctx) => {
    if (text.includes('@')) {
      const { data, error } = email.safeParse(text.trim());
      if (data) return data;
      ctx.addIssue({ code: 'custom', message: error?.issues[0]?.message });
    } else {
      const number = phoneNumberOf(text);
      if (number) return number;
      const message = /\d{5}/.test(text.replace(/\D/g, ''))
        ? HOW_TO_WRITE_A_NUMBER
        : 'Please enter a valid email address or phone number';
      ctx.addIssue({ code: 'custom', message });
    }
    return z.NEVER;
  }),
  password,
});

export const registerInput = z
  .object({
    firstName: name('First name'),
    lastName: name('Last name'),
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
      return String(password ?? '').length >= 6 && String(confirmPassword ?? '').length >= 6;
    },
  });
export type RegisterInput = z.infer<typeof registerInput>;

export const codeInput = z.object({ code });
export const emailInput = z.object({ email });
/** With the emailed link no code is needed. */
export const newPasswordByLinkInput = z.object({ password });
export const newPasswordByCodeInput = z.object({ code, password });

/** The digits of a code as typed or pasted, with spaces. */
export const digitsOf = (text: unknown) => String(text ?? '').replace(/\s/g, '');
