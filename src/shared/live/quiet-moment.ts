/** So long after a touch or a turn of the page nothing moves under the finger, in ms. */
const STILL_MS = 400;
/** What lies over the page and belongs to something on it, which may go away; and a row taken up by keyboard. */
const OPEN =
  '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[aria-roledescription][aria-pressed=true]';

/** Whose end was not heard of, because what lay under the finger went away, is over after so many ms. */
const LONGEST_PRESS_MS = 10_000;

let touchedAt = 0;
let pressedAt = 0;

/** Once, before anything happens: a finger that lies there already was not seen to come. */
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
  // A finger that begins to turn the page is a cancelled pointer, but still a finger.
  for (const name of ['pointerdown', 'touchstart']) addEventListener(name, press, quietly);
  for (const name of ['pointerup', 'touchend', 'touchcancel', 'dragend']) {
    addEventListener(name, release, quietly);
  }
  addEventListener('pointercancel', (event) => event.pointerType === 'touch' || release(), quietly);
  addEventListener('scroll', move, quietly);
}

/**
 * Calls `act` when the page is looked at, nobody touches it, no dialog is open on it and `isBusy` says no: at
 * once, or when that is so. Gives the function that takes it back.
 */
export function atQuietMoment(isBusy: () => boolean, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', look, { once: true });
      return;
    }
    const now = Date.now();
    const isStill = now - pressedAt > LONGEST_PRESS_MS && now - touchedAt > STILL_MS;
    if (isStill && !isBusy() && !document.querySelector(OPEN)) act();
    else timer = setTimeout(look, 100);
  };
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
