/**
 * `npm run serve:clients -- [--helm FILE] [--k9s FILE] [--operator FILE]`
 *
 * Lets programs that nobody here wrote, or that are written as others do, work in a served cluster.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppsV1Api, CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { serve } from '../serve.ts';
import { Checks, run } from './checks.ts';
import { checkHelm } from './helm.ts';
import { checkK9s } from './k9s.ts';
import { checkOperator } from './operator.ts';

const speed = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { helm: { type: 'string' }, k9s: { type: 'string' }, operator: { type: 'string' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-clients-'));
  const operator = values.operator ?? (await buildOperator(folder));
  const served = await serve({ recording: { scenario: 'everyday', seed: 1 }, speed });
  const text = served.kubeconfigs.get('admin') ?? '';
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, text);
  const config = new KubeConfig();
  config.loadFromString(text);
  const [apps, core] = [config.makeApiClient(AppsV1Api), config.makeApiClient(CoreV1Api)];
  const checks = new Checks();
  try {
    if (values.helm === undefined)
      process.stdout.write('Helm: left out; --helm says where it is.\n');
    else await checkHelm(checks, { helm: values.helm, folder, kubeconfig, apps, core });
    if (values.k9s === undefined) process.stdout.write('k9s: left out; --k9s says where it is.\n');
    else await checkK9s(checks, { k9s: values.k9s, folder, kubeconfig, apps, core });
    if (operator === undefined)
      process.stdout.write('Operator: left out; Go could not build it.\n');
    else {
      const log = join(folder, 'operator.log');
      await checkOperator(checks, { operator, kubeconfig, config, log });
    }
  } finally {
    await served.close();
  }
  process.stdout.write(`${checks.passed} passed, ${checks.failed} failed\n`);
  if (checks.failed === 0) rmSync(folder, { recursive: true });
  else process.stdout.write(`What was written is in ${folder}.\n`);
  process.exit(checks.failed === 0 && checks.passed > 0 ? 0 : 1);
}

/** Undefined without Go, or when its modules cannot be fetched. */
async function buildOperator(folder: string): Promise<string | undefined> {
  const file = join(folder, 'operator');
  const cwd = join(import.meta.dirname, 'operator');
  process.stdout.write('Building the operator …\n');
  const { code, said } = await run('go', ['build', '-o', file, '.'], { cwd });
  if (code !== 0) process.stdout.write(said);
  return code === 0 ? file : undefined;
}

await main();
