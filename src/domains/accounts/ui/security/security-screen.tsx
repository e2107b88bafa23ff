import type { ReactNode } from 'react';
import { PageHeading } from '#design/page-heading.tsx';
import { IdentityProof } from './identity-proof.tsx';

/** How one signs in, and where one is signed in: a section for each. */
export function SecurityScreen({
  notice,
}: {
  /** Stands before everything else. */
  notice?: ReactNode;
}) {
  return (
    <IdentityProof>
      <div className="wrap grid max-w-3xl gap-8 py-8 sm:py-14">
        {notice}
        <PageHeading title="Sign-in & security" />
      </div>
    </IdentityProof>
  );
}
