/**
 * At most two frames of one page work at a time. A frame that begins announces it to the other
 * frames, and rests when two others have begun after it.
 *
 * Frames reach each other through the page that holds them, which even a frame without an origin
 * may do; a frame inside an element's shadow is reached through the element.
 */
import { readNeighbour, sealed } from './protocol.ts';

/** Frames with a worker on one page. */
const mostAwake = 2;
/** Milliseconds out of sight until a frame rests. */
const outOfSight = 60_000;

export interface Turns {
  /** Announces that this frame works from now on. */
  begin(): void;
  /** Called when the frame has come to rest. */
  end(): void;
}

/** Calls `rest` when it is another frame's turn, or when nobody has seen this one for a minute. */
export function takeTurns(rest: () => void): Turns {
  const frame = crypto.getRandomValues(new Uint32Array(3)).join('-');
  const later = new Set<string>();
  let awake = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = true;

  const announce = (type: 'awake' | 'asleep'): void => {
    const { parent } = window;
    if (parent === window) return;
    const message = sealed({ type, frame });
    parent.postMessage(message, '*');
    for (let index = 0; index < parent.length; index++) {
      if (parent[index] !== window) parent[index]?.postMessage(message, '*');
    }
  };
  const watch = (): void => {
    clearTimeout(timer);
    if (awake && !seen) timer = setTimeout(rest, outOfSight);
  };

  window.addEventListener('message', ({ data }) => {
    const heard = readNeighbour(data);
    if (heard === undefined || heard.frame === frame || !awake) return;
    if (heard.type === 'asleep') later.delete(heard.frame);
    else later.add(heard.frame);
    if (later.size >= mostAwake) rest();
  });
  new IntersectionObserver(([entry]) => {
    seen = entry?.isIntersecting ?? true;
    watch();
  }).observe(document.documentElement);

  return {
    begin() {
      awake = true;
      later.clear();
      announce('awake');
      watch();
    },
    end() {
      awake = false;
      clearTimeout(timer);
      announce('asleep');
    },
  };
}
