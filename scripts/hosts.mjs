/**
 * `npm run hosts [-- NAME…]` builds the sites under e2e/hosts, all or those named, and says how long
 * each took. `npm run hosts:test [-- NAME…]` builds them and Podyssey, and opens each in a browser.
 */
import { run } from './lib/command.mjs';
import { buildHost, hostNames } from './lib/hosts.mjs';

const words = process.argv.slice(2);
const isTest = words[0] === 'test';
const named = isTest ? words.slice(1) : words;
const chosen = named.length > 0 ? named : hostNames;

try {
  for (const name of chosen) {
    const started = performance.now();
    const built = await buildHost(name);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const said = 'missing' in built ? `LEFT OUT: ${built.missing}` : `${seconds} s`;
    process.stdout.write(`${name.padEnd(12)}${said}\n`);
    if ('missing' in built && process.env['CI'] === 'true') process.exitCode = 1;
  }
  if (isTest) {
    const env = { E2E_HOSTS: chosen.join(',') };
    const args = ['scripts/test.mjs', 'build', 'e2e', 'e2e/hosts.spec.ts'];
    process.exitCode ||= (await run(process.execPath, args, { live: true, env })).code;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
