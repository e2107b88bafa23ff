import { z } from 'zod';

/** Bytes as base64url. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
    .meta({ examples: ['eyJ0eXBlIjoid2ViYXV0aG4ifQ'] });
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

/** A new passkey. */
export const passkeyAttestation = credential(
  z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(8_000),
    // An unknown kind of transport is accepted.
    transports: z
      .array(z.unknown())
      .max(20)
      .optional()
      .transform((all = []) => all.filter((one) => transport.safeParse(one).success))
      .catch([]),
  }),
);

/** A sign-in by passkey. */
export const passkeyAssertion = credential(
  z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: bytes(200).optional().catch(undefined),
  }),
);
