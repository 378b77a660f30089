/** Every figure of the bench, each with median, least and greatest of its runs. */
import { existsSync } from 'node:fs';
import { type ApiServerFigures, benchApiServer } from './api-server.ts';
import { kernelEventsPerSecond } from './kernel.ts';
import {
  buildMeasuredProgram,
  measureDeploy,
  measureIdle,
  measureNamespaceDeletion,
} from './measured-process.ts';
import { benchPage, type PageFigures } from './page.ts';
import { benchSeek } from './seek.ts';
import { type Figure, figure } from './statistics.ts';

const repeat = <T>(runs: number, measure: () => T): readonly T[] =>
  Array.from({ length: runs }, measure);

/** `runs` times each; the page's figures need a built site and a Chromium, else they are absent. */
export async function allFigures(runs: number): Promise<Record<string, Figure>> {
  await buildMeasuredProgram();
  return { ...engineFigures(runs), ...apiServerFigures(runs), ...(await pageFigures(runs)) };
}

function engineFigures(runs: number): Record<string, Figure> {
  const three = repeat(runs, () => measureDeploy(3, 3));
  const hundred = repeat(runs, () => measureDeploy(100, 10));
  const idle = repeat(runs, () => measureIdle(3));
  const seeks = repeat(runs, () => benchSeek(400));
  const ms = (values: readonly number[]): Figure => figure(values, 'ms');
  return {
    kernelEventsPerSecond: figure(repeat(runs, kernelEventsPerSecond), 'events/s'),
    threeReplicasCommandCpu: ms(three.map((run) => run.commandCpuMs)),
    threeReplicasWithStartCpu: ms(three.map((run) => run.cpuMs)),
    hundredReplicasTenNodesCpu: ms(hundred.map((run) => run.cpuMs)),
    hundredReplicasTenNodesWall: ms(hundred.map((run) => run.wallMs)),
    hundredReplicasTenNodesPeakRss: figure(
      hundred.map((run) => run.peakRssMb),
      'MiB',
    ),
    idleHourCpu: ms(idle.map((run) => run.cpuMs)),
    idleHourFacts: figure(
      idle.map((run) => run.facts),
      'facts',
    ),
    seekP95: ms(seeks.map((run) => run.seekP95)),
    stepBackP95: ms(seeks.map((run) => run.stepBackP95)),
    seekTraceFacts: figure(
      seeks.map((run) => run.facts),
      'facts',
    ),
  };
}

function apiServerFigures(runs: number): Record<string, Figure> {
  const server = repeat(runs, benchApiServer);
  const namespaces = repeat(runs, () => measureNamespaceDeletion(1000));
  const of = (key: keyof ApiServerFigures, unit = 'ms'): Figure =>
    figure(
      server.map((each) => each[key]),
      unit,
    );
  return {
    apiCreatePod: of('createMs'),
    apiList10000Pods: of('listMs'),
    apiEventTo100Watchers: of('watchMs'),
    namespaceOf1000PodsDeletedCpu: figure(
      namespaces.map((run) => run.cpuMs),
      'ms',
    ),
  };
}

async function pageFigures(runs: number): Promise<Record<string, Figure>> {
  const browser = process.env['CHROMIUM_PATH'];
  if (browser === undefined || !existsSync('dist/index.html')) {
    console.error('No figures of the page: they need `npm run build` and a Chromium.');
    return {};
  }
  const pages: PageFigures[] = [];
  for (let n = 0; n < runs; n++) pages.push(await benchPage(browser));
  return {
    firstMotion: figure(
      pages.map((page) => page.firstMotionMs),
      'ms',
    ),
    firstMotionSlow: figure(
      pages.map((page) => page.firstMotionSlowMs),
      'ms',
    ),
    playingCpu: figure(
      pages.map((page) => page.playingCpu),
      '% of a core',
    ),
    pausedCpu: figure(
      pages.map((page) => page.pausedCpu),
      '% of a core',
    ),
  };
}
