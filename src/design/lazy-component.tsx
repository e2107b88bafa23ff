import {
  type ComponentType,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadWhileIdle } from '#shared/idle-scripts.ts';
import {
  isScriptWaiting,
  loadScript,
  SCRIPT_FAILED,
  tryScriptsAgain,
  WAITING_CHANGED,
} from '#shared/load-script.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Spinner } from './spinner.tsx';

/** What is shown while a component's script is not there: it is being loaded, or could not be. */
export interface WaitingProps {
  hasFailed: boolean;
  onRetry: () => void;
}

/**
 * A component whose script is not part of its screen: it is loaded while the screen is idle, or when the component is
 * first shown. Until then `Waiting` is shown, with the same props.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props & WaitingProps>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    Loaded ??= await loadScript(load);
  };
  loadWhileIdle(loadOnce);
  return function LazyComponent(props) {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>(Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      // Also if it was loaded, while idle, after this was rendered.
      if (state !== 'loading') return;
      loadOnce().then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    }, [state]);
    if (Loaded) return <Loaded {...props} />;
    return <Waiting {...props} hasFailed={state === 'failed'} onRetry={() => setState('loading')} />;
  };
}

/** A dialog whose script is not part of its screen. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) => lazyComponent<Props>(load, OpeningDialog);

function subscribe(notify: () => void) {
  addEventListener(WAITING_CHANGED, notify);
  return () => removeEventListener(WAITING_CHANGED, notify);
}

/** Time that a dialog may take before its place is shown, ms. A menu that opened it has returned the focus by then. */
const SHOWN_AFTER = 100;

/** A dialog that is not there yet. The focus is where it was before, when this makes way for the dialog. */
function OpeningDialog({ hasFailed, onRetry, onClose }: WaitingProps & { onClose: () => void }) {
  const isOffline = useSyncExternalStore(subscribe, isScriptWaiting);
  // 'Try Again' stays, because it has the focus.
  const [hadTrouble, setHadTrouble] = useState(false);
  if ((hasFailed || isOffline) && !hadTrouble) setHadTrouble(true);
  const text = useId();
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = box.current!;
    const timer = setTimeout(() => own.showModal(), SHOWN_AFTER);
    return () => {
      clearTimeout(timer);
      own.close();
    };
  }, []);
  return (
    <dialog
      ref={box}
      // Not the dialog that was asked for.
      role="alertdialog"
      aria-label={hasFailed ? 'Not loaded' : 'Loading'}
      aria-describedby={text}
      onClose={onClose}
      className="m-auto max-w-md animate-overlay-in bg-transparent p-4 text-foreground backdrop:bg-overlay"
    >
      <Card className="grid gap-4 shadow-pop">
        {/* Another element for each, or it is not announced. */}
        <p
          key={String(hasFailed)}
          id={text}
          role={hasFailed ? 'alert' : 'status'}
          className="flex items-center gap-3"
        >
          {hasFailed ? (
            SCRIPT_FAILED
          ) : (
            <>
              <Spinner className="shrink-0 text-2xl text-primary" />
              {isOffline ? 'You are offline. This opens as soon as you are online.' : 'Loading …'}
            </>
          )}
        </p>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {hasFailed ? (
            <Button variant="outline" onClick={() => location.reload()}>
              Reload Page
            </Button>
          ) : null}
          {hadTrouble ? (
            <Button busy={!hasFailed && !isOffline} onClick={hasFailed ? onRetry : tryScriptsAgain}>
              Try Again
            </Button>
          ) : null}
        </div>
      </Card>
    </dialog>
  );
}
