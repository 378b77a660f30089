/**
 * Which programs a minimal Debian image has: dash, bash, coreutils, findutils, grep, sed, and a
 * few of util-linux. It has no ps, ping, ip, nslookup, wget or vi.
 *
 * Not modelled: how the messages of these programs differ from busybox's.
 */

/** Programs that run here. */
export const debianProgramNames: ReadonlySet<string> = new Set(
  (
    '[ base64 basename bash cat chmod chown cp cut dash date dd dirname echo env expr false find ' +
    'grep head hostname id ln ls mkdir mv nl paste printenv printf pwd readlink realpath rm rmdir sed seq sh ' +
    'sleep sort stat tac tail tar tee test timeout touch tr true uname uniq wc which whoami xargs ' +
    'yes'
  ).split(' '),
);

/** What its shells have as builtins, although there is no such file. */
export const debianShellOnly: ReadonlySet<string> = new Set(['kill', '[[']);

/** Programs of the image that are not simulated. */
export const debianNotSimulated: ReadonlySet<string> = new Set(
  (
    'apt apt-cache apt-get apt-mark awk chgrp chroot cmp comm csplit df diff diff3 dmesg dpkg ' +
    'dpkg-query du egrep expand factor fgrep flock fmt fold getent getopt groups gunzip gzip ' +
    'hostid infocmp install join link login logname lsblk mawk md5sum mkfifo mknod mktemp ' +
    'more mount mountpoint nice nohup nproc numfmt od passwd pathchk perl pinky pr ptx ' +
    'runcon script sdiff setpriv setsid sha1sum sha224sum sha256sum sha384sum sha512sum shred ' +
    'shuf split stty su sum sync taskset tput truncate tsort tty umount unexpand unlink ' +
    'unshare useradd users vdir who zcat'
  ).split(' '),
);

/** Ubuntu has procps as well. */
export const ubuntuNotSimulated: ReadonlySet<string> = new Set([
  ...debianNotSimulated,
  ...'free pgrep pidof pkill pmap ps pwdx skill slabtop snice sysctl tload top uptime vmstat w watch'.split(
    ' ',
  ),
]);
