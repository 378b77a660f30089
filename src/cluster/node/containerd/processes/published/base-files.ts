/** Files and folders of the systems that images are built on, as far as programs look at them. */

type Files = Readonly<Record<string, string>>;

/** Of a busybox root file system. */
export const busyboxFiles: Files = {
  '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  '/etc/group': 'root:x:0:\n',
};

const nobody = 'nobody:x:65534:65534:nobody:';

export const alpineFiles: Files = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/sh\n${nobody}/:/sbin/nologin\n`,
  '/etc/group': 'root:x:0:root\nnobody:x:65534:\n',
  '/etc/alpine-release': '3.24.2\n',
  '/etc/os-release':
    'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.24.2\nPRETTY_NAME="Alpine Linux v3.24"\n',
};

export const debianFiles: Files = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/bash\n${nobody}/nonexistent:/usr/sbin/nologin\n`,
  '/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
  '/etc/debian_version': '13.6\n',
  '/etc/os-release':
    'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\n' +
    'VERSION="13 (trixie)"\nVERSION_CODENAME=trixie\nID=debian\n',
};

/** Debian has one folder of programs under two names, and /run under an older one. */
export const debianLinks: Files = {
  '/bin': 'usr/bin',
  '/lib': 'usr/lib',
  '/sbin': 'usr/sbin',
  '/var/lock': '/run/lock',
  '/var/run': '/run',
};

const common = 'dev etc proc root sys tmp usr var';
const folders = {
  busybox: `${common} bin www`,
  debian:
    `${common} boot home media mnt opt run run/lock srv usr/bin usr/lib usr/local usr/sbin ` +
    'usr/share var/lib var/log',
};

/** The folders of a base, as files that keep them. */
export const foldersOf = (base: keyof typeof folders): Files =>
  Object.fromEntries(folders[base].split(' ').map((name) => [`/${name}/.`, '']));
