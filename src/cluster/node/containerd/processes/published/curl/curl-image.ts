/** The image curlimages/curl: curl on Alpine, behind a script. */
import { alpineFiles } from '../base-files.ts';
import type { OwnContent } from '../own-content.ts';
import { curl } from './curl.ts';

/** Options alone are meant for curl; what names a program is run. */
const entrypoint = `#!/bin/sh
case "\${1:-}" in
  ''|-*) set -- curl "$@" ;;
  *) command -v "$1" > /dev/null || set -- curl "$@" ;;
esac
exec "$@"
`;

const user = 'curl_user:x:100:101::/home/curl_user:/sbin/nologin\n';

/** What the image adds to its base. */
export const curlContent = (): OwnContent => ({
  files: { '/entrypoint.sh': entrypoint, '/etc/passwd': `${alpineFiles['/etc/passwd']}${user}` },
  programs: { '/usr/bin/curl': curl },
  scripts: ['/entrypoint.sh'],
});
