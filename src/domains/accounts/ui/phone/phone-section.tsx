import { Link } from '@tanstack/react-router';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { ConfirmNumber } from './confirm-number.tsx';

/** The phone number as a sign-in method, where the shop sends texts. */
export function PhoneSection() {
  const { user } = useSession();
  const { phone = null, phoneVerified = false } = user ?? {};
  return (
    <SecuritySection
      title="Phone number"
      about="A confirmed number takes the place of your email when you sign in with your password."
    >
      {phone === null ? (
        <p>
          There is no number in your details yet.{' '}
          <Link to="/account" className="link">
            Add one
          </Link>
          , then confirm it here.
        </p>
      ) : (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-3 text-lg">
            {phoneText(phone)}
            <Badge variant={phoneVerified ? 'success' : 'neutral'}>
              {phoneVerified ? 'Confirmed' : 'Not confirmed'}
            </Badge>
          </p>
          {phoneVerified ? (
            <Button asChild variant="secondary" className="justify-self-start">
              <Link to="/account">Change or remove it</Link>
            </Button>
          ) : (
            <ConfirmNumber key={phone} number={phone} />
          )}
        </div>
      )}
    </SecuritySection>
  );
}
