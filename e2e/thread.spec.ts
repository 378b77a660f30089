/**
 * What made newcomers lose the thread, each as they did it. Pictures and casts are held in
 * `story-pictures.spec.ts`, the front door in `front-door.spec.ts`, slides in story 12.
 */
import { expect, type Page, test } from '@playwright/test';
import { createDeployment, WalkthroughPage } from './support/walkthrough-page.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;
let walk: WalkthroughPage;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  walk = new WalkthroughPage(await context.newPage());
  page = walk.page;
  await walk.open('?depth=story&lang=en&quiz=0');
});

test.afterAll(async () => {
  expect(walk.problems).toEqual([]);
  await page.context().close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('End pressed right after Run stays at the end while the run grows', async () => {
  await walk.input.fill(createDeployment);
  await button('Run').click();
  await walk.press('End');
  await walk.settled();
  await expect
    .poll(async () => {
      const { step, steps } = await walk.position();
      return steps > 15 && step === steps;
    })
    .toBe(true);
});

test('Space plays and the arrows step after a click on any button', async () => {
  await walk.press('Home');
  for (const clicked of [walk.next, walk.back, page.getByRole('radio', { name: 'Story' })]) {
    await clicked.click();
    await walk.press('Space');
    await expect(button('Pause')).toBeVisible();
    await walk.press('Space');
    await expect(button('Play')).toBeVisible();
  }
  const { step } = await walk.position();
  await walk.press('ArrowRight');
  await walk.expectStep(step + 1);
});

test('a line stays for at least as long as its words take to be read', async () => {
  await walk.press('Home');
  await walk.press('ArrowRight');
  await walk.press('Space');
  const told = page.evaluate(
    () =>
      new Promise<{ words: number; held: number }>((resolve) => {
        const line = (): string =>
          document.querySelector('[data-testid="caption"]')?.textContent ?? '';
        const begun = performance.now();
        const first = line();
        new MutationObserver(() => {
          if (line() === first) return;
          resolve({ words: first.split(/\s+/).length, held: performance.now() - begun });
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
  );
  const { words, held } = await told;
  await button('Pause').click();
  await expect(button('Play')).toBeVisible();
  // A dash and a lone sign are no words.
  expect(held).toBeGreaterThan(1200 + 300 * words * 0.8);
});

test('the inspector adds what changed and why, from its top, and repeats no line', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await walk.press('Home');
  const { steps } = await walk.position();
  const seen: string[] = [];
  for (let beat = 1; beat <= steps; beat++) {
    await walk.press('ArrowRight');
    await walk.expectStep(beat);
    const { line, panel, top } = await page.evaluate(() => ({
      top: document.querySelector('#panel-story')?.scrollTop,
      line: document.querySelector('[data-testid="caption"]')?.textContent ?? '',
      panel: document.querySelector('#panel-story .telling-parts')?.textContent ?? '',
    }));
    expect(top, `beat ${beat}`).toBe(0);
    expect(panel, `beat ${beat}`).toContain('Why');
    expect(panel, `beat ${beat}`).not.toContain(line);
    expect(seen, `beat ${beat}`).not.toContain(line);
    seen.push(line);
  }
});

test('a watch event goes down its line as a ticket with words', async () => {
  await walk.press('Home');
  await walk.press('ArrowRight', 6);
  const ticket = page.locator('.watch-event .signal');
  await expect(ticket).toBeVisible();
  await expect(ticket).toContainText(/ADDED\s*Deployment nginx/);
});

test('a word of the trade answers to a click in one sentence, and Escape closes it', async () => {
  await walk.press('Home');
  const term = page.locator('.caption .term-word').first();
  for (let beat = 0; beat < 27 && (await term.count()) === 0; beat++)
    await walk.press('ArrowRight');
  await term.click();
  // It is called by the term, which the line may have in another form: taints.
  const card = page.locator('.term-card:popover-open');
  await expect(card).toBeVisible();
  expect(((await card.textContent()) ?? '').length).toBeGreaterThan(30);
  await walk.press('Escape');
  await expect(card).toBeHidden();
});

test('steps that were told once are folded, and open in place', async () => {
  await walk.press('Home');
  const chip = page.locator('.fold-chip');
  for (let beat = 0; beat < 27 && (await chip.count()) === 0; beat++)
    await walk.press('ArrowRight');
  const { step } = await walk.position();
  await chip.click();
  await expect(chip).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.fold-in.open').getByRole('listitem').first()).toBeVisible();
  await walk.expectStep(step);
});

test('a mistyped command is refused in kubectl’s words at once, wherever the cursor stands', async () => {
  await walk.press('Home');
  await walk.press('ArrowRight', 8);
  await walk.input.fill('kubectl create deploment foo');
  await walk.input.press('Enter');
  await expect(walk.transcript()).toContainText('error: Unexpected args: [deploment foo]');
});

test('an answer of several lines leaves the words and the buttons of the story in sight', async () => {
  await walk.press('Escape');
  await walk.press('End');
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await walk.input.fill('kubectl get pods -o wide');
    await walk.input.press('Enter');
    await walk.settled();
    await expect(page.locator('.term.open')).toBeVisible();
    await expect(walk.transcript()).toContainText('NOMINATED NODE');
    // Playwright finds whether another thing lies over the middle of what is clicked.
    await walk.caption.click({ trial: true });
    await walk.back.click({ trial: true });
    await walk.input.click({ trial: true });
    if (width < 768) await button('Show details').click({ trial: true });
  }
});

test('the end of a dead end names the cluster that goes on', async () => {
  await walk.input.fill('kubectl top pods');
  await walk.input.press('Enter');
  await walk.settled();
  await expect(walk.transcript()).toContainText('error: Metrics API not available');
  await walk.input.press('Escape');
  await walk.press('End');
  const card = page.getByTestId('dead-end');
  await expect(card).toContainText('metrics');
  await card.getByRole('button').click();
  await walk.settled();
  await expect(card).toHaveCount(0);
});

test('in a tour Next is the next stop, and a step by stages has words of its own', async () => {
  await walk.open('?tour=short-walk&lang=en&quiz=0', true);
  await walk.settled();
  const told = page.getByTestId('tour-beat');
  const { words } = await walk.stopAt(1);
  await walk.next.click();
  expect((await walk.stopAt(2)).words).not.toBe(words);
  await page.getByRole('radio', { name: 'Stages' }).check();
  // The next stages are stops themselves.
  const back = page.locator('.stop-line');
  for (let press = 0; press < 8 && (await back.count()) === 0; press++) {
    await walk.press('ArrowRight');
  }
  await expect(told).toHaveCount(0);
  await back.click();
  await expect(told).toBeVisible();
});

test('the search finds why a Pod is pending by these words', async () => {
  await walk.open('?tour=pending&lang=en&quiz=0', true);
  await walk.settled();
  await walk.press('/');
  const search = page.getByRole('dialog', { name: 'Search steps' });
  await search.getByRole('textbox').fill('why pending');
  await expect(search.getByRole('listitem').first()).toBeVisible();
});
