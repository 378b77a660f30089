/**
 * A panel that may scroll: it takes the focus only if it can scroll, so that a panel that fits is
 * no stop for Tab. `data-more` names the edges beyond which it goes on: it fades there.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** For an element whose content changes; watches its size, its children and its scrolling. */
export function useScroller<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const update = (): void => showScroll(element);
    const resized = new ResizeObserver(update);
    resized.observe(element);
    const changed = new MutationObserver(update);
    changed.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      resized.disconnect();
      changed.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  return ref;
}

/** Marks a scroller with what a person can do with it now. */
export function showScroll(element: HTMLElement): void {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth, scrollLeft, scrollTop } = element;
  const wide = scrollWidth > clientWidth + 1;
  const { overflowX } = getComputedStyle(element);
  // A part that is cut on purpose, as in the folded terminal, can be reached by no key.
  const reachable = wide && overflowX !== 'hidden' && overflowX !== 'clip';
  if (scrollHeight > clientHeight + 1 || reachable) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
  const more = [
    wide && scrollLeft > 1 ? 'left' : '',
    wide && scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : '',
    scrollTop > 1 ? 'up' : '',
  ];
  element.dataset['more'] = more.filter((side) => side !== '').join(' ');
}
