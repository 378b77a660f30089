/** The published nginx image, on Debian or Alpine: its program, its files, its user. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { alpineFiles, debianFiles } from '../base-files.ts';
import { curl } from '../curl/curl.ts';
import type { OwnContent } from '../own-content.ts';
import { nginxFiles, nginxLinks } from './files.ts';
import { nginxProgram } from './nginx.ts';
import { entrypointScripts } from './scripts.ts';

/** The user of the workers: uid 101. */
const user = 'nginx:x:101:101:nginx user:/nonexistent:/bin/false\n';
const group = 'nginx:x:101:\n';

const compilers = {
  stretch: 'gcc 6.3.0 20170516 (Debian 6.3.0-18+deb9u1)',
  buster: 'gcc 8.3.0 (Debian 8.3.0-6)',
  bullseye: 'gcc 10.2.1 20210110 (Debian 10.2.1-6)',
  bookworm: 'gcc 12.2.0 (Debian 12.2.0-14)',
  trixie: 'gcc 14.2.0 (Debian 14.2.0-19)',
  alpine: 'gcc 15.2.0 (Alpine 15.2.0)',
};

/** Debian's release by the first version that was built on it. */
const releases = [
  [29, 0, 'trixie'],
  [25, 0, 'bookworm'],
  [21, 4, 'bullseye'],
  [16, 1, 'buster'],
  [0, 0, 'stretch'],
] as const;

/** The first minor version with the entrypoint script, and with curl. */
const scriptsSince = 19;

const numbersOf = (version: string): readonly [minor: number, patch: number] => {
  const [, minor = 0, patch = 0] = version.split('.').map(Number);
  return [minor, patch];
};

function releaseOf(version: string): keyof typeof compilers {
  const [minor, patch] = numbersOf(version);
  const found = releases.find(
    ([first, second]) => minor > first || (minor === first && patch >= second),
  );
  return found?.[2] ?? 'stretch';
}

/** What the image adds to its base. */
export function nginxContent({ version = '', base }: ImageConfig): OwnContent {
  const files = base === 'alpine' ? alpineFiles : debianFiles;
  const builtBy = compilers[base === 'alpine' ? 'alpine' : releaseOf(version)];
  const isPlain = numbersOf(version)[0] < scriptsSince;
  const scripts = isPlain ? {} : entrypointScripts;
  return {
    files: {
      ...nginxFiles(version),
      ...scripts,
      '/etc/passwd': `${files['/etc/passwd']}${user}`,
      '/etc/group': `${files['/etc/group']}${group}`,
    },
    links: nginxLinks,
    programs: {
      '/usr/sbin/nginx': nginxProgram({ version, builtBy }),
      ...(!isPlain && { '/usr/bin/curl': curl }),
    },
    scripts: Object.keys(scripts),
  };
}
