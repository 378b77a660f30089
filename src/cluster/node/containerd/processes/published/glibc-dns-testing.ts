/** The image glibc-dns-testing of the Kubernetes tests: Debian with dig and getent. */
import { dig } from '../agnhost/dig.ts';
import { getent } from '../agnhost/getent.ts';
import type { OwnContent } from './own-content.ts';

export const glibcDnsTestingContent = (): OwnContent => ({
  files: {},
  programs: { '/usr/bin/dig': dig, '/usr/bin/getent': getent },
  scripts: [],
});
