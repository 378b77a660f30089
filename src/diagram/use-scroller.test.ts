import { describe, expect, it } from 'vitest';
import { showScroll } from './use-scroller.ts';

const sizes = { clientWidth: 100, clientHeight: 50, scrollWidth: 100, scrollHeight: 50 };

function panel(given: Partial<Record<string, number>>, overflowX = 'auto'): HTMLElement {
  const element = document.createElement('div');
  element.style.overflowX = overflowX;
  document.body.append(element);
  for (const [name, value] of Object.entries({ ...sizes, ...given })) {
    Object.defineProperty(element, name, { value });
  }
  showScroll(element);
  return element;
}

describe('a panel that may scroll', () => {
  it('is no stop for Tab, and fades nowhere, while all of it is in view', () => {
    const fits = panel({});
    expect(fits.getAttribute('tabindex')).toBeNull();
    expect(fits.dataset['more']).toBe('');
  });

  it('takes the focus and fades on the side where its lines go on', () => {
    const wide = panel({ scrollWidth: 300 });
    expect([wide.tabIndex, wide.dataset['more']]).toEqual([0, 'right']);
    expect(panel({ scrollWidth: 300, scrollLeft: 80 }).dataset['more']).toBe('left right');
    expect(panel({ scrollWidth: 300, scrollLeft: 200 }).dataset['more']).toBe('left');
  });

  it('fades at its top once it has been scrolled down', () => {
    expect(panel({ scrollHeight: 200, scrollTop: 40 }).dataset['more']).toBe('up');
  });

  it('is no stop where the cut part cannot be scrolled to', () => {
    expect(panel({ scrollWidth: 300 }, 'hidden').getAttribute('tabindex')).toBeNull();
  });
});
