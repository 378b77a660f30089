/** `node scripts/ensure.mjs [browser]`: installs what is missing, and says nothing otherwise. */
import { ensureBrowsers } from './lib/browsers.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';

try {
  await ensureDependencies();
  if (process.argv.includes('browser')) await ensureBrowsers();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
