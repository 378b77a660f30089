/**
 * The built page in a real browser: how soon something moves, and what playing and pausing cost.
 * Needs `npm run build` first. CPU is that of all processes of the browser, read from /proc.
 */
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { cpuOver } from './browser-cpu.ts';

export interface PageFigures {
  /** Milliseconds from navigation until a request travels over the map; nobody typed anything. */
  readonly firstMotionMs: number;
  /** The same on a slow line (1.6 Mbit/s, 150 ms) with a quarter of the processor. */
  readonly firstMotionSlowMs: number;
  /** Percent of one core. */
  readonly playingCpu: number;
  readonly pausedCpu: number;
}

const sampleMs = 4000;
const settleMs = 2000;
export const launchArguments = ['--headless', '--no-sandbox', '--disable-gpu'];

/** `executablePath`: the Chromium to measure with. Throws where there is no /proc. */
export async function benchPage(executablePath: string): Promise<PageFigures> {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'silent' });
  const url = server.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  try {
    const slow = await browser.newPage();
    await slowDown(slow);
    const firstMotionSlowMs = await firstMotion(slow, `${url}?seed=1`);
    await slow.close();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const firstMotionMs = await firstMotion(page, `${url}?seed=1`);
    await page.waitForSelector('html[data-app=ready]');
    await page.locator('#terminal-input').press('Enter');
    await page.locator('#terminal-input').blur();
    await page.waitForTimeout(2000);
    const pausedCpu = await cpuOver(page, sampleMs);
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    const playingCpu = await cpuOver(page, sampleMs);
    return { firstMotionMs, firstMotionSlowMs, playingCpu, pausedCpu };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** What a browser's own tools call slow 4G, and a phone of the middle class. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** The page itself watches for the dot of a request to be at a second place. */
async function firstMotion(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const marks = window as unknown as { firstMotion?: number };
    const places = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement && target.matches('[data-dot]'))) continue;
        if (target.style.transform !== '') places.add(target.style.transform);
      }
      if (places.size > 1) marks.firstMotion ??= performance.now();
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
  // What a browser prepares for each new profile is not the page's: its address bar takes a second.
  await page.waitForTimeout(settleMs);
  await page.goto(url);
  const handle = await page.waitForFunction(
    () => (window as unknown as { firstMotion?: number }).firstMotion,
  );
  return Number(await handle.jsonValue());
}
