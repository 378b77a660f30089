/**
 * The image nonewprivs of the Kubernetes tests: `nnp` is owned by root and has the set-user-id bit,
 * so it runs as root unless the container forbids new privileges.
 */
import type { Program } from '../program.ts';
import type { OwnContent } from './own-content.ts';

const nnp: Program = function* ({ out, user, noNewPrivs = false }) {
  out(`Effective uid: ${noNewPrivs ? (user?.uid ?? 0) : 0}\n`);
  return 0;
};

export const nonewprivsContent = (): OwnContent => ({
  files: {},
  programs: { '/usr/local/bin/nnp': nnp },
  scripts: [],
});
