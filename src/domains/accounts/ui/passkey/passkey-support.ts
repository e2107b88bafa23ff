import { useHydrated } from '@tanstack/react-router';

/** A passkey belongs to a domain name: there is none at a bare IP address, or without a secure connection. */
function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    window.isSecureContext &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Whether this browser can use a passkey here; undefined on the server and until hydration. */
export function usePasskeySupport(): boolean | undefined {
  return useHydrated() ? canUsePasskeys() : undefined;
}
