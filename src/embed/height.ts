/**
 * How high a frame would like to be at its width: in the shape of a figure, but never so low that
 * the parts above and below the map crush it.
 */
import type { UiSize } from './parameters.ts';

/** Height of a figure by its width. */
export const shape = 10 / 16;
/** Pixels that the map needs: two rows of rooms, in a frame with its words and controls. */
const leastMap: Readonly<Record<UiSize, number>> = { min: 150, std: 310, full: 360 };
const [lowest, highest] = [240, 1200];

/** Reports the height now and when it changes: with the width, or with the words of the page. */
export function followHeight(
  root: HTMLElement,
  size: UiSize,
  report: (height: number) => void,
): void {
  let width = 0;
  let reported = 0;
  const measure = (): void => {
    const app = root.querySelector('.app');
    if (app === null) return;
    // Longer words do not move the page around it at each step: at one width it only grows.
    if (innerWidth !== width) [width, reported] = [innerWidth, 0];
    const map = app.querySelector('.canvas')?.clientHeight ?? 0;
    const rest = app.scrollHeight - map;
    const wanted = Math.max(width * shape, rest + leastMap[size]);
    const height = Math.round(Math.min(highest, Math.max(lowest, wanted)));
    if (height <= reported) return;
    reported = height;
    report(height);
  };
  const sizes = new ResizeObserver(measure);
  const parts = new MutationObserver(() => {
    const app = root.querySelector('.app');
    if (app === null) return;
    parts.disconnect();
    for (const part of [app, ...app.children]) sizes.observe(part);
  });
  parts.observe(root, { childList: true, subtree: true });
  addEventListener('resize', measure);
}
