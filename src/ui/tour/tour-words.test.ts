import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '#i18n/locale';
import { followTourWords, tourText, useTourWords } from './tour-words.ts';

const english = vi.hoisted(() => {
  let come = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { late, come };
});

vi.mock('../../i18n/tours/en/refused.json', async (original) => {
  await english.late;
  return original();
});

afterEach(() => chooseLocale('en'));

it('shows the language chosen last, even when the words of another one come later', async () => {
  const opened = followTourWords('refused');
  await chooseLocale('ja');
  english.come();
  await opened;
  expect(useTourWords.getState().locale).toBe('ja');
  expect(tourText('ui.next')).toMatch(/\p{sc=Hira}/u);
});
