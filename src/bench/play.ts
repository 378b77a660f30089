/**
 * A whole scenario on the built page in a real browser: what playing it and standing still cost,
 * which tasks hold up the page's thread, and how soon a step back and a seek are drawn.
 *
 * Needs `npm run build` first. Long tasks and latencies are wall time: on a busy machine they
 * measure the machine.
 */
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { cpuOver } from './browser-cpu.ts';
import { launchArguments } from './page.ts';

export interface LongTasks {
  /** Tasks of more than 50 ms on the page's thread. */
  readonly count: number;
  readonly longestMs: number;
}

export interface PlayFigures {
  readonly scenario: string;
  readonly steps: number;
  /** From the first frame with a cluster until the simulator has computed the whole run. */
  readonly computing: LongTasks;
  /** While it plays, at 1× and 8×, and while it is stepped and sought through. */
  readonly playing: LongTasks;
  readonly playingFast: LongTasks;
  readonly moving: LongTasks;
  /** Percent of one core, at 1×, at 8×, and paused. */
  readonly playingCpu: number;
  readonly playingFastCpu: number;
  readonly idleCpu: number;
  /** Milliseconds from the input to the frame that shows it, at the 95th percentile. */
  readonly stepBackP95: number;
  readonly seekP95: number;
}

export interface PlayOptions {
  readonly executablePath: string;
  /** A tour or a scenario of the gallery. */
  readonly scenario: string;
  /** Where the built site is. */
  readonly site: string;
}

/** Tenths of the run at which it is played, as the keys 0–9 seek them. */
const places = [0, 2, 4, 6, 8] as const;
const playMs = 6000;
const idleMs = 8000;
const moves = 60;

/** Throws where there is no /proc, and when the site has no such scenario. */
export async function benchPlay(options: PlayOptions): Promise<PlayFigures> {
  const { executablePath, scenario, site } = options;
  const server = await preview({
    preview: { port: 0, host: '127.0.0.1' },
    build: { outDir: site },
    logLevel: 'silent',
  });
  const browser = await chromium.launch({ executablePath, args: [...launchArguments] });
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await watchTasks(page);
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}?tour=${scenario}&quiz=0`);
    return { scenario, ...(await figuresOf(page)) };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function figuresOf(page: Page): Promise<Omit<PlayFigures, 'scenario'>> {
  await page.waitForSelector('html[data-app=ready]', { timeout: 60_000 });
  await tasksSoFar(page);
  await page.waitForSelector('html[data-trace-hash]', { timeout: 300_000 });
  await page.waitForTimeout(1000);
  const computing = await tasksSoFar(page);
  const count = (await page.locator('.transport .count').textContent()) ?? '';
  const idleCpu = await cpuOver(page, idleMs);
  await tasksSoFar(page);
  const slow = await playThere(page);
  for (let times = 0; times < 3; times++) await page.keyboard.press('>');
  const fast = await playThere(page);
  const stepBackP95 = p95(await stepsBack(page));
  const seekP95 = p95(await seeks(page));
  return {
    steps: Number(count.split('/')[1]),
    computing,
    playing: slow.tasks,
    playingFast: fast.tasks,
    moving: await tasksSoFar(page),
    playingCpu: slow.cpu,
    playingFastCpu: fast.cpu,
    idleCpu,
    stepBackP95,
    seekP95,
  };
}

/** Plays for some seconds at each place. */
async function playThere(page: Page): Promise<{ cpu: number; tasks: LongTasks }> {
  const used: number[] = [];
  for (const place of places) {
    await page.keyboard.press(String(place));
    await page.waitForTimeout(300);
    await page.keyboard.press('Space');
    used.push(await cpuOver(page, playMs));
    await page.keyboard.press('Space');
  }
  return { cpu: used.reduce((a, b) => a + b, 0) / used.length, tasks: await tasksSoFar(page) };
}

interface Watched {
  readonly longTasks: number[];
}

async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    const note = (list: PerformanceObserverEntryList): void => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    };
    new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
  });
}

/** The long tasks since the last look. */
async function tasksSoFar(page: Page): Promise<LongTasks> {
  const found = await page.evaluate(() => (window as unknown as Watched).longTasks.splice(0));
  return { count: found.length, longestMs: Math.max(0, ...found) };
}

async function stepsBack(page: Page): Promise<readonly number[]> {
  await page.keyboard.press('9');
  return drawnAfter(
    page,
    Array.from({ length: moves }, () => 'ArrowLeft'),
  );
}

/** The keys 0–9 in an order in which no seek is near the one before. */
function seeks(page: Page): Promise<readonly number[]> {
  return drawnAfter(
    page,
    Array.from({ length: moves }, (_, index) => String((index * 7) % 10)),
  );
}

/** Milliseconds from each key until the frame after it was handed to the screen. */
function drawnAfter(page: Page, keys: readonly string[]): Promise<readonly number[]> {
  return page.evaluate(async (all) => {
    const taken: number[] = [];
    for (const key of all) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      const started = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // A message comes after this frame was laid out and painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(undefined);
        });
      });
      taken.push(performance.now() - started);
    }
    return taken;
  }, keys);
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
