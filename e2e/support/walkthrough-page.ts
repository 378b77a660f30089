/** The page as a visitor uses it: what can be done, and what can be read. */
import { expect, type Locator, type Page } from '@playwright/test';
import { problemsOf } from './page-problems.ts';

export const createDeployment = 'kubectl create deployment nginx --image=nginx --replicas=3';

export interface Position {
  readonly step: number;
  readonly steps: number;
}

export class WalkthroughPage {
  readonly page: Page;
  /** What a healthy page never has; stays empty. */
  readonly problems: readonly string[];
  readonly input: Locator;
  readonly caption: Locator;
  readonly next: Locator;
  readonly back: Locator;
  readonly overview: Locator;

  constructor(page: Page) {
    this.page = page;
    this.problems = problemsOf(page);
    this.input = page.getByRole('textbox', { name: 'Command' });
    this.caption = page.getByTestId('caption');
    this.next = page.getByRole('button', { name: 'Next', exact: true });
    this.back = page.getByRole('button', { name: 'Back', exact: true });
    this.overview = page.locator('.overview').getByRole('slider');
  }

  /**
   * Opens the page and waits until the cluster is there. It is told by stages, which a test can
   * count, unless the address says more of it; `told` opens it as a visitor does.
   */
  async open(query = '', told = query.includes('depth=')): Promise<void> {
    const [search = '', hash] = query.split('#');
    const depth = told ? '' : `${search === '' ? '?' : '&'}depth=stages`;
    await this.page.goto(`./${search}${depth}${hash === undefined ? '' : `#${hash}`}`);
    await this.page.locator('html[data-app="ready"]').waitFor({ timeout: 30_000 });
  }

  /** Waits until the worker has computed the whole run; the hash of its trace. */
  async settled(): Promise<string> {
    const html = this.page.locator('html[data-trace-hash]');
    await html.waitFor({ timeout: 30_000 });
    return (await html.getAttribute('data-trace-hash')) ?? '';
  }

  /** Runs a command, key by key when `typed`, else as it is pasted, and leaves the terminal. */
  async run(command: string, typed = false): Promise<void> {
    if (typed) {
      await this.input.fill('');
      await this.input.pressSequentially(command);
    } else {
      await this.input.evaluate(paste, command);
    }
    await this.input.press('Enter');
    await this.settled();
    await this.input.press('Escape');
  }

  async press(key: string, times = 1): Promise<void> {
    for (let count = 0; count < times; count++) await this.page.keyboard.press(key);
  }

  async position(): Promise<Position> {
    const words = (await this.page.locator('.transport .count').textContent()) ?? '';
    const [step, steps] = words.split('/').map(Number);
    return { step: step ?? Number.NaN, steps: steps ?? Number.NaN };
  }

  async expectStep(step: number): Promise<void> {
    await expect.poll(async () => (await this.position()).step).toBe(step);
  }

  /**
   * All that the page shows of a step: map, inspector, caption. Where the camera stands is left out:
   * it stays where it is as long as the step is in view, so it depends on the way there.
   */
  snapshot(): Promise<string> {
    return this.page.evaluate(() =>
      ['.diagram-canvas', '.insp', '.caption']
        .map((part) => document.querySelector(part)?.outerHTML ?? `no ${part}`)
        .join('\n')
        .replace(/(react-flow__viewport [^>]*style=")[^"]*/, '$1'),
    );
  }

  /**
   * The same once nothing of it is about to appear: an engine may be asked between the drawing of a
   * step and the frame in which what is new gets its place.
   */
  async drawn(): Promise<string> {
    await this.page.waitForFunction(() =>
      document.getAnimations().every(({ effect, playState }) => {
        const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
        return endless || playState !== 'running';
      }),
    );
    return this.snapshot();
  }

  /** The words of a tour at one of its stops, from 1, when the page has come there. */
  async toldAt(stop: number): Promise<string> {
    return (await this.stopAt(stop)).words;
  }

  /** The same with the name of its chapter: asked once, for a long walk has two hundred stops. */
  async stopAt(stop: number): Promise<{ words: string; chapter: string }> {
    const shown = await this.page.evaluate(untilStop, stop);
    expect(shown.words, `stop ${stop}`).not.toBe('');
    return shown;
  }

  /** The room of the step. */
  currentRoom(): Promise<string | undefined> {
    return this.page.evaluate(
      () => document.querySelector<HTMLElement>('[data-room][aria-current]')?.dataset['room'],
    );
  }

  pods(status: string): Locator {
    return this.page.locator(`[data-pod][data-status="${status}"]`);
  }

  transcript(): Locator {
    return this.page.getByTestId('transcript');
  }

  /** Whether the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }
}

/**
 * Puts text in place of what stands in a field, as a paste does. The driver of Firefox would write
 * the field's value itself, which React takes for its own writing and does not hear of.
 */
function paste(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('Only a field can be pasted into.');
  field.focus();
  field.select();
  document.execCommand('insertText', false, text);
}

/** In the page: frame by frame until a tour is at a stop. A page that never comes there says where it is. */
async function untilStop(stop: number): Promise<{ words: string; chapter: string }> {
  const words = (part: string): string => document.querySelector(part)?.textContent ?? '';
  const at = (): number | undefined =>
    document.querySelector<HTMLProgressElement>('.caption.tour progress')?.value;
  for (
    const begun = performance.now();
    at() !== stop || words('[data-testid="tour-beat"]') === '';
  ) {
    if (performance.now() > begun + 30_000)
      throw new Error(`The tour is at ${at()}, not at ${stop}.`);
    await new Promise(requestAnimationFrame);
  }
  return { words: words('[data-testid="tour-beat"]'), chapter: words('.caption .chapter-name') };
}
