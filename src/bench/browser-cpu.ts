/** What a browser costs: the time of all its processes, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const ticksPerSecond = 100;

/** Percent of one core that the browser uses over the next `milliseconds`. */
export async function cpuOver(page: Page, milliseconds: number): Promise<number> {
  const before = browserTicks();
  const started = performance.now();
  await page.waitForTimeout(milliseconds);
  const seconds = (performance.now() - started) / 1000;
  return ((browserTicks() - before) / ticksPerSecond / seconds) * 100;
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
