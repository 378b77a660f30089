/**
 * How soon a visitor with an empty cache sees the cluster and may type a command.
 * Needs `npm run build` first. All figures are wall time: on a busy machine they show the machine.
 */
import { type Browser, chromium } from '@playwright/test';
import { preview } from 'vite';
import { launchArguments } from './page.ts';
import { type Figure, figure } from './statistics.ts';

export interface StartOptions {
  readonly executablePath: string;
  /** Where the built site is. */
  readonly site: string;
  readonly rounds: number;
}

/** From the navigation to the page on. */
export interface StartFigures {
  readonly browser: string;
  /** The address without anything: the front door, its map, its prompt, and the cluster behind. */
  readonly door: PageFigures;
  /** A link to a run. */
  readonly run: PageFigures;
}

interface PageFigures {
  /** The map of the cluster is painted. */
  readonly map: Figure;
  /** The terminal takes a command. */
  readonly command: Figure;
  /** The cluster has started on the map. */
  readonly cluster: Figure;
}

type Moment = keyof PageFigures;
type Moments = Record<Moment, number>;

const limit = { timeout: 60_000 };
/** What a browser prepares for each new profile is not the page's. */
const settleMs = 2000;

/** Throws when the site is not built, and when a page takes more than a minute. */
export async function benchStart(options: StartOptions): Promise<StartFigures> {
  const { executablePath, site, rounds } = options;
  const server = await preview({
    preview: { port: 0, host: '127.0.0.1' },
    build: { outDir: site },
    logLevel: 'silent',
  });
  const door = server.resolvedUrls?.local[0] ?? '';
  const run = `${door}?scenario=create-deployment`;
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  try {
    const visits: Record<'door' | 'run', Moments[]> = { door: [], run: [] };
    for (let round = 0; round < rounds; round++) {
      visits.door.push(await visit(browser, door));
      visits.run.push(await visit(browser, run));
    }
    return {
      browser: browser.version(),
      door: figuresOf(visits.door),
      run: figuresOf(visits.run),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

function figuresOf(visits: readonly Moments[]): PageFigures {
  const of = (moment: Moment): Figure =>
    figure(
      visits.map((each) => Math.round(each[moment])),
      'ms',
    );
  return { map: of('map'), command: of('command'), cluster: of('cluster') };
}

/** A visit of a new profile, which has nothing in its cache. */
async function visit(browser: Browser, url: string): Promise<Moments> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    // What runs this file wraps named functions in `__name`, which a page does not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(noteMoments);
    await page.waitForTimeout(settleMs);
    await page.goto(url);
    await page.waitForFunction(() => Reflect.get(globalThis, 'moments').cluster > 0, null, limit);
    return await page.evaluate(() => Reflect.get(globalThis, 'moments') as Moments);
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own scripts. */
function noteMoments(): void {
  const moments: Record<string, number> = {};
  Object.assign(globalThis, { moments });
  const note = (moment: string, selector: string): void => {
    if (moments[moment] !== undefined || document.querySelector(selector) === null) return;
    moments[moment] = 0;
    // Painted: the next frame begins after it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        moments[moment] = performance.now();
      }),
    );
  };
  new MutationObserver(() => {
    note('map', '.front-map, .trunk-map');
    note('command', '.front-prompt textarea, #terminal-input:enabled');
    note('cluster', 'html[data-app=ready]');
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
