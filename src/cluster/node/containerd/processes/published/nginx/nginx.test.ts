import { beforeEach, describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { NodeBed } from '#cluster/node/node-bed.fixture';

let bed: NodeBed;

/** A pod of nginx that is never restarted, some seconds after its image was pulled. */
function started(image: string, more: object = {}): void {
  bed = new NodeBed();
  bed.pod('web', { image, command: undefined, ...more }, { restartPolicy: 'Never' });
  bed.wait(8);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const exec = (...command: readonly string[]) =>
  bed.kubectl(`exec web -- ${command.map(quoted).join(' ')}`);

/** The log without times, which stand at the beginning of nginx's own lines. */
const log = (): readonly string[] =>
  bed
    .run('logs web')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\d+\/\d\d\/\d\d \d\d:\d\d:\d\d /, ''));

/** Waits until the container has ended. */
function exitCode(): number | undefined {
  bed.wait(3);
  return bed.status('web').containerStatuses?.[0]?.state?.terminated?.exitCode;
}

describe('the first process of the nginx image', () => {
  beforeEach(() => started('nginx:alpine'));

  it('is its entrypoint script, which says what it does and becomes nginx', () => {
    const [first, ...lines] = log();
    expect(first).toBe(
      '/docker-entrypoint.sh: /docker-entrypoint.d/ is not empty, will attempt to perform configuration',
    );
    expect(lines).toContain('/docker-entrypoint.sh: Configuration complete; ready for start up');
    expect(lines).toContain('[notice] 1#1: nginx/1.31.6');
  });

  it('is the master of a worker for each CPU, which run as another user', () => {
    const processes = exec('ps').stdout.split('\n').slice(1, 4);
    expect(processes[0]).toMatch(/^ +1 root +0:00 nginx: master process nginx -g daemon off;$/);
    expect(processes[1]).toMatch(/^ +\d+ nginx +0:00 nginx: worker process$/);
    expect(processes[2]).toMatch(/^ +\d+ nginx +0:00 nginx: worker process$/);
  });

  it('starts another worker when one is killed', () => {
    const worker = exec('pgrep', '-f', 'worker').stdout.split('\n')[0] ?? '';
    exec('kill', '-9', worker);
    bed.wait(1);
    expect(log()).toContain(`[alert] 1#1: worker process ${worker} exited on signal 9`);
    expect(exec('pgrep', '-f', 'worker').stdout.trim().split('\n')).toHaveLength(2);
  });

  it('ends at the stop signal of its image, QUIT, long before its grace is over', () => {
    const grace = { terminationGracePeriodSeconds: 30 };
    bed.pod('other', { image: 'nginx:alpine', command: undefined }, grace);
    bed.wait(5);
    const { sim } = bed.simulation;
    const before = sim.now;
    bed.run('delete pod other');
    expect(sim.now - before).toBeLessThan(seconds(3));
    const said = bed.facts('ContainerLogged').map(({ text }) => text.slice(20));
    expect(said).toContain('[notice] 1#1: signal 3 (SIGQUIT) received, shutting down\n');
    expect(said.filter((text) => text.endsWith('gracefully shutting down\n'))).toHaveLength(2);
    expect(said.at(-1)).toBe('[notice] 1#1: exit\n');
    expect(bed.facts('ProcessExited').at(-2)).toMatchObject({ exitCode: 0 });
  });

  it('ends at TERM too, without waiting for its workers’ requests', () => {
    exec('kill', '1');
    expect(exitCode()).toBe(0);
    expect(log()).toContain('[notice] 1#1: signal 15 (SIGTERM) received, exiting');
    expect(log().some((line) => line.endsWith('gracefully shutting down'))).toBe(false);
  });

  it('ends at once, and its container with it, when nginx goes into the background', () => {
    started('nginx:alpine', { args: ['nginx'] });
    expect(exitCode()).toBe(0);
  });
});

describe('an nginx image of before 1.19, as Kubernetes’ own pages name it', () => {
  it('has no entrypoint script, says nothing at its start, and its stop signal is TERM', () => {
    started('nginx:1.14.2');
    expect(bed.run('logs web')).toBe('');
    expect(exec('nginx', '-v').stderr).toBe('nginx version: nginx/1.14.2\n');
    expect(exec('cat', '/docker-entrypoint.sh').stderr).toContain('No such file or directory');
    bed.run('delete pod web --wait=false');
    bed.wait(3);
    expect(bed.facts('ProcessExited').at(-2)).toMatchObject({ exitCode: 0 });
  });
});

describe('the command nginx', () => {
  beforeEach(() => started('nginx'));

  it('shows its version', () => {
    expect(exec('nginx', '-v').stderr).toBe('nginx version: nginx/1.31.3\n');
  });

  it('tests the configuration', () => {
    expect(exec('nginx', '-t')).toMatchObject({
      stdout: '',
      stderr:
        'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\n' +
        'nginx: configuration file /etc/nginx/nginx.conf test is successful\n',
      exitCode: 0,
    });
  });

  it('names the file and the line of an error', () => {
    exec('sh', '-c', 'echo "server { lisen 80; }" > /etc/nginx/conf.d/more.conf');
    const { stderr, exitCode: code } = exec('nginx', '-t');
    expect(stderr).toContain(
      'nginx: [emerg] unknown directive "lisen" in /etc/nginx/conf.d/more.conf:1\n',
    );
    expect(stderr).toContain('nginx: configuration file /etc/nginx/nginx.conf test failed\n');
    expect(code).toBe(1);
  });

  it('says which directive is not simulated', () => {
    exec('sh', '-c', 'echo "gzip on;" > /etc/nginx/conf.d/more.conf');
    expect(exec('nginx', '-t').stderr).toContain(
      'podyssey: nginx is simulated: the directive gzip has no effect\n',
    );
  });

  it('reloads: new workers serve the new configuration, and the old ones leave', () => {
    const server = "server { listen 8080; return 200 'second'; }";
    exec('sh', '-c', `echo "${server}" > /etc/nginx/conf.d/more.conf`);
    expect(exec('nginx', '-s', 'reload').stderr).toMatch(
      /\[notice\] (\d+)#\1: signal process started/,
    );
    bed.wait(2);
    expect(log()).toContain('[notice] 1#1: signal 1 (SIGHUP) received, reconfiguring');
    expect(log().filter((line) => line.endsWith('exited with code 0'))).toHaveLength(2);
  });

  it('keeps its old configuration when the new one has an error', () => {
    exec('sh', '-c', 'echo nonsense > /etc/nginx/conf.d/more.conf');
    const tested = exec('nginx', '-t').exitCode;
    exec('sh', '-c', 'kill -HUP 1');
    bed.wait(1);
    expect(tested).toBe(1);
    expect(log()).toContain('[notice] 1#1: reconfiguring');
    expect(log().some((line) => line.endsWith('exiting'))).toBe(false);
  });

  it('cannot take a port twice', () => {
    const { stderr, exitCode: code } = exec('nginx');
    expect(stderr.match(/nginx: \[emerg\] bind\(\) to 0\.0\.0\.0:80 failed/g)).toHaveLength(5);
    expect(stderr).toContain('nginx: [emerg] still could not bind()\n');
    expect(code).toBe(1);
  });
});

describe('the Debian of the image', () => {
  it('has no ps, and its shell says so in its words', () => {
    started('nginx');
    expect(exec('ps').stderr).toContain('exec: "ps": executable file not found in $PATH');
    expect(exec('sh', '-c', 'ps').stderr).toContain('sh: ps: not found\n');
  });
});
