/** Files and folders of the systems that images are built on, as far as programs look at them. */

type Files = Readonly<Record<string, string>>;

/** Of a busybox root file system. */
export const busyboxFiles: Files = {
  '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  '/etc/group': 'root:x:0:\n',
};

const nobody = 'nobody:x:65534:65534:nobody:';

/** What names a release of Alpine: `3.24.2`. */
export const alpineRelease = (version: string): Files => ({
  '/etc/alpine-release': `${version}\n`,
  '/etc/os-release':
    `NAME="Alpine Linux"\nID=alpine\nVERSION_ID=${version}\n` +
    `PRETTY_NAME="Alpine Linux v${version.replace(/\.\d+$/, '')}"\n`,
});

export const alpineFiles: Files = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/sh\n${nobody}/:/sbin/nologin\n`,
  '/etc/group': 'root:x:0:root\nnobody:x:65534:\n',
  ...alpineRelease('3.24.2'),
};

export const debianFiles: Files = {
  '/etc/passwd': `root:x:0:0:root:/root:/bin/bash\n${nobody}/nonexistent:/usr/sbin/nologin\n`,
  '/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
  '/etc/debian_version': '13.6\n',
  '/etc/os-release':
    'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\n' +
    'VERSION="13 (trixie)"\nVERSION_CODENAME=trixie\nID=debian\n',
};

const codenames: Readonly<Record<string, readonly [name: string, debian: string]>> = {
  '24.04': ['noble', 'trixie/sid'],
  '22.04': ['jammy', 'bookworm/sid'],
};

/** What names a release of Ubuntu with long-term support: `24.04`. */
export function ubuntuRelease(version: string): Files {
  const [name = '', debian = ''] = codenames[version] ?? [];
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    '/etc/debian_version': `${debian}\n`,
    '/etc/lsb-release':
      `DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=${version}\nDISTRIB_CODENAME=${name}\n` +
      `DISTRIB_DESCRIPTION="Ubuntu ${version} LTS"\n`,
    '/etc/os-release':
      `PRETTY_NAME="Ubuntu ${version} LTS"\nNAME="Ubuntu"\nVERSION_ID="${version}"\n` +
      `VERSION="${version} LTS (${title})"\nVERSION_CODENAME=${name}\nID=ubuntu\n` +
      `ID_LIKE=debian\nUBUNTU_CODENAME=${name}\n`,
  };
}

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
  alpine: `${common} bin home lib media mnt opt run sbin srv`,
  busybox: `${common} bin home lib lib64`,
  debian:
    `${common} boot home media mnt opt run run/lock srv usr/bin usr/lib usr/local usr/sbin ` +
    'usr/share var/lib var/log',
};

/** The folders of a base, as files that keep them. */
export const foldersOf = (base: keyof typeof folders): Files =>
  Object.fromEntries(folders[base].split(' ').map((name) => [`/${name}/.`, '']));
