import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WheelHint } from './wheel-hint.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div class="react-flow"><p></p><i class="nowheel"></i></div><b></b>';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wheel = (selector: string, ctrlKey = false): void => {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'ctrlKey', { value: ctrlKey });
  act(() => void document.querySelector(selector)?.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
};

describe('a reader who turns the wheel in a frame', () => {
  it('learns once how to zoom, where the wheel was turned over the map', () => {
    const { getByRole } = render(<WheelHint />);
    wheel('b');
    wheel('.nowheel');
    expect(getByRole('status').textContent).toBe('');
    wheel('p');
    expect(getByRole('status').textContent).toMatch(/Ctrl|⌘/);
    expect(document.activeElement).toBe(document.body);
    act(() => void vi.advanceTimersByTime(3000));
    expect(getByRole('status').textContent).toBe('');
    wheel('p');
    expect(getByRole('status').textContent).toBe('');
  });

  it('gets no hint after zooming with the wheel already', () => {
    const { getByRole } = render(<WheelHint />);
    wheel('p', true);
    wheel('p');
    expect(getByRole('status').textContent).toBe('');
  });
});
