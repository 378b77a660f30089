/**
 * The command `bridge`: lets kubectl talk to the cluster in the worker of a page, until it is
 * interrupted.
 *
 * In: the options (`options.ts`). Out: three printed lines; 2 as the exit code if it cannot.
 */

import { writeKubeconfigs } from '../kubeconfig-files.ts';
import { builtSite, fail, isSystemError, say } from '../terminal.ts';
import { type Bridge, bridge } from './bridge.ts';
import { bridgeUsage, readBridgeOptions } from './options.ts';

/** Bridges; returns when it has started. */
export async function runBridge(args: readonly string[]): Promise<void> {
  const options = readBridgeOptions(args);
  if (!options.ok) return fail(`${options.error}\n${bridgeUsage}`);
  const { port, pagePort, scenario, kubeconfig } = options.value;
  const site = builtSite();
  if (site === undefined) return fail('There is no page: `npm run build` makes it.');
  let made: Bridge;
  try {
    made = await bridge({ site, port, pagePort });
  } catch (error) {
    if (isSystemError(error)) return fail(error.message);
    throw error;
  }
  const files = writeKubeconfigs(made.kubeconfigs, kubeconfig);
  say(
    `A bridge at ${made.server} to the page; people: ${[...made.kubeconfigs.keys()].join(', ')}.`,
  );
  say(`export KUBECONFIG=${files.admin}`);
  say(`The page: ${made.page}&scenario=${scenario}`);
  const end = (): void => {
    files.remove();
    process.exit(0);
  };
  // A second signal does not cut the first one short.
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
