import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';

/** Adds Chromium's virtual authenticator, which stores passkeys as a phone does and responds by itself. */
export async function virtualDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether user verification (fingerprint, face, screen lock) succeeds. */
    recognises: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Adds a passkey for this user's account, as if it had been added on an earlier day. */
    async knows(db: Client, userId: string) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(16);
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: id.toString('base64'),
          isResidentCredential: true,
          rpId: new URL(process.env.SHOP_URL!).hostname,
          privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
          userHandle: randomBytes(16).toString('base64'),
          signCount: 0,
        },
      });
      // COSE: an elliptic curve (2), ES256 (-7), P-256 (1), x and y.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      await db.query(
        `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
         values (gen_random_uuid(), $1, 'Of an earlier day', $2, $3, 0, 'singleDevice', false)`,
        [userId, cose.toString('base64'), id.toString('base64url')],
      );
    },
  };
}
