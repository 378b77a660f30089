import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { LocalFiles } from '../cp/local-files.ts';
import { toYaml } from '../printers/yaml.ts';
import table from './fixtures/kustomize.json' with { type: 'json' };
import { build } from './kustomize.ts';

const home = '/home/admin';

interface Row {
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

/** What `kubectl kustomize` prints for a folder with these files. */
function kustomize({ files, folder }: Row): { stdout: string; stderr: string } {
  const local = new LocalFiles([home]).seenFrom(home);
  for (const [path, text = ''] of Object.entries(files)) local.write(path, text);
  let stderr = '';
  const built = build({
    files: local,
    path: folder,
    from: home,
    regexp: lateRegexp(() => regexpLibrary),
    warn: (line) => {
      stderr += `${line}\n`;
    },
  });
  if (!built.ok)
    return { stdout: '', stderr: `${stderr}error: ${built.error}`.replace(/\n?$/, '\n') };
  return { stdout: built.value.map(toYaml).join('---\n'), stderr };
}

describe('a kustomization', () => {
  it.each(table.map(([input, output]) => [lastFile(input as Row), input, output] as const))(
    'is built as the published kubectl builds it: %s',
    (_name, input, output) => {
      expect(kustomize(input as Row)).toEqual(output);
    },
  );
});

function lastFile({ files }: Row): string {
  const kustomizations = Object.entries(files).filter(([path]) => path.includes('ustomization'));
  return (kustomizations.at(-1)?.[1] ?? '').slice(0, 300);
}

describe('a kustomization that asks for what is not simulated', () => {
  it.each(['replacements', 'vars', 'helmCharts', 'transformers', 'openapi'])(
    'is refused by name: %s',
    (name) => {
      const files = { 'x/kustomization.yaml': `${name}: [{}]\n` };
      expect(kustomize({ files, folder: 'x' }).stderr).toBe(
        `error: podyssey: '${name}' of a kustomization is not simulated\n`,
      );
    },
  );

  it('fetches nothing from elsewhere', () => {
    const files = { 'x/kustomization.yaml': 'resources: [https://example.com/x.yaml]\n' };
    expect(kustomize({ files, folder: 'x' }).stderr).toContain('is not on this machine');
  });
});
