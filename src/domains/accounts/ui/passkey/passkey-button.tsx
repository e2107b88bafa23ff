import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { toast } from '#design/toast.ts';
import { isChangeOfMind, troubleOf, usePasskeySupport } from './passkey-support.ts';

type Ceremony = typeof import('./passkey-ceremony.ts');
type Passkey = Awaited<ReturnType<Ceremony['requestPasskey']>>;

const ceremony = () => import('./passkey-ceremony.ts');

/** The shop's challenge is valid for five minutes. */
const CHALLENGE_REFRESH_MS = 4 * 60_000;
/** How long the choice may take after the device's lock, which hides the page, is open again, ms. */
const UNLOCK_MS = 3_000;

/**
 * Signs in by passkey: on press, or by choosing one that the browser suggests in a field marked with
 * `autocomplete="username webauthn"`. `onPasskeyAccepted` loads the user. Where the browser has no passkeys its place
 * stays empty, because the server renders the same page for everybody: put it last.
 */
export function PasskeyButton({ onPasskeyAccepted }: { onPasskeyAccepted: () => Promise<unknown> }) {
  const isSupported = usePasskeySupport();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (chosen?: Passkey) => {
      const { requestPasskey, signInWith } = await ceremony();
      await signInWith(chosen ?? (await requestPasskey()));
      await onPasskeyAccepted();
    },
    onError: (cause) => {
      if (!isChangeOfMind(cause)) toast.error('Login Failed', { description: troubleOf(cause) });
    },
  });
  // Also off after a sign-in, while the next page loads: a second choice would sign in once more.
  useSuggestion(isSupported === true && !isPending && !isSuccess, mutate);

  return (
    <div className={isSupported ? undefined : 'invisible'}>
      <Button
        variant="outline"
        size="lg"
        className="w-full"
        disabled={!isSupported}
        busy={isPending}
        onClick={() => mutate(undefined)}
      >
        <Fingerprint aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <p role="status" className="text-muted-foreground text-sm [&:not(:empty)]:mt-2">
        {error && isChangeOfMind(error)
          ? 'No passkey was used. You can try again, or sign in another way.'
          : null}
      </p>
    </div>
  );
}

/** While `isOpen`, the browser may suggest passkeys in the field for the email. */
function useSuggestion(isOpen: boolean, onChosen: (passkey: Passkey) => void) {
  const latest = useRef(onChosen);
  latest.current = onChosen;
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const { signal } = controller;
    async function suggest() {
      try {
        const { requestPasskey, canSuggestInField } = await ceremony();
        if (!(await canSuggestInField()) || signal.aborted) return;
        const passkey = await requestPasskey(signal);
        if (!signal.aborted) latest.current(passkey);
      } catch {
        // It was only a suggestion: the button and the form still work.
      }
    }
    const refresh = () => {
      if (document.visibilityState === 'visible') void suggest();
    };
    refresh();
    const again = setInterval(refresh, CHALLENGE_REFRESH_MS);
    // A challenge for another tab replaces this one's. Later, because the next suggestion ends the one that was chosen.
    let later: ReturnType<typeof setTimeout>;
    const onShown = () => {
      clearTimeout(later);
      later = setTimeout(refresh, UNLOCK_MS);
    };
    document.addEventListener('visibilitychange', onShown, { signal });
    return () => {
      clearTimeout(later);
      clearInterval(again);
      controller.abort();
    };
  }, [isOpen]);
}
