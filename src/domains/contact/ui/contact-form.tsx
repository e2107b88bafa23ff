import '#shared/forms-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ContractRouterClient } from '@orpc/contract';
import { useHydrated } from '@tanstack/react-router';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { TextareaField, TextField } from '#design/form-fields.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { captchaAnswer } from '#shared/captcha/captcha-answer.ts';
import { CONTACT_FORM } from '#shared/captcha/captcha-rules.ts';
import { randomId } from '#shared/random-id.ts';
import { referenceOf } from '#shared/reference.ts';
import { type ContactMessage, type contactContract, contactMessage, LONGEST } from '../contract.ts';
import { messageNotSent, messageSent } from '../messages.ts';

type ContactApi = { contact: ContractRouterClient<typeof contactContract> };

/**
 * The contact form. A failed message stays as typed; sent again unchanged it has the same key, so that it is
 * not stored twice after a lost response.
 */
export function ContactForm() {
  const { contact } = useApi<ContactApi>();
  // No default values: text typed before hydration stays in the fields and is read from them.
  const { register, handleSubmit, reset, formState } = useForm<ContactMessage>({
    resolver: zodResolver(contactMessage),
  });
  const { errors, isSubmitting } = formState;
  const isHydrated = useHydrated();
  const sent = useRef({ key: '', words: '' });

  const field = (name: keyof typeof LONGEST) => ({
    ...register(name),
    maxLength: LONGEST[name],
    error: errors[name]?.message,
  });

  async function send(message: ContactMessage) {
    const words = JSON.stringify(message);
    if (sent.current.words !== words) sent.current = { key: randomId(), words };
    let captcha: string | undefined;
    try {
      captcha = await captchaAnswer(CONTACT_FORM);
    } catch (error) {
      return toast.error('Error', { description: (error as Error).message });
    }
    try {
      await contact.submit({
        ...message,
        phone: message.phone || undefined,
        idempotencyKey: sent.current.key,
        captcha,
      });
    } catch (error) {
      const { title, description } = messageNotSent(error);
      return toast.error(title, { description, reference: referenceOf(error) });
    }
    sent.current = { key: '', words: '' };
    reset();
    toast.success(messageSent.title, { description: messageSent.description });
  }

  return (
    <form
      noValidate
      aria-label="Message"
      onSubmit={(event) => {
        if (isSubmitting) return event.preventDefault();
        return handleSubmit(send)(event);
      }}
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" required autoComplete="name" />
        <TextField
          {...field('phone')}
          label="Phone"
          hint="If you would rather be called"
          type="tel"
          autoComplete="tel"
        />
      </div>
      <TextField
        {...field('email')}
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <TextField {...field('subject')} label="Subject" required />
      <TextareaField {...field('message')} label="Message" required rows={6} />
      <CaptchaField />
      <p>
        {/* Submitting before hydration would leave the page and lose the text. */}
        <Button
          type="submit"
          size="lg"
          busy={isSubmitting}
          disabled={!isHydrated}
          className="w-full sm:w-auto"
        >
          Send Message
        </Button>
      </p>
    </form>
  );
}
