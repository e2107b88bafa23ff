import { useHydrated } from '@tanstack/react-router';

/** A passkey belongs to a name: at a bare number, or without a secure connection, there is none. */
function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    window.isSecureContext &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Whether this browser can use a passkey here; undefined on the server and until the page is usable. */
export function usePasskeySupport(): boolean | undefined {
  return useHydrated() ? canUsePasskeys() : undefined;
}
