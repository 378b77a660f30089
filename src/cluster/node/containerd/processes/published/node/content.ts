/** The published node image: node, and the script that gives it what is no command. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { OwnContent } from '../own-content.ts';
import { nodeProgram } from './node.ts';

const script = '/usr/local/bin/docker-entrypoint.sh';

/** The published script also looks whether the first word is a program. */
const entrypoint = `#!/bin/sh
set -e
case "$1" in
  -*) set -- node "$@" ;;
esac
exec "$@"
`;

/** What the image adds to its base. */
export const nodeContent = ({ version = '' }: ImageConfig): OwnContent => ({
  files: { [script]: entrypoint },
  programs: { '/usr/local/bin/node': nodeProgram(version) },
  scripts: [script],
});
