import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { emailOfLink } from '../../link-email.ts';
import { authClient } from '../auth-client.ts';
import { showRefusal, useLoadSignedIn } from '../sign-in.operations.ts';

/**
 * For a confirmation link that was opened in another browser than the one that registered: shows the email of
 * the account, and does nothing until the button is pressed.
 */
export function ConfirmHere({ token, onBack }: { token: string; onBack: (email: string) => void }) {
  const email = emailOfLink(token);
  const loadSignedIn = useLoadSignedIn();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await authClient.confirmByLink(token);
      await loadSignedIn();
    },
    onError: (error) => {
      showRefusal('login', error);
      if ('code' in error && error.code === 'CONFIRMED') onBack(email);
    },
  });
  return (
    <div className="grid gap-4">
      <div className="flex gap-3 border-gold border-l-4 bg-muted p-4">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="grid min-w-0 gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold">
            Confirm your email
          </h2>
          <p className="break-words text-sm">
            This opens the account of <strong className="break-all">{email}</strong> and signs you in here.
          </p>
        </div>
      </div>
      <Button size="lg" className="w-full" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm and sign in
      </Button>
      <Button variant="link" className="justify-self-center" onClick={() => onBack('')}>
        This is not my account
      </Button>
    </div>
  );
}
