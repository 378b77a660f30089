/**
 * The worker's script: fetches what every run needs, side by side.
 *
 * It holds nothing else, so that no file of the build imports it: WebKit evaluates the script that
 * a worker was started with once more when a module imports it, and would run every run twice.
 */

// What cannot be fetched is an error of the worker, of which the page hears; a promise's is not.
const fail = (error: unknown): void => {
  setTimeout(() => {
    throw error;
  });
};

import('./simulation-service.ts').catch(fail);
// A run waits for these two and says what is missing.
for (const part of [import('#cluster/parts/control-loops'), import('#cluster/parts/nodes')]) {
  part.catch(() => undefined);
}
