import {
  type ComponentType,
  useEffect,
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
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading');
    useEffect(() => {
      if (state !== 'loading' || Loaded) return;
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

/**
 * A dialog that is not there yet. Escape closes it. The focus stays on what opened it, or returns there.
 * Nothing else can be pressed meanwhile, so that two dialogs never open above each other.
 */
function OpeningDialog({ hasFailed, onRetry, onClose }: WaitingProps & { onClose: () => void }) {
  const isOffline = useSyncExternalStore(subscribe, isScriptWaiting);
  const box = useRef<HTMLDivElement>(null);
  // Before the dialog, which returns the focus to where it found it.
  useLayoutEffect(() => {
    const own = box.current;
    const opener = document.activeElement;
    return () => {
      if (own?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    const byKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', byKey);
    return () => removeEventListener('keydown', byKey);
  }, [onClose]);
  return (
    <div ref={box} className="fixed inset-0 z-40 grid animate-overlay-in place-items-center bg-overlay p-6">
      <Card className="grid max-w-sm gap-4 shadow-pop">
        <p role={hasFailed ? 'alert' : 'status'} className="flex items-center gap-3">
          {hasFailed ? (
            SCRIPT_FAILED
          ) : (
            <>
              <Spinner className="shrink-0 text-2xl text-primary" />
              {isOffline ? 'You are offline. This opens as soon as you are online.' : 'Loading …'}
            </>
          )}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {hasFailed ? (
            <Button variant="outline" onClick={() => location.reload()}>
              Reload Page
            </Button>
          ) : null}
          {hasFailed || isOffline ? (
            <Button onClick={hasFailed ? onRetry : tryScriptsAgain}>Try Again</Button>
          ) : null}
        </div>
      </Card>
    </div>
  );
}
