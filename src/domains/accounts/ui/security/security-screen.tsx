import type { ComponentType, ReactNode } from 'react';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import type { ShopInfo } from '#shared/shop.ts';
import { useShop } from '#shared/shop-context.tsx';
import { LinkedAccountsSection } from '../oidc/linked-accounts-section.tsx';
import { PasskeysSection } from '../passkey/passkeys-section.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { PhoneSection } from '../phone/phone-section.tsx';
import { Reauthentication } from '../reauthentication/reauthentication.tsx';
import { useSession } from '../session/session.queries.ts';
import { SessionsSection } from '../session/sessions-section.tsx';
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx';
import { ActivitySection } from './activity-section.tsx';
import { DataSection } from './data-section.tsx';
import { EmailLink, EmailSection } from './email-section.tsx';

interface Matter {
  /** Its anchor on the page: /account/security#id. */
  id: string;
  title: string;
  Section: ComponentType;
  /** Set when not every shop offers it. */
  isOffered?: (shop: ShopInfo) => boolean;
}

/** In the order of the page: sign-in methods, sessions, data. */
const MATTERS: readonly Matter[] = [
  { id: 'password', title: 'Password', Section: PasswordSection },
  { id: 'two-step', title: 'Two-step sign-in', Section: TwoFactorSection },
  { id: 'passkeys', title: 'Passkeys', Section: PasskeysSection },
  {
    id: 'linked-accounts',
    title: 'Linked accounts',
    Section: LinkedAccountsSection,
    isOffered: ({ signIn }) => signIn.providers.length > 0,
  },
  { id: 'email', title: 'Email', Section: EmailSection },
  {
    id: 'phone',
    title: 'Phone number',
    Section: PhoneSection,
    isOffered: ({ signIn }) => signIn.phone,
  },
  { id: 'sessions', title: 'Where you are signed in', Section: SessionsSection },
  { id: 'activity', title: 'Recent activity', Section: ActivitySection },
  { id: 'data', title: 'Your data', Section: DataSection },
];

/** The page 'Sign-in & security': one section for each subject. */
export function SecurityScreen({
  notice,
  emailToken,
  onEmailLinkDone,
}: {
  /** Shown above everything else. */
  notice?: ReactNode;
  /** From the emailed link that was opened, if there was one. */
  emailToken: string | undefined;
  /** The link has been handled. */
  onEmailLinkDone: () => void;
}) {
  const { user, failed, error, retry } = useSession();
  const shop = useShop();
  const matters = MATTERS.filter(({ isOffered }) => isOffered?.(shop) ?? true);
  return (
    <div className="wrap grid gap-8 py-8 sm:py-14">
      {notice}
      <PageHeading
        title="Sign-in & security"
        lead="How you sign in, where you are signed in, and what we keep about you."
      />
      {user && emailToken ? <EmailLink token={emailToken} onDone={onEmailLinkDone} /> : null}
      {failed ? (
        <ErrorState title="Your account could not be loaded" error={error} onRetry={retry}>
          Please check your connection.
        </ErrorState>
      ) : (
        <div className="grid items-start gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <nav aria-label="On this page" className="sticky top-24 hidden lg:block">
            <ul className="border-l">
              {matters.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ml-px flex min-h-11 items-center border-transparent border-l-2 py-1.5 pl-4 text-muted-foreground transition-colors hover:border-gold hover:text-foreground"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid max-w-3xl grid-cols-1 gap-6">
            {/* Nothing that was begun for one account continues under another. */}
            <Reauthentication key={user?.id}>
              {matters.map(({ id, Section }) => (
                <div key={id} id={id} className="scroll-mt-24">
                  {user ? <Section /> : <SectionSkeleton />}
                </div>
              ))}
            </Reauthentication>
          </div>
        </div>
      )}
    </div>
  );
}

function SectionSkeleton() {
  return (
    <Card className="scriptless:hidden grid gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-4 w-full max-w-sm" />
      </div>
      <Skeleton className="h-11 w-40" />
    </Card>
  );
}
