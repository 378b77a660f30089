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
    const update = (): void => showSoon(element);
    const resized = new ResizeObserver(update);
    resized.observe(element);
    const mutated = new MutationObserver(update);
    mutated.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      resized.disconnect();
      mutated.disconnect();
      element.removeEventListener('scroll', update);
      changed.delete(element);
    };
  }, []);
  return ref;
}

/** Scrollers that are measured as soon as all that has changed with them has been heard of. */
const changed = new Set<HTMLElement>();

/** All together: to measure one after another was marked lays the page out again. */
function showSoon(element: HTMLElement): void {
  if (changed.size === 0) queueMicrotask(showChanged);
  changed.add(element);
}

function showChanged(): void {
  const marks = [...changed].map((element) => [element, scrollOf(element)] as const);
  changed.clear();
  for (const [element, scroll] of marks) mark(element, scroll);
}

/** Marks a scroller with what a person can do with it now. */
export const showScroll = (element: HTMLElement): void => mark(element, scrollOf(element));

interface Scroll {
  readonly scrolls: boolean;
  /** The edges beyond which it goes on. */
  readonly more: string;
}

function mark(element: HTMLElement, { scrolls, more }: Scroll): void {
  if (!scrolls) element.removeAttribute('tabindex');
  else if (element.tabIndex !== 0) element.tabIndex = 0;
  if (element.dataset['more'] !== more) element.dataset['more'] = more;
}

function scrollOf(element: HTMLElement): Scroll {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth, scrollLeft, scrollTop } = element;
  const wide = scrollWidth > clientWidth + 1;
  const { overflowX } = getComputedStyle(element);
  // A part that is cut on purpose, as in the folded terminal, can be reached by no key.
  const reachable = wide && overflowX !== 'hidden' && overflowX !== 'clip';
  const scrolls = scrollHeight > clientHeight + 1 || reachable;
  const more = [
    wide && scrollLeft > 1 ? 'left' : '',
    wide && scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : '',
    scrollTop > 1 ? 'up' : '',
  ];
  return { scrolls, more: more.filter((side) => side !== '').join(' ') };
}
