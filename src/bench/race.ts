/**
 * Ours and the peer, in turn, in one browser with its ordinary settings: how long somebody waits
 * from Enter until the replicas are Ready, and for a second, small command.
 *
 * Needs `npm run build` first. All figures are wall time: on a busy machine they show the machine.
 */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { launchArguments } from './page.ts';
import { listenToWorkers } from './race-listener.ts';
import { type Figure, figure } from './statistics.ts';

export interface RaceOptions {
  readonly executablePath: string;
  /** Where the built site is. */
  readonly site: string;
  readonly rounds: number;
  readonly replicas: number;
}

export interface RaceFigures {
  readonly browser: string;
  readonly replicas: number;
  readonly facts: number;
  /** From Enter until the page has the first facts of the command. */
  readonly heardFacts: Figure;
  /** Until the frame is over that shows them. */
  readonly firstFacts: Figure;
  readonly ready: Figure;
  /** Until the whole run is there, which goes on after the replicas are Ready. */
  readonly done: Figure;
  /** The longest task of the page's thread, from Enter to the end. */
  readonly longestTask: Figure;
  /**
   * The same for somebody who looks at the line for half a second before Enter: the simulator has
   * begun with it by then, or is through.
   */
  readonly read: { readonly firstFacts: Figure; readonly ready: Figure };
  /** First facts of `kubectl label` at the end of the run: until the page has them, shows them. */
  readonly nextHeard: Figure;
  readonly nextCommand: Figure;
  readonly peerReady: Figure;
  readonly peerLongestTask: Figure;
  /** How many times as long as for ours one waits for the peer, by the medians. */
  readonly ratio: number;
}

interface Ours {
  readonly heard: number;
  readonly first: number;
  readonly ready: number;
  readonly done: number;
  readonly longest: number;
  readonly facts: number;
}

interface Theirs {
  readonly ready: number;
  readonly longest: number;
}

const peerFolder = join(import.meta.dirname, '../../e2e/peer');
/** Milliseconds that somebody looks at what they have typed. */
const look = 500;
const limit = { timeout: 300_000 };

/** Throws when the site is not built, and when a run takes more than five minutes. */
export async function race({
  executablePath,
  site,
  ...options
}: RaceOptions): Promise<RaceFigures> {
  const peer = await peerProgram();
  const server = await preview({
    preview: { port: 0, host: '127.0.0.1' },
    build: { outDir: site },
    logLevel: 'silent',
  });
  const browser = await chromium.launch({ executablePath, args: [...launchArguments] });
  const url = server.resolvedUrls?.local[0] ?? '';
  try {
    return await rounds(browser, { ...options, url, peer });
  } finally {
    await browser.close();
    await server.close();
  }
}

interface Round {
  readonly url: string;
  /** The peer's program as a script. */
  readonly peer: string;
  readonly replicas: number;
}

async function rounds(browser: Browser, options: Round & { rounds: number }): Promise<RaceFigures> {
  const ours: (Ours & { next: Ours })[] = [];
  const read: Ours[] = [];
  const theirs: Theirs[] = [];
  for (let round = 0; round < options.rounds; round++) {
    ours.push(await ourRun(browser, options));
    read.push(await ourRun(browser, options, look));
    theirs.push(await theirRun(browser, options));
  }
  const ms = (values: readonly number[]): Figure => figure(values.map(Math.round), 'ms');
  const ready = ms(ours.map((run) => run.ready));
  const peerReady = ms(theirs.map((run) => run.ready));
  return {
    browser: browser.version(),
    replicas: options.replicas,
    facts: ours[0]?.facts ?? 0,
    heardFacts: ms(ours.map(({ heard }) => heard)),
    firstFacts: ms(ours.map(({ first }) => first)),
    ready,
    done: ms(ours.map(({ done }) => done)),
    longestTask: ms(ours.map(({ longest }) => longest)),
    read: { firstFacts: ms(read.map((run) => run.first)), ready: ms(read.map((run) => run.ready)) },
    nextHeard: ms(ours.map(({ next }) => next.heard)),
    nextCommand: ms(ours.map(({ next }) => next.first)),
    peerReady,
    peerLongestTask: ms(theirs.map(({ longest }) => longest)),
    ratio: Number((peerReady.median / ready.median).toFixed(2)),
  };
}

async function ourRun(
  browser: Browser,
  { url, replicas }: Round,
  wait = 0,
): Promise<Ours & { next: Ours }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    // What runs this file wraps named functions in `__name`, which a page does not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(listenToWorkers, replicas);
    await page.goto(`${url}?scenario=create-deployment`);
    await page.waitForSelector('html[data-app=ready]', limit);
    // A reader looks at the page for some seconds before the first command.
    await page.waitForTimeout(3000);
    const command = `kubectl create deployment w --image=nginx --replicas=${replicas}`;
    const run = await enter(page, command, wait);
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.waitForTimeout(600);
    return { ...run, next: await enter(page, 'kubectl label deployment w x=1') };
  } finally {
    await page.close();
  }
}

/** Types a line into the page's terminal; resolves when its run is there to the end. */
async function enter(page: Page, line: string, wait = 0): Promise<Ours> {
  await page.locator('#terminal-input').fill(line);
  await page.waitForTimeout(wait);
  await page.evaluate(() => Object.assign(globalThis, { raced: { longest: 0 } }));
  // A page that is asked for it again and again would have that to do beside its own work.
  const over = page.evaluate(
    (longest) =>
      new Promise((resolve, reject) => {
        addEventListener('raced', resolve, { once: true });
        setTimeout(() => reject(new Error('The run did not end.')), longest);
      }).then(() => undefined),
    limit.timeout,
  );
  await page.locator('#terminal-input').press('Enter');
  await over;
  return page.evaluate(() => Reflect.get(globalThis, 'raced') as Ours);
}

async function theirRun(browser: Browser, { peer, replicas }: Round): Promise<Theirs> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addScriptTag({ content: peer });
    return await page.evaluate(async (count) => {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ entryTypes: ['longtask'] });
      const deploy = Reflect.get(globalThis, 'deployInPeer') as (n: number) => Promise<number>;
      const ready = await deploy(count);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { ready, longest };
    }, replicas);
  } finally {
    await page.close();
  }
}

/** The peer's program as one script; `scripts/bench.mjs` has installed its packages beside it. */
async function peerProgram(): Promise<string> {
  const built = await build({
    root: peerFolder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(peerFolder, 'peer.mjs'), formats: ['iife'], name: 'peer' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error('The peer was not bundled.');
  return bundle.output[0].code;
}
