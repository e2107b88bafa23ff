import { Button } from '#design/button.tsx';

/** Older browsers throw for an unknown selector. */
const isFilledByBrowser = (field: HTMLElement): boolean =>
  CSS.supports('selector(:autofill)') && field.matches(':autofill');

/** Whether the user has focused or filled in a field of the panel; autofill by the browser does not count. */
export function isFilledIn(panel: HTMLElement | null): boolean {
  const fields = [...(panel?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])') ?? [])];
  return fields.some(
    (field) => field === document.activeElement || (field.value !== '' && !isFilledByBrowser(field)),
  );
}

/** A code was sent before the reload, and its field waits until the user wants it. */
export function PendingCode({ email, onEnter }: { email: string; onEnter: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 border-gold border-l-4 bg-muted p-4">
      <p role="status" className="wrap-anywhere min-w-0 text-sm">
        We sent a code to {email}.
      </p>
      <Button variant="outline" size="sm" onClick={onEnter}>
        Enter the code
      </Button>
    </div>
  );
}
