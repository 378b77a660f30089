/** What `npm pack` would publish: the site, the element and the client, with types that resolve. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig, VersionApi } from '@kubernetes/client-node';
import { expect, test } from '@playwright/test';
import { publint } from 'publint';
import { ensurePackagesOf } from '../scripts/lib/dependencies.mjs';
import { snippetsOf } from './support/snippets.ts';

const root = join(import.meta.dirname, '..');
const dist = process.env['E2E_DIST'] ?? join(root, 'dist');

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: object;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** How a site of modules checks its pages. */
const config = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', jsx: 'react-jsx' },
    ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  },
  vueCompilerOptions: { strictTemplates: true },
};

const plainScripts = ['element.script.js', 'client.script.js'];

let folder: string;
/** The package as somebody installs it. */
let installed: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'podyssey-package-'));
  installed = join(folder, 'node_modules/podyssey');
  mkdirSync(installed, { recursive: true });
  cpSync(dist, join(installed, 'dist'), { recursive: true });
  cpSync(join(root, 'bin'), join(installed, 'bin'), { recursive: true });
  cpSync(join(root, 'integrations'), join(installed, 'integrations'), { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE', 'NOTICE']) {
    cpSync(join(root, file), join(installed, file));
  }
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm pack` says. */
const pack = (...flags: readonly string[]): string =>
  npmIn(installed, 'pack', '--json', '--ignore-scripts', ...flags);

function npmIn(cwd: string, ...args: readonly string[]): string {
  const npm = process.env['npm_execpath'];
  const [file, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return execFileSync(file, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test('the package holds all that it exports, and no more than a host needs', () => {
  const said = pack('--dry-run');
  const [packed] = JSON.parse(said) as readonly { readonly files: readonly { path: string }[] }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  const exported = Object.values(manifest.exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .filter((path) => !path.endsWith('/*'));
  for (const path of exported) expect(paths).toContain(path.replace('./', ''));
  for (const path of [
    'bin/podyssey.js',
    'dist/index.html',
    'dist/embed/index.html',
    'README.md',
    'LICENSE',
  ]) {
    expect(paths).toContain(path);
  }
  for (const path of ['vitepress/podyssey.vue', 'sphinx/podyssey_sphinx.py']) {
    expect(paths).toContain(`integrations/${path}`);
  }
  expect(paths.filter((path) => /^src\/|^dist\/(s|docs)\/|\.vite|\.map$/.test(path))).toEqual([]);
  expect(manifest.dependencies).toBeUndefined();
});

test('it serves a cluster and its page where nothing else is installed', async () => {
  test.setTimeout(120_000);
  const [packed] = JSON.parse(pack()) as readonly { readonly filename: string }[];
  const away = mkdtempSync(join(tmpdir(), 'podyssey-away-'));
  writeFileSync(join(away, 'package.json'), '{ "private": true }');
  npmIn(away, 'install', '--offline', '--no-audit', join(installed, packed?.filename ?? ''));
  const program = join(away, 'node_modules/.bin/podyssey');
  const server = spawn(program, ['serve', '--port', '0'], { cwd: away });
  let printed = '';
  server.stdout.on('data', (text) => {
    printed += text;
  });
  try {
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('The page: ');
    const client = new KubeConfig();
    client.loadFromFile(/export KUBECONFIG=(\S+)/.exec(printed)?.[1] ?? '');
    const { gitVersion } = await client.makeApiClient(VersionApi).getCode();
    expect(gitVersion).toMatch(/^v1\.36\./);
    const page = await fetch(/The page: (\S+)/.exec(printed)?.[1] ?? '');
    expect(await page.text()).toContain('<title>Podyssey');
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    rmSync(away, { recursive: true, force: true });
  }
});

test('publint finds nothing wrong with the package', async () => {
  const { messages } = await publint({ pkgDir: installed, level: 'warning', pack: false });
  expect(messages).toEqual([]);
});

test('its types are of the modules that they stand beside (attw)', async () => {
  // Its packages are fetched the first time.
  test.setTimeout(180_000);
  const packages = await ensurePackagesOf('e2e/package');
  const [packed] = JSON.parse(pack()) as readonly { readonly filename: string }[];
  const attw = join(packages, '@arethetypeswrong/cli/dist/index.js');
  // The plain scripts are for `src`, nobody imports them; the package is of modules only.
  const types = ['react', 'vue', 'svelte'];
  const without = [...plainScripts, ...types, 'integrations/*', 'lesson.schema.json'];
  const flags = ['--profile', 'esm-only', '--exclude-entrypoints', ...without];
  const said = execFileSync(process.execPath, [attw, packed?.filename ?? '', ...flags], {
    cwd: installed,
    encoding: 'utf8',
  });
  expect(said).toContain('"podyssey/client"');
});

for (const [module, resolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const) {
  test(`its types resolve under ${resolution}`, () => {
    const page = `
      import 'podyssey';
      import { PodysseyWalkthrough } from 'podyssey';
      import { WalkthroughClient } from 'podyssey/client';
      const own = document.createElement('podyssey-walkthrough');
      own.scenario = 'run-pod';
      const step: Promise<string | undefined> = own.seek({ index: 3 });
      const client = new WalkthroughClient(document.createElement('iframe'));
      client.on('step', ({ step: id, index, count }) => [id?.length, index + count]);
      // @ts-expect-error A speed is no step.
      void own.step('fast');
      export { own as default, step, PodysseyWalkthrough };
    `;
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'page.ts'), page);
    const flags = ['--noEmit', '--strict', '--module', module, '--moduleResolution', resolution];
    const more = ['--target', 'es2022', '--types', '', '--lib', 'es2022,dom,dom.iterable'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...flags, ...more, 'page.ts'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
}

const checkers = [
  { language: 'tsx', file: 'page.tsx', program: 'typescript/bin/tsc' },
  { language: 'vue', file: 'page.vue', program: 'vue-tsc/bin/vue-tsc.js' },
  { language: 'svelte', file: 'page.svelte', program: 'svelte-check/bin/svelte-check' },
] as const;

for (const { language, file, program } of checkers) {
  test(`its types make ${language} know the element, as the texts show`, async () => {
    test.setTimeout(180_000);
    const packages = await ensurePackagesOf('e2e/package');
    const site = join(folder, `types-${language}`);
    mkdirSync(join(site, 'node_modules'), { recursive: true });
    for (const name of ['react', 'vue', 'svelte', '@types', '@vue', 'csstype']) {
      const real = join(packages, name);
      if (existsSync(real)) symlinkSync(real, join(site, 'node_modules', name));
    }
    cpSync(installed, join(site, 'node_modules/podyssey'), { recursive: true });
    writeFileSync(join(site, 'tsconfig.json'), JSON.stringify({ ...config, files: [file] }));
    const [snippet = ''] = snippetsOf(join(root, 'docs/embed.md'), language);
    const check = (text: string): string => {
      writeFileSync(join(site, file), text);
      const flag = language === 'svelte' ? '--tsconfig' : '--project';
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(packages, program), flag, './tsconfig.json'],
        { cwd: site, encoding: 'utf8' },
      );
      return status === 0 ? 'fits' : stdout;
    };
    expect(check(snippet)).toBe('fits');
    expect(check(snippet.replace('detail.index', 'detail.nosuch'))).toContain('nosuch');
    expect(check(snippet.replace('run-pod"', 'run-pod" nosuch="1"'))).toContain('nosuch');
  });
}

test('a site that is rendered without a browser can import it', () => {
  const script = `await import('podyssey'); await import('podyssey/client');`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
});
