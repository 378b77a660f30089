/**
 * Whether a key is for the thing with the focus or for the page. Somebody who came there by
 * keyboard uses the thing's own keys; where a mouse clicked last, Space still plays and the
 * arrows still step.
 */

const clickable = 'button, a, label, [role=button], [role=tab]';
const ownsKeys =
  'input:not([type=radio]), textarea, select, dialog[open], :popover-open, [role=slider]';

/** Until a key moves the focus. */
let clicked: Element | undefined;

export const isClicked = (target: EventTarget): boolean =>
  target instanceof Element &&
  clicked?.contains(target) === true &&
  target.closest(ownsKeys) === null;

interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** With such a key an arrow is the page's or the browser's. */
export const isModified = ({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers): boolean =>
  ctrlKey || metaKey || altKey || shiftKey;

/** The listeners that know what was clicked, by their events. */
export const clickListeners = [
  [
    'pointerdown',
    ({ target }: Event): void => {
      // A label passes the focus on to its radio button.
      clicked = (target instanceof Element ? target.closest(clickable) : null) ?? undefined;
    },
  ],
  [
    'keydown',
    (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key === 'Tab') clicked = undefined;
    },
  ],
] as const;
