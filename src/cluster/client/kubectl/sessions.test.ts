/** Followed logs, and commands that stay with a container. */
import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
const { sim } = simulation;
const wait = (time: number) => sim.run(sim.now + seconds(time));
wait(30);
const kubectl = (line: string, stdin?: string) => {
  const typed = defined({ stdin });
  const command = { argv: splitWords(line), user: 'admin', ...typed };
  const result = simulation.runCommand(command, seconds(180));
  return { exitCode: -1, stdout: '', stderr: '', ...result };
};
const counting = (name: string) =>
  `run ${name} --image=busybox --restart=Never -- sh -c "for i in 1 2 3 4; do echo $i; sleep 2; done"`;

describe('kubectl logs', () => {
  it('follows a log until the container has ended', () => {
    kubectl(counting('talk'));
    wait(3);
    const before = sim.now;
    expect(kubectl('logs -f talk')).toMatchObject({ exitCode: 0, stdout: '1\n2\n3\n4\n' });
    expect(sim.now - before).toBeGreaterThan(seconds(3));
    expect(kubectl('logs talk --tail=2 --prefix').stdout).toBe(
      '[pod/talk/talk] 3\n[pod/talk/talk] 4\n',
    );
    expect(kubectl('logs -f talk --tail=1').stdout).toBe('4\n');
  });

  it('reads the logs of all containers in the order of a map of Go: now this first, now that', () => {
    const containers = ['a', 'b'].map((name) => ({
      name,
      image: 'busybox',
      command: ['sh', '-c', `echo ${name}; sleep 1000`],
    }));
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'both' }, spec: { containers } };
    kubectl('apply -f -', JSON.stringify(pod));
    wait(5);
    const read = () => kubectl('logs both --all-containers --prefix').stdout;
    const seen = new Set(Array.from({ length: 8 }, read));
    expect([...seen].sort()).toEqual([
      '[pod/both/a] a\n[pod/both/b] b\n',
      '[pod/both/b] b\n[pod/both/a] a\n',
    ]);
  });

  it('says in the words of runc that a command is not there', () => {
    expect(kubectl('exec both -c b -- nothere').stderr).toMatch(
      /OCI runtime exec failed: exec failed: .*: exec: "nothere": .* not found in \$PATH\n$/,
    );
  });

  it('follows several logs side by side, but no more than allowed', () => {
    kubectl(counting('one').replace('--image', '-l app=count --image'));
    kubectl(counting('two').replace('--image', '-l app=count --image'));
    wait(3);
    const { stdout } = kubectl('logs -f -l app=count --prefix');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).not.toBe(lines.at(-2));
    expect(kubectl('logs -f -l app=count --max-log-requests=1').stderr).toBe(
      'error: you are attempting to follow 2 log streams, but maximum allowed concurrency is 1, ' +
        'use --max-log-requests to increase the limit\n',
    );
  });

  it.each([
    [
      'logs talk --since=1s --since-time=2026-01-01T00:00:00Z',
      'at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    [
      'logs talk --all-containers -c talk',
      '--all-containers=true should not be specified with container name talk',
    ],
    ['logs talk --tail=-2', '--tail must be greater than or equal to -1'],
    ['logs talk --limit-bytes=-1', '--limit-bytes must be greater than 0'],
    ['logs talk --since=-1s', '--since must be greater than 0'],
    ['logs talk talk -c talk', 'only one of -c or an inline [CONTAINER] arg is allowed'],
  ])('refuses %s', (line, message) => {
    expect(kubectl(line)).toMatchObject({ exitCode: 1, stderr: `error: ${message}\n` });
  });

  it('goes on past a log that cannot be read when told so', () => {
    expect(kubectl('logs talk -p').stderr).toBe(
      'Error from server (BadRequest): previous terminated container "talk" in pod "talk" not found\n',
    );
    expect(kubectl('logs talk -p --ignore-errors')).toMatchObject({
      exitCode: 0,
      stdout: 'error: previous terminated container "talk" in pod "talk" not found\n',
    });
  });
});

describe('a session with a container', () => {
  const notes =
    'All commands and output from this session will be recorded in container logs, including ' +
    'credentials and sensitive information passed through the command prompt.\n' +
    "If you don't see a command prompt, try pressing enter.\n";

  it('of run ends with the exit code of the container, and leaves nothing with --rm', () => {
    const words = '--image=busybox --restart=Never -- sh -c "sleep 4; echo late; exit 3"';
    expect(kubectl(`run short --rm -i ${words}`)).toMatchObject({
      exitCode: 3,
      stdout: 'late\npod "short" deleted from default namespace\n',
      stderr: `${notes}pod default/short terminated (Error)\n`,
    });
    wait(40);
    expect(kubectl('get pod short').exitCode).toBe(1);
  });

  it('of run hears nothing of what a container has said before: its log has it', () => {
    const line = 'run quick --rm -it --image=busybox --restart=Never -- echo hello';
    expect(kubectl(line)).toMatchObject({
      exitCode: 0,
      stdout: 'pod "quick" deleted from default namespace\n',
    });
    const slow = `run slow --rm -it --image=busybox --restart=Never -- sh -c 'sleep 1; echo hello'`;
    expect(kubectl(slow).stdout).toBe('hello\r\npod "slow" deleted from default namespace\n');
  });

  it.each([
    ['-t', '-i/--stdin is required for containers with -t/--tty=true'],
    ['--rm', '--rm should only be used for attached containers'],
    [
      '-i --dry-run=client',
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    ],
  ])('of run is refused with %s alone', (flags, message) => {
    const usage = "See 'kubectl run -h' for help and examples";
    expect(kubectl(`run x --image=nginx ${flags}`).stderr).toBe(`error: ${message}\n${usage}\n`);
  });

  it('of exec has no terminal here, but standard input', () => {
    kubectl('run web --image=nginx');
    wait(5);
    expect(kubectl('exec -it web -- sh')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'Unable to use a TTY - input is not a terminal or the right kind of file\n',
    });
    expect(kubectl('exec -i web -- sh', 'echo from stdin; exit 4')).toMatchObject({
      exitCode: 4,
      stdout: 'from stdin\n',
      stderr: 'command terminated with exit code 4\n',
    });
    expect(kubectl('exec web -- cat', 'not passed').stdout).toBe('');
  });

  it('of attach shows what is written from then on', () => {
    kubectl(counting('slow'));
    wait(3);
    expect(kubectl('attach slow')).toMatchObject({ exitCode: 0, stdout: '3\n4\n', stderr: notes });
    wait(3);
    expect(kubectl('attach slow').stderr).toBe(
      'error: cannot attach a container in a completed pod; current phase is Succeeded\n',
    );
  });

  it('of debug stays with the new container', () => {
    const line = 'debug web -i --image=busybox -c look -- sh -c "sleep 3; echo seen"';
    expect(kubectl(line)).toMatchObject({ exitCode: 0, stdout: 'seen\n', stderr: notes });
  });
});

describe('run --overrides', () => {
  it('changes the object before it is sent', () => {
    const merge = `'{"apiVersion":"v1","spec":{"nodeSelector":{"disk":"ssd"}}}'`;
    const { stdout } = kubectl(`run o --image=nginx --overrides ${merge} --dry-run=client -o yaml`);
    expect(stdout).toContain('  nodeSelector:\n    disk: ssd\n');
    const json = `'[{"op":"replace","path":"/metadata/labels/run","value":"other"}]'`;
    expect(
      kubectl(
        `run o --image=nginx --override-type=json --overrides ${json} --dry-run=client -o yaml`,
      ).stdout,
    ).toContain('    run: other\n');
    const strategic = `'{"spec":{"containers":[{"name":"o","tty":true}]}}'`;
    expect(
      kubectl(
        `run o --image=nginx --override-type=strategic --overrides ${strategic} --dry-run=client -o yaml`,
      ).stdout,
    ).toMatch(/image: nginx[\s\S]*tty: true/);
  });
});
