import { Spinner } from '#design/spinner.tsx';
import { NeedsScript } from '../../-needs-script.tsx';

/** Shown until the session is known. */
export function LoadingPanel() {
  return (
    <div className="grid min-h-svh content-center justify-items-center gap-4 p-6">
      <p role="status" className="flex items-center gap-3 text-lg text-muted-foreground">
        <Spinner />
        Loading admin panel...
      </p>
      <NeedsScript what="The back office" />
    </div>
  );
}
