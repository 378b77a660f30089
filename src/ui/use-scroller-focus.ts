/** Lets the keyboard into a panel that scrolls, and only then: one that fits is no stop for Tab. */
import { type RefObject, useEffect, useRef } from 'react';

/** For an element whose content changes; watches its size and its children. */
export function useScrollerFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const update = (): void => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      if (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const resized = new ResizeObserver(update);
    resized.observe(element);
    const changed = new MutationObserver(update);
    changed.observe(element, { childList: true, subtree: true, characterData: true });
    update();
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);
  return ref;
}
