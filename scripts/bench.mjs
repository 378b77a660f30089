/**
 * `npm run bench`: finds the Chromium that the page's figures are measured in, installs the peer of a
 * race, then starts src/bench/main.ts with the arguments it was given.
 */
import { spawnSync } from 'node:child_process';
import { findChromium, findTestChromium } from './lib/chromium.mjs';
import { ensurePackagesOf } from './lib/dependencies.mjs';

// As people have it, or else without windows: the engine is the same.
const browser = (await findChromium()) ?? (await findTestChromium());
if (process.argv[2] === 'race') await ensurePackagesOf('e2e/peer');
const env = browser === undefined ? process.env : { ...process.env, CHROMIUM_PATH: browser };
const args = ['--import', 'tsx', 'src/bench/main.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
