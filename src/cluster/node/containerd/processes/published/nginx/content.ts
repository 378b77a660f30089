/** The published nginx image, on Debian or Alpine: its program, its files, its user. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { alpineFiles, debianFiles } from '../base-files.ts';
import type { OwnContent } from '../own-content.ts';
import { nginxFiles } from './files.ts';
import { nginxProgram } from './nginx.ts';
import { entrypointScripts } from './scripts.ts';

/** The user of the workers: uid 101. */
const user = 'nginx:x:101:101:nginx user:/nonexistent:/bin/false\n';
const group = 'nginx:x:101:\n';

const compilers = {
  bookworm: 'gcc 12.2.0 (Debian 12.2.0-14)',
  trixie: 'gcc 14.2.0 (Debian 14.2.0-19)',
  alpine: 'gcc 15.2.0 (Alpine 15.2.0)',
};

/** The first minor version whose image is built on Debian 13. */
const trixieSince = 29;

/** What the image adds to its base. */
export function nginxContent({ version = '', base }: ImageConfig): OwnContent {
  const files = base === 'alpine' ? alpineFiles : debianFiles;
  const onTrixie = Number(version.split('.')[1]) >= trixieSince;
  const builtBy = compilers[base === 'alpine' ? 'alpine' : onTrixie ? 'trixie' : 'bookworm'];
  return {
    files: {
      ...nginxFiles(version),
      ...entrypointScripts,
      '/etc/passwd': `${files['/etc/passwd']}${user}`,
      '/etc/group': `${files['/etc/group']}${group}`,
    },
    programs: { '/usr/sbin/nginx': nginxProgram({ version, builtBy }) },
    scripts: Object.keys(entrypointScripts),
  };
}
