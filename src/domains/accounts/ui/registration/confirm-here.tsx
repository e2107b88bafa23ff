import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { emailOfLink } from '../../link-email.ts';
import { isRefused } from '../../sign-in.messages.ts';
import { Notice, useFocusedHeading } from '../notice.tsx';
import { showRefusal, useLoadSignedIn } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';

/**
 * For a confirmation link that was opened in another browser than the one that registered: shows the email of
 * the account, and does nothing until the button is pressed.
 */
export function ConfirmHere({ token, onBack }: { token: string; onBack: (email: string) => void }) {
  const email = emailOfLink(token);
  const loadSignedIn = useLoadSignedIn();
  const heading = useFocusedHeading();
  const confirm = useMutation({
    mutationFn: async () => {
      await signInCall('confirmByLink', { token });
      await loadSignedIn();
    },
    onError: (error) => {
      showRefusal('login', error);
      if (isRefused(error, 'CONFIRMED')) onBack(email);
    },
  });
  return (
    <div className="grid gap-4">
      <Notice Icon={MailCheck} title="Confirm your email" titleRef={heading}>
        <p>
          This opens the account of <strong className="break-all">{email}</strong> and signs you in here.
        </p>
      </Notice>
      <Button size="lg" className="w-full" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm and sign in
      </Button>
      <Button variant="link" className="justify-self-center" onClick={() => onBack('')}>
        This is not my account
      </Button>
    </div>
  );
}
