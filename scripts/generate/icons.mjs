/**
 * `node scripts/generate/icons.mjs`: the pictures of public/icons, drawn by a browser from icon.svg.
 *
 * A maskable icon may be cut to a circle of four fifths of its width: its ground fills the square
 * and the mark stays inside.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../lib/chromium.mjs';
import { root } from '../lib/command.mjs';

const svg = readFileSync(join(root, 'public/icon.svg'), 'utf8');
const square = svg.replace('rx="7" ', '').replace('0 0 32 32', '-4 -4 40 40');
const ground = svg.match(/<rect[^>]*fill="(#\w+)"/)?.[1] ?? '#000';

const icons = [
  { name: 'icon-192', size: 192, picture: svg, background: 'transparent' },
  { name: 'icon-512', size: 512, picture: svg, background: 'transparent' },
  { name: 'maskable-512', size: 512, picture: square, background: ground },
  { name: 'apple-touch-icon', size: 180, picture: square, background: ground },
];

const executablePath = await findChromium();
if (executablePath === undefined) throw new Error('No Chromium: run `npm run e2e`.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const folder = join(root, 'public/icons');
mkdirSync(folder, { recursive: true });
for (const { name, size, picture, background } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0;background:${background}}svg{display:block;width:${size}px}</style>${picture}`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
