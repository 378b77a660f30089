/** What the agnhost image adds to Alpine: its program under two names, curl, dig, and two users. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { alpineFiles } from '../published/base-files.ts';
import { curl } from '../published/curl/curl.ts';
import type { OwnContent } from '../published/own-content.ts';
import { runShell } from '../shell/run-shell.ts';
import { agnhost } from './agnhost.ts';
import { dig } from './dig.ts';
import { getent } from './getent.ts';

const own = 'user-defined-in-image';
const ownGroup = 'group-defined-in-image';

/** Its commands by absolute path; the second name shows in `entrypoint-tester`. */
export const agnhostPaths: ReadonlySet<string> = new Set(['/agnhost', '/agnhost-2']);

/** The images of the update demo: a picture each, and a file that names it. */
function demoFiles({ repository }: ImageConfig): Readonly<Record<string, string>> {
  const name = /\/(kitten|nautilus)$/.exec(repository)?.[1];
  return name === undefined ? {} : { '/data.json': `{\n  "image": "${name}.jpg"\n}\n` };
}

/** Of porter's server. Nothing here reads certificates, so they are empty. */
const certificateFiles = { '/localhost.crt': '', '/localhost.key': '' };

export const agnhostContent = (image: ImageConfig): OwnContent => ({
  files: {
    ...demoFiles(image),
    '/agnhost': '',
    '/agnhost-2': '',
    '/uploads/.': '',
    ...certificateFiles,
    '/etc/passwd': `${alpineFiles['/etc/passwd']}${own}:x:1000:1000::/home/${own}:/bin/sh\n`,
    '/etc/group': `${alpineFiles['/etc/group']}${own}:x:1000:\n${ownGroup}:x:50000:${own}\n`,
  },
  programs: {
    '/agnhost': agnhost,
    '/agnhost-2': agnhost,
    '/bin/bash': runShell,
    '/usr/bin/curl': curl,
    '/usr/bin/dig': dig,
    '/usr/bin/getent': getent,
  },
  scripts: [],
});
