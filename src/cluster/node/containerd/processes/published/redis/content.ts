/** The published redis image: server and client, and the script that starts the server. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { debianFiles } from '../base-files.ts';
import type { OwnContent } from '../own-content.ts';
import { redisCli } from './cli.ts';
import { redisServer } from './server.ts';

const script = '/usr/local/bin/docker-entrypoint.sh';

/**
 * Options alone are meant for the server. The published script then goes on as the user redis,
 * which is not modelled.
 */
const entrypoint = `#!/bin/sh
set -e
case "$1" in
  -*|*.conf) set -- redis-server "$@" ;;
esac
if [ "$1" = redis-server ]; then echo "Starting Redis Server"; fi
exec "$@"
`;

/** What the image adds to its base. */
export function redisContent({ version = '' }: ImageConfig): OwnContent {
  return {
    files: {
      [script]: entrypoint,
      '/data/.': '',
      '/etc/passwd': `${debianFiles['/etc/passwd']}redis:x:999:999::/home/redis:/bin/sh\n`,
      '/etc/group': `${debianFiles['/etc/group']}redis:x:999:\n`,
    },
    programs: {
      '/usr/local/bin/redis-server': redisServer(version),
      '/usr/local/bin/redis-cli': redisCli(version),
    },
    scripts: [script],
  };
}
