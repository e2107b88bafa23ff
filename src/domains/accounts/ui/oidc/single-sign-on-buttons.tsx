import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { showRefusal } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';
import { useLeaveForProvider } from './use-leave-for-provider.ts';

/**
 * A button for each configured provider; nothing without one. `callbackURL` is the sign-in page it returns
 * to.
 */
export function SingleSignOnButtons({ callbackURL }: { callbackURL: string }) {
  const { providers } = useShop().signIn;
  const { leaving, leaveFor } = useLeaveForProvider();
  const start = useMutation({
    networkMode: 'always',
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
