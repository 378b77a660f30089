/** The published httpd image: the server, its start script and its welcome page. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { debianFiles } from '../base-files.ts';
import type { OwnContent } from '../own-content.ts';
import { apache } from './apache.ts';

const root = '/usr/local/apache2';
const script = '/usr/local/bin/httpd-foreground';

const start = `#!/bin/sh
set -e

# Apache gets grumpy about PID files pre-existing
rm -f ${root}/logs/httpd.pid

exec httpd -DFOREGROUND "$@"
`;

const welcome = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<title>It works! Apache httpd</title>
</head>
<body>
<p>It works!</p>
</body>
</html>
`;

const users = 'www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\n';

/** What the image adds to its base. The configuration file is not modelled. */
export const apacheContent = ({ version = '' }: ImageConfig): OwnContent => ({
  files: {
    [script]: start,
    [`${root}/htdocs/index.html`]: welcome,
    [`${root}/logs/.`]: '',
    '/etc/passwd': `${debianFiles['/etc/passwd']}${users}`,
    '/etc/group': `${debianFiles['/etc/group']}www-data:x:33:\n`,
  },
  programs: { [`${root}/bin/httpd`]: apache(version) },
  scripts: [script],
});
