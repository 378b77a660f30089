/**
 * The command `serve`: a simulated cluster for real clients, and the page that shows it, until it
 * is interrupted. What is typed into its own terminal rules its time: `pause`, `resume`, `step 1s`.
 *
 * In: the options (`options.ts`). Out: two or three printed lines; 2 as the exit code if it cannot.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import { ClusterRefused } from '#worker/live-simulation';
import { compileLater } from './compile-later.ts';
import { writeKubeconfigs } from './kubeconfig-files.ts';
import { readOptions, usage } from './options.ts';
import { keepSmallWhenQuiet } from './quiet-memory.ts';
import { recordingText } from './recording-file.ts';
import { type Served, serve } from './serve.ts';
import { builtSite, fail, isSystemError, say } from './terminal.ts';

/** Serves; returns when the server has started. */
export async function runServe(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (!options.ok) return fail(`${options.error}\n${usage}`);
  compileLater();
  const { record, kubeconfig, pagePort, ...serveOptions } = options.value;
  const site = pagePort === undefined ? undefined : builtSite();
  const page = site !== undefined && pagePort !== undefined && { page: { site, port: pagePort } };
  let served: Served;
  try {
    served = await serve({
      ...serveOptions,
      ...page,
      keeps: page !== false || record !== undefined,
    });
  } catch (error) {
    if (error instanceof ClusterRefused || isSystemError(error)) return fail(error.message);
    throw error;
  }
  say(`Serving a simulated cluster at ${served.server}; people: ${names(served)}.`);
  const files = writeKubeconfigs(served.kubeconfigs, kubeconfig);
  say(`export KUBECONFIG=${files.admin}`);
  if (served.page !== undefined) say(`The page: ${served.page}`);
  else if (pagePort !== undefined) say('There is no page: `npm run build` makes it.');
  obey(served);
  keepSmallWhenQuiet(() => served.world.requests);
  const end = (): void => {
    if (record !== undefined) writeFileSync(record, recordingText(served.world.recording));
    files.remove();
    process.exit(0);
  };
  // A second signal does not cut the first one short.
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

const names = ({ kubeconfigs }: Served): string => [...kubeconfigs.keys()].join(', ');

/** Does what is typed into the server's own terminal. */
function obey({ world }: Served): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [word = '', length = '1s'] = line.trim().split(/\s+/);
    if (word === 'pause') world.pause();
    else if (word === 'resume') world.resume();
    else if (word === 'step') {
      const duration = parseGoDuration(length);
      if (duration === undefined) return say(`${length} is no duration, such as 500ms or 10s.`);
      world.step(duration);
    } else if (word !== '') return say('pause, resume, or step DURATION');
    if (word !== '') say(`${world.paused ? 'paused' : 'running'} at ${world.at / 1_000_000} s`);
  });
}
