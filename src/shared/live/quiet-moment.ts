/** For this long after a touch or scroll, in ms, nothing may move under the finger. */
const STILL_MS = 400;
/** Overlays attached to an element of the page, which may disappear; and a row being moved by keyboard. */
const OPEN =
  '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[aria-roledescription][aria-pressed=true]';

/** A press whose end was not reported, because its target disappeared, is over after this time, ms. */
const LONGEST_PRESS_MS = 10_000;

let touchedAt = 0;
let pressedAt = 0;

/** Call once at the start: a finger that already touches the screen is not detected. */
export function watchForTouch(): void {
  const press = () => {
    pressedAt = Date.now();
  };
  const release = () => {
    pressedAt = 0;
    touchedAt = Date.now();
  };
  const move = () => {
    touchedAt = Date.now();
  };
  const quietly = { capture: true, passive: true };
  // Scrolling cancels the pointer, but the finger still touches the screen.
  for (const name of ['pointerdown', 'touchstart']) addEventListener(name, press, quietly);
  for (const name of ['pointerup', 'touchend', 'touchcancel', 'dragend']) {
    addEventListener(name, release, quietly);
  }
  addEventListener('pointercancel', (event) => event.pointerType === 'touch' || release(), quietly);
  addEventListener('scroll', move, quietly);
}

/**
 * Calls `act` when the page is visible, not touched, without an open dialog (unless `inDialogs`) and `isBusy` returns
 * false: at once, or when that becomes true. Returns the function that cancels it.
 */
export function atQuietMoment(isBusy: () => boolean, act: () => void, inDialogs = false): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', look, { once: true });
      return;
    }
    const now = Date.now();
    const isStill = now - pressedAt > LONGEST_PRESS_MS && now - touchedAt > STILL_MS;
    if (isStill && !isBusy() && (inDialogs || !document.querySelector(OPEN))) act();
    else timer = setTimeout(look, 100);
  };
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
