import { useEffect, useRef } from 'react';

interface TextedCode extends Credential {
  code: string;
}

/**
 * Gives the code of a text that has just come, once its user allowed that: the browser reads it from the text's last
 * line (WebOTP). Nothing where the browser cannot; there the keyboard offers it.
 */
export function useTextedCode(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request as CredentialRequestOptions).then(
      (found) => found && latest.current((found as TextedCode).code),
      // Refused, or the page went on without it: it is typed.
      () => undefined,
    );
    return () => controller.abort();
  }, []);
}
