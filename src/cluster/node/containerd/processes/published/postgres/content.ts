/** The published postgres image: server, psql, pg_isready and the start script. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { debianFiles } from '../base-files.ts';
import type { OwnContent } from '../own-content.ts';
import { pgIsReady, psql } from './psql.ts';
import { postgresServer } from './server.ts';

const script = '/usr/local/bin/docker-entrypoint.sh';

/**
 * Options alone are meant for the server. What the published script does before the server starts
 * is done by the program; that it goes on as the user postgres is not modelled.
 */
const entrypoint = `#!/bin/sh
set -e
case "$1" in
  -*) set -- postgres "$@" ;;
esac
exec "$@"
`;

/** What the image adds to its base. */
export function postgresContent({ version = '' }: ImageConfig): OwnContent {
  const bin = `/usr/lib/postgresql/${version.split('.')[0]}/bin`;
  return {
    files: {
      [script]: entrypoint,
      '/var/lib/postgresql/.': '',
      '/docker-entrypoint-initdb.d/.': '',
      '/etc/passwd': `${debianFiles['/etc/passwd']}postgres:x:999:999::/var/lib/postgresql:/bin/bash\n`,
      '/etc/group': `${debianFiles['/etc/group']}postgres:x:999:\n`,
    },
    programs: {
      [`${bin}/postgres`]: postgresServer(version),
      '/usr/bin/psql': psql(version),
      '/usr/bin/pg_isready': pgIsReady,
    },
    scripts: [script],
  };
}
