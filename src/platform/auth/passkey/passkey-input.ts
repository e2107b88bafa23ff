import { z } from 'zod';
import { cleanText, visibleLength } from '#shared/clean-text.ts';

/** Bytes as base64url. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);
/** A credential's id has at most 1,023 bytes. */
const credentialId = bytes(1_400);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** The used parts of a browser's answer; the rest is dropped. */
const credential = <T extends z.ZodType>(response: T) =>
  z.object({
    response: z.object({
      id: credentialId,
      rawId: credentialId,
      type: z.literal('public-key'),
      response,
      clientExtensionResults: z.unknown().transform(() => ({})),
    }),
  });

export const registrationBody = credential(
  z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(8_000),
    // An unknown kind of transport is accepted.
    transports: z
      .array(z.unknown())
      .max(20)
      .transform((all) => all.filter((one) => transport.safeParse(one).success))
      .catch([]),
  }),
);

export const authenticationBody = credential(
  z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: bytes(200).optional().catch(undefined),
  }),
);

export const passkeyId = z.object({ id: z.uuid() });
export const passkeyName = passkeyId.extend({
  name: z
    .string()
    .transform((name) => cleanText(name).replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .max(100)
        .refine((name) => visibleLength(name) > 0),
    ),
});
