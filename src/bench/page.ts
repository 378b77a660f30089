/**
 * The built page in a real browser: how soon something moves, and what playing and pausing cost.
 * Needs `npm run build` first. CPU is that of all processes of the browser, read from /proc.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';

export interface PageFigures {
  /** Milliseconds from navigation until something on the canvas has changed place or filled. */
  readonly firstMotionMs: number;
  /** Percent of one core. */
  readonly playingCpu: number;
  readonly pausedCpu: number;
}

const sampleMs = 4000;
const ticksPerSecond = 100;
const launchArguments = ['--headless', '--no-sandbox', '--disable-gpu'];

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
    const pausedCpu = await cpuOver(page);
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    const playingCpu = await cpuOver(page);
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

/** Percent of one core that the browser uses over the next seconds. */
async function cpuOver(page: Page): Promise<number> {
  const before = browserTicks();
  await page.waitForTimeout(sampleMs);
  const ticks = browserTicks() - before;
  return (ticks / ticksPerSecond / (sampleMs / 1000)) * 100;
}

/** User and system time of every process that descends from this one, in clock ticks. */
function browserTicks(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  const family = new Set([process.pid]);
  for (let grown = true; grown; ) {
    const size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
    grown = family.size > size;
  }
  family.delete(process.pid);
  return processes.filter(({ pid }) => family.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0);
}

function statOf(name: string): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const number = (index: number): number => Number(fields[index] ?? 0);
    return { pid: Number(name), parent: number(1), ticks: number(11) + number(12) };
  } catch {
    return undefined; // It ended while we were looking.
  }
}
