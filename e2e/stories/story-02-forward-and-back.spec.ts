/** User story 2: a step back shows what the step forward showed, exactly. */
import { expect } from '@playwright/test';
import { test } from '../support/deployed-page.ts';
import { everyEngine } from '../support/every-engine.ts';

test(
  'twenty steps forward and twenty back show the same pictures',
  everyEngine,
  async ({ walk }) => {
    const shown = [await walk.drawn()];
    for (let step = 1; step <= 20; step++) {
      await walk.press('ArrowRight');
      shown.push(await walk.drawn());
    }
    expect(new Set(shown).size).toBe(21);
    for (let step = 19; step >= 0; step--) {
      await walk.press('ArrowLeft');
      expect(await walk.drawn(), `step ${step}`).toBe(shown[step]);
    }
  },
);
