/**
 * `tsx e2e/support/drive-engine.ts Chromium|Firefox|WebKit`: starts the engine as the tests do, opens
 * a page and closes it. Succeeds when that works; otherwise its first line says what did not.
 */
import { chromium, firefox } from '@playwright/test';
import { findTestChromium } from '../../scripts/lib/chromium.mjs';
import { findFirefox } from '../../scripts/lib/other-engines.mjs';
import { launchOfChromium, launchOfFirefox } from './launch.ts';
import { WebKit } from './webkit.ts';

/** Milliseconds, on a machine that does other things too. */
const patience = 45_000;
/** The page computes its title, so that its script is known to run. */
const page = 'data:text/html,<script>document.title = 6 * 7</script>';

const drives: Readonly<Record<string, () => Promise<string>>> = {
  Chromium: async () => {
    const path = await findTestChromium();
    return titleIn(chromium.launch({ ...launchOfChromium(path ?? ''), timeout: patience }));
  },
  Firefox: () =>
    titleIn(firefox.launch({ ...launchOfFirefox(findFirefox() ?? ''), timeout: patience })),
  WebKit: async () => {
    const webkit = await WebKit.start();
    await webkit.open(page);
    const title = await webkit.read<string>('document.title');
    await webkit.stop();
    return title;
  },
};

async function titleIn(launched: ReturnType<typeof chromium.launch>): Promise<string> {
  const browser = await launched;
  const opened = await browser.newPage();
  await opened.goto(page);
  const title = await opened.title();
  await browser.close();
  return title;
}

function end(reason: string): never {
  process.stdout.write(`${reason}\n`);
  process.exit(1);
}

// What hangs is ended from within, where its browser is known.
setTimeout(() => end(`It did not answer within ${patience / 1000} seconds.`), patience).unref();
try {
  const drive = drives[process.argv[2] ?? ''];
  if (drive === undefined) end(`There is no engine ${process.argv[2]}.`);
  const title = await drive();
  if (title !== '42') end(`The page came to ${title || 'nothing'}, not to 42.`);
  process.exit(0);
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}
