/**
 * `npm run build:single [-- FOLDER]`: the page as one file that opens without a server, from a disk.
 *
 * There a page may run no modules and start no worker by an address. So all scripts become one
 * classic script, and the simulator is a text in it, which the page starts as a blob. The file's
 * own policy lets it run that one script and ask for nothing.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { root } from './lib/command.mjs';
import { titles } from './vite/titles.ts';

interface Built {
  readonly script: string;
  readonly style: string;
}

const folder = resolve(process.argv[2] ?? join(root, 'dist-single'));
mkdirSync(folder, { recursive: true });
const simulator = await bundle('src/worker/simulation.worker.ts', []);
const page = await bundle('src/app/main.ts', [react(), titles(), carriedWorker(simulator.script)]);
const html = documentOf(page);
writeFileSync(join(folder, 'podyssey.html'), html);
process.stdout.write(`podyssey.html: ${Math.round(html.length / 1024)} KiB\n`);

/** One classic script with everything that it may ever import, and all styles. */
async function bundle(input: string, plugins: InlineConfig['plugins']): Promise<Built> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'single',
    plugins: plugins ?? [],
    // The mode is this file's own; packages are built as for the site.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: join(root, input),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const files = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const styles = files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  const [script] = scripts;
  if (script === undefined || scripts.length > 1) throw new Error(`${input}: not one script.`);
  return { script, style: styles.join('') };
}

/** The worker's address is that of a blob with its text. */
function carriedWorker(script: string): Plugin {
  const id = '\0simulator';
  return {
    name: 'podyssey-carried-worker',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('simulation.worker.ts?worker&url') ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      const text = JSON.stringify(script);
      return `export default URL.createObjectURL(new Blob([${text}], { type: 'text/javascript' }));`;
    },
  };
}

/** index.html with everything inside. */
function documentOf({ script, style }: Built): string {
  // Neither the end of the element nor the start of a comment may stand in a script.
  const safe = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const icon = readFileSync(join(root, 'public/icon.svg')).toString('base64');
  const policy = [
    ...["default-src 'none'", `script-src '${hashOf(safe)}'`, `style-src '${hashOf(style)}'`],
    ...['img-src data: blob:', 'worker-src blob:', "base-uri 'none'", "form-action 'none'"],
    ...["require-trusted-types-for 'script'", 'trusted-types podyssey'],
  ].join('; ');
  return readFileSync(join(root, 'index.html'), 'utf8')
    .replace(/ *<link rel="(apple-touch-icon|manifest)".*\n/g, '')
    .replace('href="icon.svg"', `href="data:image/svg+xml;base64,${icon}"`)
    .replace(
      '<meta charset="utf-8" />',
      (charset) =>
        `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
    .replace(/ *<script type="module".*\n/, () => `    <script>${safe}</script>\n`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
