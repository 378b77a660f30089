/**
 * The built page in a real browser: how soon something moves, and what playing and pausing cost.
 * Needs `npm run build` first. CPU is that of all processes of the browser, read from /proc.
 */
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { cpuOver } from './browser-cpu.ts';

export interface PageFigures {
  /** Milliseconds from navigation until something on the canvas has changed place or filled. */
  readonly firstMotionMs: number;
  /** Percent of one core. */
  readonly playingCpu: number;
  readonly pausedCpu: number;
}

const sampleMs = 4000;
export const launchArguments = ['--headless', '--no-sandbox', '--disable-gpu'];

/** `executablePath`: the Chromium to measure with. Throws where there is no /proc. */
export async function benchPage(executablePath: string): Promise<PageFigures> {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'silent' });
  const url = server.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const firstMotionMs = await firstMotion(page, url);
    await page.waitForSelector('html[data-app=ready]');
    await page.locator('#terminal-input').press('Enter');
    await page.locator('#terminal-input').blur();
    await page.waitForTimeout(2000);
    const pausedCpu = await cpuOver(page, sampleMs);
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    const playingCpu = await cpuOver(page, sampleMs);
    return { firstMotionMs, playingCpu, pausedCpu };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The page itself watches for the first change of the canvas after it was drawn. */
async function firstMotion(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const marks = window as unknown as { firstMotion?: number };
    let drawn = false;
    new MutationObserver((changes) => {
      const onCanvas = changes.some(
        ({ target }) => target instanceof Element && target.closest('.react-flow') !== null,
      );
      if (onCanvas && drawn) marks.firstMotion ??= performance.now();
      drawn ||= document.querySelector('.react-flow__node') !== null;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(url);
  const handle = await page.waitForFunction(
    () => (window as unknown as { firstMotion?: number }).firstMotion,
  );
  return Number(await handle.jsonValue());
}
