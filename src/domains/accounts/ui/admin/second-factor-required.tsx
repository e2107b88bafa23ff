import type { ReactNode } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { useSignOut } from '../sign-in.operations.ts';

/** The user has an admin role, but signed in with one factor, and the shop requires two. */
export function SecondFactorRequired({ security, home }: { security: ReactNode; home: ReactNode }) {
  const signOut = useSignOut(async () => undefined);
  return (
    <Card className="grid gap-6">
      <PageHeading
        title="One step more"
        lead="A password alone does not open the back office. Please sign in with a second step or a passkey."
      />
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Set up two-step sign-in or a passkey first.</li>
        <li>Then sign in again with it. If you have one already, that is all.</li>
      </ol>
      <div className="grid gap-3">
        {security}
        <Button variant="outline" size="lg" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign in again
        </Button>
        {home}
      </div>
    </Card>
  );
}
