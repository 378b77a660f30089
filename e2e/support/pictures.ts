/** What a picture of the map must have: its whole cast in view, in letters that one can read. */
import type { Page } from '@playwright/test';

/** The map as a picture; two equal ones look the same. */
const pictureOf = async (page: Page): Promise<string> =>
  (await page.locator('.diagram-canvas').screenshot()).toString('base64');

/** Waits until the camera stands still. */
async function rested(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );
}

/** What of the cast is not drawn, not wholly in view, or too small to read. */
function castProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cast = document.querySelector<HTMLElement>('.diagram')?.dataset['cast'] ?? '';
    if (cast === '') return ['no cast'];
    const canvas = document.querySelector('.diagram-canvas')?.getBoundingClientRect();
    if (canvas === undefined) return ['no canvas'];
    return cast.split(' ').flatMap((anchor) => {
      const drawn = [...document.querySelectorAll(`.diagram-canvas [data-anchor~="${anchor}"]`)];
      const visible = drawn.filter((element) => element.checkVisibility());
      const isInside = (element: Element): boolean => {
        const box = element.getBoundingClientRect();
        return (
          box.left >= canvas.left - 2 &&
          box.top >= canvas.top - 2 &&
          box.right <= canvas.right + 2 &&
          box.bottom <= canvas.bottom + 2
        );
      };
      // A room may stand in a row of names too, which scrolls.
      const seen = visible.find(isInside) ?? visible[0];
      if (seen === undefined) return [`${anchor} is not drawn`];
      const box = seen.getBoundingClientRect();
      if (!isInside(seen)) {
        const [top, bottom, from, to] = [box.top, box.bottom, canvas.top, canvas.bottom];
        return [`${anchor} is cut: ${[top, bottom, from, to].map(Math.round).join(' ')}`];
      }
      const words = [seen, ...seen.querySelectorAll('*')].filter((element) =>
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '',
        ),
      );
      const zoom = box.width / ((seen as HTMLElement).offsetWidth || box.width);
      const smallest = Math.min(
        ...words.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * zoom),
      );
      // The zoom is measured by a width in whole pixels, which may be a small one.
      return smallest < 13.8 ? [`${anchor} has text of ${smallest} px`] : [];
    });
  });
}

/** Looks at one picture after the other. */
export class Pictures {
  readonly problems: string[] = [];
  readonly #page: Page;
  #before = '';

  constructor(page: Page) {
    this.#page = page;
  }

  /** Whether it differs from the one before, and has its cast in view; `name` is for the report. */
  async look(name: string): Promise<void> {
    await rested(this.#page);
    const picture = await pictureOf(this.#page);
    if (picture === this.#before) this.problems.push(`${name} looks like the one before`);
    this.#before = picture;
    for (const problem of await castProblems(this.#page)) this.problems.push(`${name}: ${problem}`);
  }
}
