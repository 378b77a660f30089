/** What a person sees who types into a container, and how Ctrl-C ends what goes on. */
import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { PersonAtTerminal } from './terminal.fixture.ts';

const person = new PersonAtTerminal();
person.enter('run web --image=nginx', 10);

describe('kubectl run -it --rm', () => {
  it('gives the prompt of the container, and deletes the pod after it', () => {
    const begin = person.enter('run -it --rm box --image=busybox -- sh', 8);
    expect(begin).toContain("If you don't see a command prompt, try pressing enter.\n");
    expect(begin.endsWith('\r/ # ')).toBe(true);
    expect(person.type('ls /')).toMatch(/^ls \/\nbin +etc +lib .*\ndev +.*\n\/ # $/s);
    expect(person.type('hostname')).toBe('hostname\nbox\n/ # ');
    expect(person.exitCode).toBeUndefined();
    expect(person.type('exit', 8)).toBe(
      "exit\nSession ended, resume using 'kubectl attach box -c box -i -t' command when the pod " +
        'is running\npod "box" deleted from default namespace\n',
    );
    expect(person.exitCode).toBe(0);
    person.wait(40);
    expect(person.enter('get pod box')).toContain('pods "box" not found');
  });
});

describe('kubectl exec -it', () => {
  it('has the prompt of the shell: dash of Debian, bash, ash of busybox', () => {
    expect(person.enter('exec -it web -- sh')).toBe('# ');
    expect(person.type('bash')).toBe('bash\nroot@web:/# ');
    expect(person.type('cd /etc')).toBe('cd /etc\nroot@web:/etc# ');
    expect(person.type('^D')).toBe('exit\n# ');
    expect(person.type('exit 3')).toBe('exit 3\ncommand terminated with exit code 3\n');
    expect(person.exitCode).toBe(3);
  });

  it('ends with the program that the shell became', () => {
    person.enter('exec -it web -- sh');
    expect(person.type('exec sh -c "exit 4"')).toContain('command terminated with exit code 4\n');
    expect(person.exitCode).toBe(4);
  });

  it('Ctrl-C ends what runs, and not the shell', () => {
    person.enter('exec -it web -- sh');
    expect(person.type('sleep 1000')).toBe('sleep 1000\n');
    expect(person.type('^C')).toBe('^C\n# ');
    expect(person.type('echo $?; for i in 1 2; do sleep 50; done')).toContain('130\n');
    expect(person.type('^C')).toBe('^C\n# ');
    expect(person.type('ps | grep -c sleep || true')).not.toContain('50');
    person.type('^D');
    expect(person.exitCode).toBe(0);
  });

  it('Ctrl-C ends a command that has no shell around it', () => {
    expect(person.enter('exec -it web -- sleep 1000')).toBe('');
    expect(person.type('^C')).toBe('^Ccommand terminated with exit code 130\n');
    expect(person.exitCode).toBe(130);
  });

  it('programs read what is typed, and Ctrl-D ends it for them alone', () => {
    person.enter('exec -it web -- sh');
    expect(person.type('cat')).toBe('cat\n');
    expect(person.type('hello')).toBe('hello\nhello\n');
    expect(person.type('^D')).toBe('# ');
    expect(person.type('cat /etc/hostname')).toBe('cat /etc/hostname\nweb\n# ');
    expect(person.type('read word; echo got $word')).toBe('read word; echo got $word\n');
    expect(person.type('this')).toBe('this\ngot this\n# ');
    person.type('wc -l');
    person.type('one');
    expect(person.type('^D')).toMatch(/^1\n# $/);
    expect(person.type('while read l; do echo "<$l>"; done')).toBe(
      'while read l; do echo "<$l>"; done\n',
    );
    expect(person.type('a b')).toBe('a b\n<a b>\n');
    expect(person.type('^D')).toBe('# ');
    person.type('exit');
  });

  it('asks for more lines until the command is whole', () => {
    person.enter('exec -it web -- sh');
    expect(person.type('for i in 1 2; do')).toBe('for i in 1 2; do\n> ');
    expect(person.type('echo $i; done')).toBe('echo $i; done\n1\n2\n# ');
    expect(person.type("echo 'a")).toBe("echo 'a\n> ");
    expect(person.type("b'")).toBe("b'\na\nb\n# ");
    expect(person.type('fi')).toContain('syntax error');
    expect(person.type('echo on')).toBe('echo on\non\n# ');
    person.type('exit');
  });

  it('runs a pipeline beside the shell, which goes on reading', () => {
    person.enter('exec -it web -- sh');
    expect(person.type('echo one | tr a-z A-Z | cat')).toContain('\nONE\n# ');
    expect(person.type('yes | head -n 2')).toContain('\ny\ny\n# ');
    expect(person.type('echo still')).toBe('echo still\nstill\n# ');
    person.type('exit');
  });
});

describe('kubectl exec -i without -t', () => {
  it('runs each line as it comes, without a prompt, until the input ends', () => {
    expect(person.enter('exec -i web -- sh')).toBe('');
    expect(person.type('echo $((6 * 7))')).toBe('echo $((6 * 7))\n42\n');
    expect(person.type('false')).toBe('false\n');
    person.type('^D');
    expect(person.exitCode).toBe(1);
  });

  it('Ctrl-C ends kubectl, because its own terminal takes it', () => {
    person.enter('exec -i web -- cat');
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBe(1);
  });
});

describe('kubectl attach -i', () => {
  it('joins the shell that runs in the container', () => {
    person.enter('run sleepy --image=busybox --stdin --tty --attach=false -- sh', 8);
    expect(person.enter('attach -it sleepy')).toMatch(/\r\/ # $/);
    expect(person.type('echo hi')).toBe('echo hi\nhi\n/ # ');
    expect(person.enter('logs sleepy')).toContain('echo hi\nhi\n');
  });

  it('a first process that has no handler is not ended by Ctrl-C', () => {
    person.enter('run init --image=busybox --stdin --tty --attach=false -- sleep 1000', 8);
    person.enter('attach -it init');
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBeUndefined();
  });
});

describe('what goes on until Ctrl-C', () => {
  it('logs -f and get -w have no limit in a terminal', () => {
    person.enter('logs -f web', 200);
    expect(person.exitCode).toBeUndefined();
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBe(1);
    person.enter('get pods -w', 200);
    expect(person.exitCode).toBeUndefined();
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBe(1);
    expect(person.enter('get pod web')).toContain('Running');
  });
});

describe('a session as inputs', () => {
  it('gives the same facts again, and every piece has its cause', () => {
    const again = new ClusterSimulation(clusterOf(1), 3, allParts);
    for (const input of person.inputs) again.plan(input);
    again.sim.run(person.simulation.sim.now);
    expect(again.tracer.facts).toEqual(person.facts);
    const roots = person.facts.filter(({ type, cause }) => type === 'StreamPieceSent' && !cause);
    expect(roots).toEqual([]);
    const typed = person.facts.find(
      (fact) => fact.type === 'TerminalTyped' && fact.typed.kind === 'text',
    );
    const ways = person.facts.flatMap((fact) =>
      fact.type === 'StreamPieceSent' && rootOf(fact.id) === typed?.id
        ? [`${fact.component} ${fact.channel}`]
        : [],
    );
    expect([...new Set(ways)]).toEqual([
      'kubectl stdin',
      'kube-apiserver stdin',
      'node-1/kubelet stdin',
      'node-1/kubelet stdout',
      'kube-apiserver stdout',
    ]);
  });
});

function rootOf(id: number): number {
  const cause = person.facts[id - 1]?.cause ?? 0;
  return cause === 0 ? id : rootOf(cause);
}
