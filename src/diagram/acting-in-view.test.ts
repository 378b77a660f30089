import { describe, expect, it } from 'vitest';
import { showActing } from './acting-in-view.ts';

const margins = { top: 10, bottom: 10 };
const rowHeight = 20;

/** A list of 100 pixels with 20 rows; the rows at the given places acted. */
function listOf(...acting: readonly number[]): HTMLElement {
  const list = document.createElement('div');
  const boxAt = (top: number, height: number): DOMRect =>
    ({ top, bottom: top + height, height }) as DOMRect;
  Object.defineProperty(list, 'offsetHeight', { value: 100 });
  list.getBoundingClientRect = () => boxAt(0, 100);
  for (let place = 0; place < 20; place++) {
    const row = document.createElement('p');
    if (acting.includes(place)) row.dataset['acts'] = 'true';
    row.getBoundingClientRect = () => boxAt(place * rowHeight - list.scrollTop, rowHeight);
    list.append(row);
  }
  showActing(list, margins);
  return list;
}

describe('the row that acted', () => {
  it('is brought just into view when it stands below the fold', () => {
    expect(listOf(9).scrollTop).toBe(9 * rowHeight + rowHeight + 10 - 100);
  });

  it('moves nothing when it is in view, or when no row acted', () => {
    expect(listOf(2).scrollTop).toBe(0);
    expect(listOf().scrollTop).toBe(0);
  });

  it('is the first of several that do not fit together', () => {
    expect(listOf(5, 18).scrollTop).toBe(5 * rowHeight + rowHeight + 10 - 100);
  });

  it('is shown with the others when all of them fit', () => {
    const { scrollTop } = listOf(6, 8);
    expect(scrollTop).toBe(8 * rowHeight + rowHeight + 10 - 100);
    expect(6 * rowHeight - scrollTop).toBeGreaterThanOrEqual(10);
  });
});
