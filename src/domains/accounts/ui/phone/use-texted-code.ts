import { useEffect, useRef } from 'react';

interface TextedCode extends Credential {
  code: string;
}

/**
 * Reads the code of an incoming text, once its user allowed that: the browser parses the text's last line
 * (WebOTP). Does nothing where the browser lacks it; there the keyboard offers the code.
 */
export function useTextedCode(isExpected: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!isExpected || !('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request as CredentialRequestOptions).then(
      (found) => found && latest.current((found as TextedCode).code),
      // Refused, or the page was left: the user types the code.
      () => undefined,
    );
    return () => controller.abort();
  }, [isExpected]);
}
