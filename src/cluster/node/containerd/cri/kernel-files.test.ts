import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { readHostAction } from '#trace/host-words';

const limits = { resources: { limits: { cpu: '500m', memory: '64Mi' } } };

describe('a machine with cgroup v2', () => {
  const bed = new NodeBed();
  bed.pod('a', limits);
  bed.wait(6);
  const cat = (name: string): string => bed.run(`exec a -- cat /sys/fs/cgroup/${name}`);

  it('shows a container its own group, which it may not change', () => {
    expect(cat('cpu.max')).toBe('50000 100000\n');
    expect(cat('cpu.weight')).toBe('59\n');
    expect(cat('memory.max')).toBe(`${64 * 2 ** 20}\n`);
    expect(cat('cgroup.procs')).toMatch(/^1\n/);
    expect(bed.run('exec a -- sh -c "echo 1 > /sys/fs/cgroup/cpu.max"')).toContain(
      'Read-only file system',
    );
  });

  it('lists its mounts, by type', () => {
    expect(bed.run('exec a -- mount -t cgroup2')).toBe(
      'cgroup on /sys/fs/cgroup type cgroup2 (ro,nosuid,nodev,noexec,relatime)\n',
    );
    expect(bed.run('exec a -- mount')).toContain('overlay on / type overlay (rw,relatime)\n');
    expect(bed.run('exec a -- mount')).toContain(' on /etc/hosts type ext4 (rw,relatime)\n');
  });

  it('shows the host the groups of pods and containers in one tree', () => {
    const uid = bed.run("get pod a -o 'jsonpath={.metadata.uid}'");
    const path = `/sys/fs/cgroup/node-1/kubepods/pod${uid}/cpu.weight`;
    expect(bed.simulation.hostAction(readHostAction(`cat ${path}`))).toEqual({
      ok: true,
      value: '20\n',
    });
    const step = bed.facts('PodSyncStep').find((fact) => fact.step === 'cgroups');
    expect(step?.params).toMatchObject({ 'cpu.weight': '20', 'cpu.max': '50000 100000' });
    expect(bed.events('CgroupV1')).toEqual([]);
  });
});

describe('the links of the kernel and of images', () => {
  const bed = new NodeBed();
  bed.pod('web', { image: 'nginx:1.29', command: undefined });
  bed.pod('box', { command: ['/bin/sh', '-c', 'while :; do sleep 1; done'] });
  bed.wait(15);
  const shell = (pod: string, script: string): string =>
    bed.run(`exec ${pod} -- sh -c "${script}"`);

  it('name the program of each process, and the streams', () => {
    expect(shell('web', 'readlink /proc/1/exe /dev/stdout')).toBe(
      '/usr/sbin/nginx\n/proc/self/fd/1\n',
    );
    expect(shell('box', 'ls -l /proc/1/exe')).toMatch(/^lrwxrwxrwx .* -> \/bin\/sh\n$/);
    expect(shell('box', 'echo said > /dev/stdout; echo x > /dev/fd/2')).toBe('said\nx\n');
  });

  it('make one folder of programs out of several, and logs out of files', () => {
    expect(shell('web', 'readlink /bin /sbin; which ls; /bin/echo hi; cd /var/run; pwd')).toBe(
      'usr/bin\nusr/sbin\n/usr/bin/ls\nhi\n/var/run\n',
    );
    expect(shell('web', 'cat /var/run/nginx.pid; ls /var/run/secrets/kubernetes.io')).toBe(
      '1\nserviceaccount\n',
    );
    const logs = '/var/log/nginx';
    expect(shell('web', `readlink ${logs}/access.log ${logs}/error.log`)).toBe(
      '/dev/stdout\n/dev/stderr\n',
    );
    expect(shell('web', `curl -s localhost > /dev/null; echo mine >> ${logs}/access.log`)).toBe(
      'mine\n',
    );
    expect(bed.run('logs web')).toMatch(/"GET \/ HTTP\/1\.1" 200/);
    shell('web', `rm ${logs}/access.log; curl -s localhost > /dev/null`);
    expect(shell('web', `cat ${logs}/access.log`)).toMatch(/"GET \/ HTTP\/1\.1" 200/);
  });
});

describe('/proc', () => {
  const bed = new NodeBed();
  bed.pod('a', limits);
  bed.wait(6);
  const cat = (name: string): string => bed.run(`exec a -- cat /proc/${name}`);

  it('shows the memory and the processors of the machine, not the limits of the container', () => {
    expect(cat('meminfo')).toMatch(
      /^MemTotal: +\d{7,} kB\nMemAvailable: +\d{7,} kB\nSwapTotal: +0 kB\nSwapFree: +0 kB\n$/,
    );
    expect(bed.run('exec a -- grep -c ^processor /proc/cpuinfo')).toBe('2\n');
  });

  it('tells of each process its name, its parent, its user and its memory', () => {
    expect(cat('1/status')).toMatch(
      /^Name:\tsleep\nTgid:\t1\nPid:\t1\nPPid:\t0\nUid:\t0\t0\t0\t0\nVmRSS:\t +\d+ kB\n$/,
    );
    expect(cat('1/cgroup')).toBe('0::/\n');
    expect(cat('1/comm')).toBe('sleep\n');
  });

  it('never says of a file of the kernel that it does not exist', () => {
    const why = 'podyssey: this file of the kernel is not simulated';
    for (const name of ['loadavg', 'uptime', 'version', '1/environ', '1/ns/net', 'net/tcp']) {
      expect(cat(name)).toContain(`cat: can't open '/proc/${name}': ${why}\n`);
    }
    expect(cat('nope')).toContain("cat: can't open '/proc/nope': No such file or directory\n");
    expect(cat('99/status')).toContain('No such file or directory');
  });
});

describe('a machine with cgroup v1', () => {
  const bed = new NodeBed({ cgroupVersion: 1, kubelet: { failCgroupV1: false } });
  bed.pod('a', limits);
  bed.wait(6);

  it('shows a container a tree for each controller', () => {
    const cat = (name: string): string => bed.run(`exec a -- cat /sys/fs/cgroup/${name}`);
    expect(cat('cpu/cpu.shares')).toBe('512\n');
    expect(cat('memory/memory.limit_in_bytes')).toBe(`${64 * 2 ** 20}\n`);
    expect(cat('cpu.max')).toContain('No such file or directory');
  });
});

describe('the parameters of the kernel', () => {
  const bed = new NodeBed();
  const sysctls = [{ name: 'kernel/shm_rmid_forced', value: '1' }];
  bed.pod('set', {}, { securityContext: { sysctls } });
  bed.pod('usual');
  bed.wait(6);
  const read = (pod: string, words: string): string => bed.run(`exec ${pod} -- sysctl ${words}`);

  it('are those that a pod asks for in its namespaces', () => {
    expect(read('set', 'kernel.shm_rmid_forced')).toBe('kernel.shm_rmid_forced = 1\n');
    expect(read('usual', 'kernel/shm_rmid_forced')).toBe('kernel.shm_rmid_forced = 0\n');
    expect(read('usual', '-n net.ipv4.tcp_fin_timeout')).toBe('60\n');
  });

  it('cannot be set by a container, and not read when there are none', () => {
    expect(read('usual', '-w kernel.shm_rmid_forced=1')).toContain('Read-only file system');
    expect(read('usual', 'kernel.none')).toContain("'kernel.none' is an unknown key");
  });
});
