/**
 * Programs of a busybox image that are not modelled. They exist in the real image, so `not found`
 * would be wrong: the message names the program instead.
 */
export const notSimulated: ReadonlySet<string> = new Set(
  (
    'adduser arp arping bc bunzip2 bzcat bzip2 cal chroot cmp cpio crond crontab dc deluser diff ' +
    'df dmesg dos2unix du ed egrep expand factor fallocate fgrep flock fold free fsync ftpget ftpput fuser ' +
    'getopt getopts groups gunzip gzip ifconfig install ionice iostat ipcs killall last less ' +
    'link login logger lsof md5sum microcom mktemp mknod mkfifo more mpstat netstat nice nohup nproc od ' +
    'passwd patch pidof pkill pmap pscan pstree pwdx reboot renice resize route rpm script ' +
    'setsid sha1sum sha256sum sha512sum shred shuf split ssl_client strings stty su sync ' +
    'taskset telnet telnetd tftp time top traceroute truncate tty tunctl umount unlink unshare unxz ' +
    'unzip uptime uudecode uuencode vi watch who xxd xz xzcat zcat'
  ).split(' '),
);

/** Alpine has its own package manager, libc and updates beside busybox. */
export const alpineNotSimulated: ReadonlySet<string> = new Set([
  ...notSimulated,
  ...'apk getconf getent iconv ldconfig ldd scanelf ssl_client'.split(' '),
]);
