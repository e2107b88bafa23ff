/** A button or link beside the heading of the current screen, or the main one of its form. */
export interface ScreenAction {
  label: string;
  run: () => void;
}

/** The name of a control for a screen reader, without that of its icon. */
const nameOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-label') ?? control.textContent ?? '').replace(/\s+/g, ' ').trim();

/** A menu opens by the pointer or a key, not by a click. */
function press(control: HTMLElement): void {
  if (control.getAttribute('aria-haspopup') === 'menu') {
    control.focus();
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  } else control.click();
}

/**
 * The actions that the screen shows in an element with `data-actions`, in their order: the menu offers what can be
 * pressed now, under the same names, without a second list.
 */
export function actionsOnScreen(): ScreenAction[] {
  const controls = document.querySelectorAll<HTMLElement>(
    '#main [data-actions] :is(a[href], button:not(:disabled))',
  );
  return [...controls]
    .filter((control) => control.checkVisibility())
    .map((control) => ({ label: nameOf(control), run: () => press(control) }));
}
