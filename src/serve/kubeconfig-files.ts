/** Kubeconfigs as files of a folder that is there as long as the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KubeconfigFiles {
  /** Where the administrator's is. */
  readonly admin: string;
  remove(): void;
}

/** Writes them for nobody else to read; `own`: where the administrator's is wanted besides. */
export function writeKubeconfigs(
  kubeconfigs: ReadonlyMap<string, string>,
  own: string | undefined,
): KubeconfigFiles {
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-'));
  for (const [name, text] of kubeconfigs) {
    writeFileSync(join(folder, `${name}.kubeconfig`), text, { mode: 0o600 });
  }
  if (own !== undefined) {
    writeFileSync(own, kubeconfigs.get('admin') ?? '', { mode: 0o600 });
  }
  return {
    admin: own ?? join(folder, 'admin.kubeconfig'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
