import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, KeyRound, LayoutDashboard, type LucideIcon, Package, ShoppingBag } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { Profile } from '../contract.ts';
import { focusReturned } from './notice.tsx';
import { useSession } from './session/session.queries.ts';
import { useSignOut } from './sign-in.operations.ts';

/** My Account. `notice` is shown above everything else, `children` below the links. */
export function AccountScreen({ notice, children }: { notice: ReactNode; children: ReactNode }) {
  const navigate = useNavigate();
  const { user, isAdmin, failed, error, retry } = useSession();
  const { isPending, signOut } = useSignOut(() => navigate({ to: '/', ignoreBlocker: true }));
  return (
    <div className="wrap grid gap-8 py-8 sm:py-14">
      {notice}
      <PageHeading
        title="My Account"
        actions={
          <Button variant="outline" busy={isPending} disabled={!user} onClick={signOut}>
            Sign Out
          </Button>
        }
      />
      <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
        <Card className="min-h-72">
          {failed ? (
            <ErrorState title="Your account could not be loaded" error={error} onRetry={retry}>
              Please check your connection.
            </ErrorState>
          ) : user ? (
            <Details key={user.id} profile={user} />
          ) : (
            <DetailsSkeleton />
          )}
        </Card>
        <div className="grid gap-3">
          <nav aria-label="Account" className="grid gap-3">
            <Link to="/orders" className={LINK}>
              <LinkLabel Icon={Package}>My Orders</LinkLabel>
            </Link>
            <Link to="/account/security" className={LINK}>
              <LinkLabel Icon={KeyRound}>Sign-in &amp; security</LinkLabel>
            </Link>
            <Link to="/wishlist" className={LINK}>
              <LinkLabel Icon={ShoppingBag}>Cart</LinkLabel>
            </Link>
            {isAdmin ? (
              // The back office is a separate document.
              <a href="/admin" className={LINK}>
                <LinkLabel Icon={LayoutDashboard}>Admin Panel</LinkLabel>
              </a>
            ) : null}
          </nav>
          {children}
        </div>
      </div>
    </div>
  );
}

const LINK =
  'flex min-h-16 items-center gap-4 rounded-sm border bg-card px-4 py-3 font-semibold transition-colors hover:border-foreground [&_svg]:size-5 [&_svg]:shrink-0';

function LinkLabel({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <span className="text-gold">
        <Icon aria-hidden="true" />
      </span>
      <span className="grow">{children}</span>
      <ChevronRight aria-hidden="true" className="text-muted-foreground" />
    </>
  );
}

function Details({ profile }: { profile: Profile }) {
  const [step, setStep] = useState<'shown' | 'editing' | 'edited'>('shown');
  const editing = step === 'editing';
  const { signIn } = useShop();
  // Loaded with its validation; most visits only read.
  const { part, hasFailed, want } = useLazyComponent(() => import('./profile-form.tsx'));
  if (editing && part) {
    return <part.ProfileForm profile={profile} focus="firstName" onDone={() => setStep('edited')} />;
  }
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail term="First name">{profile.firstName || '–'}</Detail>
        <Detail term="Last name">{profile.lastName || '–'}</Detail>
        <Detail term="Email">{profile.email}</Detail>
        <Detail term="Phone">{profile.phone ? phoneText(profile.phone) : 'Not given'}</Detail>
      </dl>
      {signIn.phone && profile.phone && !profile.phoneVerified ? (
        <ConfirmNumberLate key={profile.phone} number={profile.phone} />
      ) : null}
      <Button
        ref={step === 'edited' ? focusReturned : undefined}
        variant="secondary"
        className="justify-self-start"
        busy={editing && !hasFailed}
        onPointerEnter={want}
        onClick={() => {
          want();
          setStep('editing');
        }}
      >
        Edit details
      </Button>
      {editing && hasFailed ? (
        <p role="alert" className="text-danger">
          The form could not be loaded. Please check your connection and try again.
        </p>
      ) : null}
    </div>
  );
}

/** Offered as soon as the profile has a number that is not yet a sign-in method. */
function ConfirmNumberLate({ number }: { number: string }) {
  const { part, want } = useLazyComponent(() => import('./phone/confirm-number.tsx'));
  useEffect(want, [want]);
  return (
    <div className="grid min-h-11 gap-3 border-gold border-l-4 bg-muted p-4">
      <p>Confirm your number, and you can sign in with it as well.</p>
      {part ? <part.ConfirmNumber number={number} /> : <Skeleton className="h-11 w-48" />}
    </div>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="text-lg">{children}</dd>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading your account" className="scriptless:hidden grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {['first', 'last', 'email', 'phone'].map((one) => (
          <div key={one} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-6 w-40" />
          </div>
        ))}
      </div>
    </div>
  );
}
