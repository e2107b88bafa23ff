import { useMutation } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { LogIn, Mail } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { useLeaveForProvider } from './oidc/use-leave-for-provider.ts';
import { PasskeyButton } from './passkey/passkey-button.tsx';
import { showRefusal } from './sign-in.operations.ts';
import { signInCall } from './sign-in-client.ts';

/** Below a sign-in form: a line, and other sign-in methods as buttons of the same width. */
export function OtherSignInMethods({
  callbackURL,
  onEmailCode,
  onPasskeyAccepted,
}: {
  /** The sign-in page to which a provider returns. */
  callbackURL?: string;
  onEmailCode?: () => void;
  /** Loads the user. */
  onPasskeyAccepted?: () => Promise<unknown>;
}) {
  const hydrated = useHydrated();
  return (
    <section aria-label="Other ways to sign in" className="mt-6 grid gap-3">
      <p className="mb-1 flex items-center gap-4 text-muted-foreground text-sm before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or
      </p>
      {callbackURL ? <ProviderButtons callbackURL={callbackURL} /> : null}
      {onEmailCode ? (
        <Button variant="outline" size="lg" className="w-full" disabled={!hydrated} onClick={onEmailCode}>
          <Mail aria-hidden="true" />
          Email me a code
        </Button>
      ) : null}
      {onPasskeyAccepted ? <PasskeyButton onPasskeyAccepted={onPasskeyAccepted} /> : null}
    </section>
  );
}

/** A button for each configured provider of single sign-on; nothing without one. */
function ProviderButtons({ callbackURL }: { callbackURL: string }) {
  const { providers } = useShop().signIn;
  const { leaving, leaveFor } = useLeaveForProvider();
  const start = useMutation({
    mutationFn: (provider: string) => signInCall('signInByProvider', { provider, callbackURL }),
    onSuccess: ({ url }) => leaveFor(url),
    onError: (error) => showRefusal('login', error),
  });
  const isBusy = start.isPending || leaving;
  return providers.map(({ id, name }) => (
    <Button
      key={id}
      variant="outline"
      size="lg"
      className="w-full whitespace-normal"
      busy={isBusy && start.variables === id}
      aria-disabled={(isBusy && start.variables !== id) || undefined}
      onClick={() => {
        if (!isBusy) start.mutate(id);
      }}
    >
      <LogIn aria-hidden="true" />
      Continue with {name}
    </Button>
  ));
}
