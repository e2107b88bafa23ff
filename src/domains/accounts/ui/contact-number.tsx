import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { phoneText } from '#shared/phone-text.ts';
import type { Profile } from '../contract.ts';
import { focusReturned } from './notice.tsx';

/**
 * Below an order that is about to be sent: the number for questions about it, and the form to add or change it. `onOpen` gets
 * whether the form is there: not while it is loaded, nor if it cannot be. It never changes.
 */
export function ContactNumber({ profile, onOpen }: { profile: Profile; onOpen: (isOpen: boolean) => void }) {
  const [step, setStep] = useState<'shown' | 'editing' | 'edited'>('shown');
  const editing = step === 'editing';
  // Loaded with its validation; most orders need no change.
  const { part, hasFailed, want } = useLazyComponent(() => import('./profile-form.tsx'));
  const isOpen = editing && part !== null;
  useEffect(() => onOpen(isOpen), [isOpen, onOpen]);
  if (editing && part) {
    return <part.ProfileForm profile={profile} focus="phone" onDone={() => setStep('edited')} />;
  }
  const number = profile.phone && <span className="whitespace-nowrap">{phoneText(profile.phone)}</span>;
  return (
    <div>
      <p className="text-muted-foreground text-sm">
        {number ? (
          <>For questions about your order we have {number}.</>
        ) : (
          'We have no phone number for questions about your order.'
        )}
      </p>
      <Button
        ref={step === 'edited' ? focusReturned : undefined}
        variant="link"
        className="min-h-11 text-sm"
        busy={editing && !hasFailed}
        onClick={() => {
          setStep('editing');
          want();
        }}
      >
        {number ? 'Change it' : 'Add your phone number'}
      </Button>
      {editing && hasFailed ? (
        <p role="alert" className="text-danger text-sm">
          The form could not be loaded. Please check your connection and try again.
        </p>
      ) : null}
    </div>
  );
}
