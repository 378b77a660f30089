import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForHome } from './way-home.ts';

const went = vi.fn();
let stop = (): void => undefined;

function press(key: string, target: EventTarget = document.body, used = false): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (used) event.preventDefault();
  target.dispatchEvent(event);
}

beforeEach(() => {
  went.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(went);
  stop = listenForHome();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('Escape', () => {
  it('leads home when it is pressed twice', () => {
    press('Escape');
    expect(went).not.toHaveBeenCalled();
    press('Escape');
    expect(went).toHaveBeenCalledWith(location.pathname);
  });

  it('leads home after it has left what was open, and not while it leaves', () => {
    press('Escape', document.body, true);
    press('Escape', document.body, true);
    expect(went).not.toHaveBeenCalled();
    press('Escape');
    expect(went).toHaveBeenCalledOnce();
  });

  it('does not lead home with another key between', () => {
    press('Escape');
    press('ArrowRight');
    press('Escape');
    expect(went).not.toHaveBeenCalled();
  });

  it('leaves a field before it leads home', () => {
    const field = document.body.appendChild(document.createElement('input'));
    press('Escape', field);
    press('Escape', field);
    expect(went).not.toHaveBeenCalled();
    press('Escape');
    expect(went).toHaveBeenCalledOnce();
  });

  it('is of a dialog that is open', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    press('Escape');
    dialog.remove();
    press('Escape');
    expect(went).not.toHaveBeenCalled();
  });
});
