/** User story 4: wherever the cursor is, every part of the page says the same step. */
import { expect } from '@playwright/test';
import { test } from '../support/deployed-page.ts';

/** Numbers that look like chance and are the same each time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('at fifty steps in any order map, timeline, list, inspector and address agree', async ({
  walk,
}) => {
  test.setTimeout(180_000);
  const { page } = walk;
  await walk.press('5');
  await page.locator('.why summary').click();
  const { steps } = await walk.position();
  const chance = numbers(4);
  for (let round = 0; round < 50; round++) {
    const wanted = 1 + Math.floor((chance.next().value ?? 0) * steps);
    await page.keyboard.press(String(Math.min(9, Math.floor((10 * wanted) / steps))));
    const { step } = await walk.position();
    const by = Math.abs(wanted - step) % 6;
    await walk.press(wanted < step ? 'ArrowLeft' : 'ArrowRight', by);
    const { step: now } = await walk.position();
    if (now === 0) continue;
    await expect(page.locator('.why [aria-current="step"]')).toHaveCount(1);
    const shown = await page.evaluate(() => {
      const id = (part: string): string | null | undefined =>
        document.querySelector(part)?.getAttribute('data-step-id');
      return {
        map: id('[data-room][data-step-id]'),
        timeline: id('.overview-strip'),
        list: id('.why [aria-current="step"]'),
        inspector: id('.insp .head'),
      };
    });
    expect(shown.map, `step ${now}`).toBeTruthy();
    expect(new Set(Object.values(shown)), `step ${now}: ${JSON.stringify(shown)}`).toEqual(
      new Set([shown.map]),
    );
    await expect(page.locator('.insp .head .lbl')).toContainText(`Step ${now} of ${steps}`);
    await expect(walk.overview).toHaveAttribute('aria-valuenow', String(now));
    await expect
      .poll(() => new URL(page.url()).searchParams.get('step'), { intervals: [50] })
      .toBe(shown.map);
  }
  await walk.press('5');
  await page.locator('.why summary').click();
});
