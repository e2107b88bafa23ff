import type { Settings } from '#platform/config.ts';
import { putBackSecret } from '#platform/secret.ts';

const CONSEQUENCE =
  'Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.';

/** Puts the secret of a backup into the data folder, or says why sessions will not work with the present one. */
export async function keepSecret(config: Settings, dataDir: string, secret: string | null): Promise<void> {
  if (!secret) {
    console.log(`AUTH_SECRET was not in this backup. ${CONSEQUENCE}`);
  } else if (!config.AUTH_SECRET) {
    // A secret that already exists has signed nothing yet: the database was empty.
    await putBackSecret(dataDir, secret);
  } else if (config.AUTH_SECRET !== secret) {
    console.log(`AUTH_SECRET is another than that of this backup. ${CONSEQUENCE}`);
  }
}
