/**
 * The code in the project's texts does what they say, as it stands there; only the address of the
 * site is this one's. A block that nobody runs makes the first test fail.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { parse } from 'yaml';
import { root, runPackage } from '../scripts/lib/command.mjs';
import { problemsOf } from './support/page-problems.ts';
import { SiteServer } from './support/site-server.ts';
import { allSnippets, snippetsOf } from './support/snippets.ts';

const docs = join(root, 'docs');
const files = ['', 'zh'].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => join(folder, name)),
);

/** Which test runs the blocks of a language; by the file where that says more. */
const ranBy: Readonly<Record<string, string>> = {
  html: 'here',
  js: 'here',
  yaml: 'here',
  sh: 'here',
  tsx: 'package.spec.ts',
  vue: 'package.spec.ts',
  svelte: 'package.spec.ts',
  'hosts.md': 'scripts/host-snippets.test.ts and hosts.spec.ts',
  'serve.md ts': 'here',
  // What it prints: served.spec.ts reads it.
  'class.md text': 'served.spec.ts',
};

test('every block of code in the texts is run by a test', () => {
  const idle = files.flatMap((file) =>
    allSnippets(join(docs, file))
      .filter(({ language }) => {
        const name = basename(file);
        return (ranBy[name] ?? ranBy[`${name} ${language}`] ?? ranBy[language]) === undefined;
      })
      .map(({ language, text }) => `${file}: ${language} ${text.slice(0, 40)}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(idle).toEqual([]);
});

let site: SiteServer;
test.beforeAll(async () => {
  site = await SiteServer.start({});
});
test.afterAll(() => site.stop());

const here = (text: string): string => text.replaceAll('https://SITE/', site.address);

/** Opens a page of another origin with this in its body; what it logs is kept. */
async function openPage(page: Page, body: string): Promise<{ logs: string[]; problems: string[] }> {
  const problems = problemsOf(page) as string[];
  const logs: string[] = [];
  page.on('console', (message) => logs.push(message.text()));
  const text = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body>${here(body)}`;
  const host = await SiteServer.start({}, { '/page.html': text });
  await page.goto(new URL('/page.html', host.address).href);
  page.once('close', () => host.stop());
  return { logs, problems };
}
const frameIn = (page: Page) => page.locator('iframe').contentFrame();
const started = async (page: Page): Promise<void> => {
  await frameIn(page).locator('html[data-app="ready"]').waitFor({ timeout: 45_000 });
};

for (const folder of ['', 'zh']) {
  const [frame = '', follow = '', element = '', client = ''] = snippetsOf(
    join(docs, folder, 'embed.md'),
    'html',
  );
  const name = join(folder, 'embed.md');

  test(`${name}: a frame begins on a click, and follows the page with two lines`, async ({
    page,
  }) => {
    const { problems } = await openPage(page, frame + follow);
    await frameIn(page).locator('.start').click();
    await started(page);
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await expect(frameIn(page).locator('html')).toHaveAttribute('data-theme', theme);
    }
    expect(problems).toEqual([]);
  });

  test(`${name}: the element begins on a click`, async ({ page }) => {
    const { problems } = await openPage(page, element);
    await frameIn(page).locator('.start').click();
    await started(page);
    expect(problems).toEqual([]);
  });

  test(`${name}: the client leads a frame that the page has`, async ({ page }) => {
    const { logs, problems } = await openPage(page, frame + client);
    await started(page);
    await expect.poll(() => logs.join('\n'), { timeout: 30_000 }).toMatch(/^5 (of|\/) \d+$/m);
    expect(problems).toEqual([]);
  });
}

test('api.md: methods of the element, and messages without a script of ours', async ({ page }) => {
  test.setTimeout(120_000);
  const [methods = '', messages = ''] = snippetsOf(join(docs, 'api.md'), 'js');
  const [frame = '', , element = ''] = snippetsOf(join(docs, 'embed.md'), 'html');
  const module = (code: string): string => `<script type="module">${code}</script>`;
  const first = await openPage(page, element + module(methods));
  await started(page);
  await expect
    .poll(() => page.evaluate(`document.querySelector('podyssey-walkthrough').state?.step`))
    .toMatch(/\//);
  expect(first.problems).toEqual([]);

  const second = await openPage(page, frame + module(messages));
  await started(page);
  await expect(frameIn(page).locator('.count')).toContainText('/');
  await expect
    .poll(() => new URL(page.frames()[1]?.url() ?? 'about:blank').searchParams.get('step'))
    .toMatch(/\//);
  expect(second.logs).toEqual([]);
});

test('every lesson of the texts passes its own check, which they name', async () => {
  test.setTimeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-snippets-'));
  const lessons = files
    .filter((file) => !['hosts.md', 'serve.md', 'tests.md'].includes(basename(file)))
    .flatMap((file) => snippetsOf(join(docs, file), 'yaml'));
  expect(lessons.length).toBeGreaterThan(3);
  const paths = lessons.map((text, index) => {
    const path = join(folder, `lesson-${index}.yaml`);
    writeFileSync(path, text);
    return path;
  });
  const { code, output } = await runPackage('tsx/dist/cli.mjs', [
    'src/lesson-check/main.ts',
    ...paths,
    'public/lessons/first-deployment.yaml',
  ]);
  rmSync(folder, { recursive: true });
  expect(output).not.toMatch(/:\d+: /);
  expect(code).toBe(0);
});

test('every command of the texts is one that the project has', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const lines = files
    .flatMap((file) => snippetsOf(join(docs, file), 'sh'))
    .flatMap((text) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/\s*#.*/, '').trim())
    .filter((line) => line !== '');
  const known = (line: string): boolean => {
    const [program, verb = '', name = ''] = line.split(/\s+/);
    if (['kubectl', 'export', 'curl'].includes(program ?? '')) return true;
    if (program === 'npx') return verb === 'podyssey' && name === 'serve';
    if (program !== 'npm') return false;
    if (verb === 'run') return scripts[name] !== undefined;
    return verb === 'pack' || scripts[verb] !== undefined;
  };
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !known(line))).toEqual([]);
});

test('tests.md: the workflow starts a cluster, and has its kubeconfig', () => {
  const [text = ''] = snippetsOf(join(docs, 'tests.md'), 'yaml');
  const workflow = parse(text) as {
    readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const start = workflow.jobs.test.steps.find(({ run = '' }) => run.includes('podyssey serve'));
  const program = `${process.execPath} ${join(root, 'bin/podyssey.js')}`;
  const script = (start?.run ?? '').replace('npx podyssey', program);
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-workflow-'));
  // The job ends with what runs in it.
  const lines = `${script}\nkill $!\n`;
  execFileSync('sh', ['-e', '-c', lines], { cwd: folder, timeout: 90_000, stdio: 'ignore' });
  expect(readFileSync(join(folder, 'cluster.kubeconfig'), 'utf8')).toContain('https://127.0.0.1:');
  rmSync(folder, { recursive: true });
});

test('serve.md: a cluster for tests is ready, and ends', async () => {
  test.setTimeout(180_000);
  const [code = ''] = snippetsOf(join(docs, 'serve.md'), 'ts');
  const path = join(root, `serve-snippet-${process.pid}.ts`);
  writeFileSync(path, code);
  try {
    const ran = await runPackage('tsx/dist/cli.mjs', [path]);
    expect(ran.output).toBe('');
    expect(ran.code).toBe(0);
  } finally {
    rmSync(path);
  }
});
