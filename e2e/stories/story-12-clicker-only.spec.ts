/** User story 12: a lesson is shown to a class with a clicker alone. */
import { expect, type Page, test } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import { shareOnePage } from '../support/share-one-page.ts';
import { WalkthroughPage } from '../support/walkthrough-page.ts';

let page: Page;
let walk: WalkthroughPage;

shareOnePage(async (shared) => {
  walk = shared;
  page = shared.page;
  await walk.open('?tour=short-walk&lang=en&present=1');
  await walk.settled();
});

const progress = (): Promise<string | null> => page.getByTestId('progress').textContent();
/** On with the clicker until a question stands there. */
async function goToQuestion(): Promise<void> {
  for (let press = 0; press < 30; press++) {
    if (await question().locator('button.choice').first().isVisible()) return;
    await walk.press('PageDown');
  }
}
const question = (): ReturnType<Page['getByTestId']> => page.getByTestId('question');

test('a slide scales as a whole, and all of it can be read from the last row', async () => {
  await expect(page.locator('.presenter')).toBeVisible();
  const letters = (): Promise<number> =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await letters()).toBeCloseTo(24, 1);
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await letters()).toBeCloseTo(16, 1);
  const caption = await walk.caption.evaluate((p) =>
    Number.parseFloat(getComputedStyle(p).fontSize),
  );
  expect(caption).toBeGreaterThanOrEqual(28);
  await expect.poll(smallestInMap).toBeGreaterThanOrEqual(16);
  await expect(page.locator('.insp, .term, .transport, .place-bar:visible')).toHaveCount(0);
});

/** The smallest letters of the picture, as large as they are seen. */
const smallestInMap = (): Promise<number> =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement>('.room, .room *')].flatMap((el) => {
      const own = [...el.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
      const { width, height } = el.getBoundingClientRect();
      if (!own || width === 0 || el.matches('.sr')) return [];
      const scale = el instanceof SVGElement ? 1 : height / Math.max(1, el.offsetHeight);
      return [Number.parseFloat(getComputedStyle(el).fontSize) * scale];
    });
    return Math.min(...sizes);
  });

test('a window too narrow for slides offers the whole screen, where that has room', async ({
  browser,
}) => {
  const screen = { width: 1440, height: 900 };
  const context = await browser.newContext({ screen, viewport: { width: 800, height: 600 } });
  const narrow = new WalkthroughPage(await context.newPage());
  await narrow.open('?tour=short-walk&lang=en&present=1');
  const whole = narrow.page.getByRole('button', { name: 'Use the whole screen' });
  await expect(whole).toBeVisible();
  await narrow.page.setViewportSize({ width: 1280, height: 720 });
  await expect(whole).toHaveCount(0);
  await context.close();
});

test('sentences are said one after the other, by hand with the arrows up and down', async () => {
  await expect.poll(progress).toMatch(/^1a? /);
  const said = page.locator('.sl-cap .say');
  await walk.press('ArrowUp', 3);
  await expect(page.locator('.sl-cap .sentence').first()).toHaveClass(/say/);
  const first = await said.textContent();
  await walk.press('ArrowDown');
  await expect(said).not.toHaveText(first ?? '');
  await expect(said).toHaveCount(1);
  await walk.press('ArrowUp');
  await expect(said).toHaveText(first ?? '');
});

test('a room is drawn only where the words or the step have to do with it', async () => {
  const rooms = page.locator('.presenter [data-room]');
  await expect(page.locator('[data-room="kubectl"]')).toHaveCount(1);
  expect(await rooms.count()).toBeLessThanOrEqual(5);
  await expect(page.locator('[data-room="node-3"]')).toHaveCount(0);
});

test('PageDown alone walks the whole lesson, its questions too, and PageUp back', async () => {
  await expect.poll(progress).toMatch(/^1a? \/ 16$/);
  const told: string[] = [];
  let asked = 0;
  for (let press = 0; press < 60; press++) {
    const { n, asks } = await page.evaluate(() => ({
      n: document.querySelector('[data-testid=progress]')?.textContent ?? '',
      asks: document.querySelector('[data-testid=question] button.choice') !== null,
    }));
    told.push(`${n} ${asks ? '?' : ''}`);
    if (asks) asked += 1;
    await walk.press('PageDown');
    if (n.startsWith('16')) break;
  }
  expect(await progress()).toMatch(/^16.? \/ 16$/);
  expect(asked).toBeGreaterThanOrEqual(2);
  for (let stop = told.length; stop > 0; stop--) await walk.press('PageUp');
  await expect.poll(progress).toMatch(/^1a? \/ 16$/);
});

test('b blanks the screen, and the next press brings the picture back where it was', async () => {
  await walk.press('PageDown', 2);
  const before = await progress();
  for (const [blank, back] of [
    ['b', 'b'],
    ['.', 'PageDown'],
    ['b', 'Escape'],
  ] as const) {
    await walk.press(blank);
    await expect(page.locator('.presenter .blank')).toBeVisible();
    await walk.press(back);
    await expect(page.locator('.presenter .blank')).toHaveCount(0);
    expect(await progress()).toBe(before);
  }
});

test('K held is a spotlight that follows the pointer', async () => {
  const light = page.locator('.spotlight');
  await expect(light).toBeHidden();
  await page.keyboard.down('k');
  await page.mouse.move(300, 200);
  await expect(light).toBeVisible();
  expect(await light.evaluate((element) => element.style.getPropertyValue('--x'))).toBe('300px');
  await page.keyboard.up('k');
  await expect(light).toBeHidden();
});

test('a question hides its answer: no word, no colour, no line of it is on the page', async () => {
  await walk.press('Home');
  await goToQuestion();
  const panel = question();
  await expect(panel.locator('.right, .wrong, .why')).toHaveCount(0);
  await expect(page.locator('.react-flow__edge')).toHaveCount(0);
  const [asked, picture] = await Promise.all([
    panel.boundingBox(),
    page.locator('.sl-map').boundingBox(),
  ]);
  if (asked === null || picture === null) throw new Error('The question is not on the slide.');
  expect(picture.x + picture.width).toBeLessThanOrEqual(asked.x);
});

test('number keys count hands, Shift takes one back, Enter answers, Backspace asks again', async () => {
  const hands = (n: number): ReturnType<Page['locator']> =>
    question()
      .locator('.choice')
      .nth(n - 1)
      .locator('.v');
  await walk.press('2', 3);
  await page.keyboard.press('Shift+Digit2');
  await walk.press('1');
  await expect(hands(2)).toContainText('2');
  await walk.press('Backspace');
  await expect(hands(2)).toContainText('0');
  await expect(hands(2).locator('s')).toHaveText('2');
  await walk.press('3');
  await walk.press('Enter');
  await expect(question().locator('li.right')).toHaveCount(1);
  await expect(question().locator('.why')).toBeVisible();
  await expect(page.locator('.react-flow__edge').first()).toBeAttached();
  await walk.press('Backspace');
  await expect(question().locator('li.right')).toHaveCount(0);
  await walk.press('Enter');
  await walk.press('PageDown');
  await expect(question()).toHaveCount(0);
});

test('T shows what was printed in place of the map, and the map again', async () => {
  await walk.press('t');
  await expect(page.getByTestId('slide-terminal')).toContainText('$ kubectl create deployment');
  await walk.press('t');
  await expect(page.getByTestId('slide-terminal')).toHaveCount(0);
});

test('? lists the keys', async () => {
  await walk.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Backspace');
  await walk.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the speaker’s window has the notes, the next words and the time, and drives', async () => {
  await walk.press('Home');
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Speaker window with notes' }).focus();
  await walk.press('s');
  const speaker = await opening;
  await expect(speaker.locator('.read h2').first()).toContainText('of 16');
  await speaker.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(progress).toMatch(/^1a? /);
  await expect(speaker.locator('.own li').first()).not.toBeEmpty();
  const squeezed = async (of: ReturnType<Page['locator']>): Promise<string> =>
    ((await of.textContent()) ?? '').replace(/\s+/g, '');
  await expect.poll(() => squeezed(speaker.locator('.now'))).toBe(await squeezed(walk.caption));
  const next = await squeezed(speaker.locator('.next'));
  await speaker.keyboard.press('PageDown');
  await expect.poll(async () => next.startsWith(await squeezed(walk.caption))).toBe(true);
  await expect(speaker.locator('.mini rect').first()).toBeAttached();
  await speaker.getByRole('button', { name: 'Blank the screen' }).click();
  await expect(page.locator('.presenter .blank')).toBeVisible();
  await speaker.getByRole('button', { name: 'Back to the picture' }).click();
  await expect(page.locator('.presenter .blank')).toHaveCount(0);
  await speaker.locator('nav button').nth(3).click();
  await expect(page.locator('.presenter .chapter')).toContainText('4 of 7');
  await expect(speaker.getByRole('timer')).toHaveText(/^\d:\d\d$/);
  await speaker.getByRole('button', { name: 'Reset' }).click();
  await expect(speaker.getByRole('timer')).toHaveText(/^0:0\d$/);
  await speaker.getByRole('spinbutton', { name: 'Minutes planned' }).fill('20');
  await expect(speaker.locator('nav .aside')).toHaveText(/^\d+ stops left, 20 min left$/);
  await walk.press('Escape');
  await expect(page.locator('.presenter')).toHaveCount(0);
  await expect(walk.next).toBeVisible();
  await expect(speaker.getByRole('alert')).toContainText('No window is presenting');

  const reopening = speaker.context().waitForEvent('page');
  await speaker.getByRole('link', { name: 'Open it again' }).click();
  const again = await reopening;
  await expect(again.locator('.presenter .chapter')).toContainText('4 of 7');
  await expect(speaker.getByRole('alert')).toHaveCount(0);
  await again.close();
  await expect(speaker.getByRole('link', { name: 'Open it again' })).toBeVisible();
  await speaker.close();
});

test('every walk has notes, the one that nobody wrote a tour for too', async () => {
  await walk.open('?scenario=create-deployment&lang=en&present=1&step=kubectl/print');
  await walk.settled();
  const opening = page.context().waitForEvent('page');
  await walk.press('s');
  const speaker = await opening;
  await expect(speaker.locator('.own li').first()).toContainText('Ask before you go on');
  await speaker.close();
});

test('the button and the key P present as well, without a tour', async () => {
  await walk.open('?scenario=create-deployment&lang=en&step=etcd/commit/deployments/default/nginx');
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(walk.caption).toContainText('etcd');
  const before = await progress();
  await walk.press('PageDown');
  await expect.poll(progress).not.toBe(before);
  await walk.press('p');
  await expect(page.locator('.presenter')).toHaveCount(0);
  await walk.press('p');
  await expect(page.locator('.presenter')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in what a class and a speaker see, in ${theme}`, async () => {
    const colours = theme === 'dark';
    await walk.open(`?tour=short-walk&lang=zh-CN&present=1&theme=${theme}`);
    await walk.settled();
    await goToQuestion();
    await expect(question()).toBeVisible();
    await expectNothingSerious(page, { colours });
    const opening = page.context().waitForEvent('page');
    await walk.press('s');
    const speaker = await opening;
    await speaker.locator('.now').waitFor();
    await expectNothingSerious(speaker, { colours });
    await speaker.close();
  });
}

test('a speaker’s window that nobody presents to says so', async () => {
  await page.goto('./?view=speaker&session=0000000000&lang=en');
  await expect(page.getByRole('alert')).toContainText('No window is presenting');
  await page.goto('./?view=speaker&session=%3Cb%3E&lang=en');
  await expect(page.getByRole('alert')).toContainText('BroadcastChannel');
});
