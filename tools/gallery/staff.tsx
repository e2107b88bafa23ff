import { FormPresence } from '#design/form-presence.tsx';
import { type OtherStaff, PresenceBadge, PresenceProvider } from '#design/presence.tsx';
import { LONG_NAME, Specimen, State } from './specimen.tsx';

const staff = (name: string, isTyping = false): OtherStaff => ({ name, isTyping });

/** The states of the badge, by the id that stands for a product. */
const OTHERS: Record<string, { label: string; others: readonly OtherStaff[] }> = {
  here: { label: 'one is here', others: [staff('Ada')] },
  typing: { label: 'one types', others: [staff('Ada', true)] },
  several: { label: 'three, one of whom types', others: [staff('Ada'), staff('Bisi', true), staff('Chi')] },
  long: { label: 'a long name', others: [staff(LONG_NAME)] },
};

const access = {
  othersAt: (_: unknown, id: string) => OTHERS[id]?.others ?? [],
  report: () => {},
};

/** Who else has something open. */
export function Staff() {
  return (
    <PresenceProvider value={access}>
      <Specimen name="PresenceBadge, PresenceProvider">
        {Object.entries(OTHERS).map(([id, { label }]) => (
          <State key={id} label={label}>
            <PresenceBadge kind="product" id={id} className="min-w-0" />
          </State>
        ))}
      </Specimen>
      <Specimen name="FormPresence">
        <State label="in a form">
          <FormPresence form={{ kind: 'product', entity: { id: 'here', version: 1 }, announcement: '' }} />
        </State>
      </Specimen>
    </PresenceProvider>
  );
}
