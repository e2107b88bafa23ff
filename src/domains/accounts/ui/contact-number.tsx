import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { phoneText } from '#shared/phone-text.ts';
import type { Profile } from '../contract.ts';

/** Below an order that is about to be sent: the number for questions about it, and the form to add or change it. */
export function ContactNumber({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false);
  // Loaded with its validation; most orders need no change.
  const { part, hasFailed, want } = useLazyComponent(() => import('./profile-form.tsx'));
  if (editing && part) return <part.ProfileForm profile={profile} onDone={() => setEditing(false)} />;
  return (
    <p className="text-muted-foreground text-sm">
      {profile.phone
        ? `For questions about your order we have ${phoneText(profile.phone)}.`
        : 'We have no phone number for questions about your order.'}{' '}
      <Button
        variant="link"
        className="min-h-11 text-sm"
        busy={editing && !hasFailed}
        onClick={() => {
          setEditing(true);
          want();
        }}
      >
        {profile.phone ? 'Change it' : 'Add your phone number'}
      </Button>
    </p>
  );
}
