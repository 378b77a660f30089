import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { PersonAtTerminal } from '#cluster/client/kubectl/terminal.fixture';
import type { Fact } from '#trace/facts';
import { configMap, PersonBed } from './person-bed.fixture.ts';

class Bed extends PersonBed {
  code(line: string): number | undefined {
    return this.simulation.runCommand({ line, user: 'admin' }, seconds(60))?.exitCode;
  }

  /** Who has printed since the last command was entered. */
  get printers(): readonly string[] {
    const { facts } = this.simulation.tracer;
    const entered = facts.findLastIndex(({ type }) => type === 'CommandEntered');
    const isPrint = ({ type }: Fact): boolean => type === 'OutputPrinted';
    return facts.slice(entered).flatMap((fact) => (isPrint(fact) ? [fact.component] : []));
  }
}

describe('a line with kubectl in it', () => {
  const bed = new Bed();
  for (const name of ['one', 'two']) bed.type(`kubectl create configmap ${name}`);

  it('hands what kubectl prints to the next program, which is the one that prints', () => {
    expect(bed.type('kubectl get configmaps -o name | grep two')).toBe('configmap/two\n');
    expect(bed.printers).toEqual(['person/grep']);
    expect(bed.type('kubectl get configmaps --no-headers | wc -l')).toBe('3\n');
    expect(bed.type('kubectl get nope | cat')).toBe(
      'error: the server doesn\'t have a resource type "nope"\n',
    );
    expect(bed.printers).toEqual(['kubectl']);
  });

  it('hands a manifest to a kubectl that reads it', () => {
    const made = 'kubectl create configmap three --dry-run=client -o yaml';
    expect(bed.type(`${made} | kubectl apply -f -`)).toBe('configmap/three created\n');
    expect(bed.type(`kubectl apply -f - <<EOF\n${configMap('four')}EOF`)).toBe(
      'configmap/four created\n',
    );
    expect(bed.type(`cat <<EOF | kubectl apply -f -\n${configMap('four')}EOF`)).toBe(
      'configmap/four unchanged\n',
    );
    expect(bed.type('kubectl get configmap -o name | grep four | xargs kubectl delete')).toBe(
      'configmap "four" deleted from default namespace\n',
    );
    expect(bed.printers).toEqual(['kubectl']);
  });

  it('writes into files, and kubectl reads what was written before it', () => {
    expect(bed.type('kubectl get configmap one -o yaml > one.yaml')).toBe('');
    expect(bed.type('head -n 2 one.yaml')).toBe('apiVersion: v1\nkind: ConfigMap\n');
    expect(
      bed.type('sed s/one/five/ one.yaml > five.yaml && kubectl create -f five.yaml'),
    ).toContain('Error from server');
    const text = configMap('five').replaceAll('\n', '\\n');
    expect(bed.type(`printf '${text}' > five.yaml; kubectl create -f five.yaml`)).toBe(
      'configmap/five created\n',
    );
  });

  it('runs several commands, the next one by how the last one ended', () => {
    expect(bed.type('kubectl get cm one -o name && kubectl get cm two -o name')).toBe(
      'configmap/one\nconfigmap/two\n',
    );
    expect(bed.type('kubectl get cm six 2>/dev/null || kubectl create cm six')).toBe(
      'configmap/six created\n',
    );
    expect(bed.type('for n in a b; do kubectl create cm $n; done')).toBe(
      'configmap/a created\nconfigmap/b created\n',
    );
    expect(bed.code('kubectl get cm nope; false')).toBe(1);
  });

  it('has variables, aliases, functions and exit codes that the next line knows', () => {
    expect(bed.type('N=$(kubectl get cm one -o name)')).toBe('');
    expect(bed.type('echo "<$N>" \'$N\'')).toBe('<configmap/one> $N\n');
    bed.type('alias k=kubectl');
    expect(bed.type('k get $N -o name')).toBe('configmap/one\n');
    bed.type('show() { kubectl get "$@" -o name; }');
    expect(bed.type('show cm two')).toBe('configmap/two\n');
    bed.type('kubectl get nope');
    expect(bed.type('echo $?; echo $?')).toBe('1\n0\n');
    expect(bed.type('export KUBECONFIG=/nowhere; kubectl get cm')).toContain('localhost:8080');
    expect(bed.type('kubectl get cm')).toContain('localhost:8080');
    expect(bed.type('unset KUBECONFIG; kubectl get cm one -o name')).toBe('configmap/one\n');
    expect(bed.type('KUBECONFIG=~/.kube/config kubectl get cm one -o name')).toBe(
      'configmap/one\n',
    );
  });

  it('ends kubectl when nobody reads any more', () => {
    const soon = '(sleep 2; kubectl create cm more >/dev/null; kubectl create cm most >/dev/null)';
    const both = `kubectl get cm -w --watch-only -o name | head -n 1 & ${soon}; wait`;
    expect(bed.type(both)).toBe('configmap/more\n');
    expect(bed.type('timeout 2 kubectl get cm -w -o name | grep one')).toContain('configmap/one\n');
  });

  it('ends what it has started beside it, and its ports are free again', () => {
    bed.type('kubectl run web --image=nginx; kubectl wait --for=condition=Ready pod/web');
    const twice =
      'kubectl port-forward pod/web 8080:80 >/dev/null & sleep 1; curl -sI localhost:8080';
    expect(bed.type(`${twice} | head -n 1`)).toContain('HTTP/1.1 200 OK');
    expect(bed.type(`${twice} | head -n 1`)).toContain('HTTP/1.1 200 OK');
  });

  it('ends a program that prints without end', () => {
    expect(bed.type('yes')).toContain(
      'the output of a command ends after 4 MiB in this simulation',
    );
  });

  it('says which program is not there, and where a line cannot be read', () => {
    expect(bed.type('helm list | cat')).toBe('sh: helm: not found\n');
    expect(bed.type('kubectl get cm |')).toBe('sh: syntax error: unexpected end of file\n');
    expect(bed.type('helm list')).toBe('helm: command not found\n');
  });
});

describe('a line in a terminal', () => {
  const person = new PersonAtTerminal();
  person.enter('run web --image=nginx', 10);

  it('goes on in a pipe until Ctrl-C', () => {
    expect(person.enterLine('kubectl get pods -w --no-headers | grep web')).toMatch(/^web .*\n$/);
    person.beside('kubectl run web-2 --image=nginx', 8);
    expect(person.exitCode).toBeUndefined();
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBe(130);
    expect(person.wait(10)).toBe('');
  });

  it('keeps the files that other lines write meanwhile', () => {
    person.enterLine('watch -n 1 kubectl get nodes -o name >/dev/null');
    person.beside('kubectl get pod web -o name > one; echo a > two; rm one', 3);
    person.beside('kubectl cp web:/etc/hostname three', 3);
    expect(person.exitCode).toBeUndefined();
    person.type('^C');
    expect(person.enterLine('ls; cat two three')).toBe('three\ntwo\na\nweb\n');
    person.enterLine('chmod +x two');
    expect(person.enterLine('echo "echo run" > two; ./two; rm two three')).toBe('run\n');
  });

  it('gives the prompt of a container to whoever types, also before another command', () => {
    expect(person.enterLine('kubectl exec -it web -- sh; echo back')).toBe('# ');
    expect(person.type('hostname')).toBe('hostname\nweb\n# ');
    expect(person.type('exit')).toBe('exit\nback\n');
    expect(person.exitCode).toBe(0);
  });

  it('has no terminal for a program that reads from a pipe', () => {
    expect(person.enterLine('echo hostname | kubectl exec -i web -- sh')).toBe('web\n');
  });

  it('shows the same command again and again: watch', () => {
    const shown = person.enterLine('watch -n 5 kubectl get pods -o name', 12);
    const screens = shown.split('\u001b[H\u001b[2J').slice(1);
    expect(screens).toHaveLength(3);
    expect(screens[0]).toBe('Every 5.0s: kubectl get pods -o name\n\npod/web\npod/web-2\n');
    person.beside('kubectl delete pod web-2 --now', 8);
    expect(person.type('^C', 8)).toBe('^C');
    expect(person.exitCode).toBe(130);
  });
});

describe('watch', () => {
  it.each([
    ['watch', 'Usage:\n watch [options] command\n'],
    ['watch -n x kubectl get pods', 'Usage:\n watch [options] command\n'],
    ['watch kubectl get pods', 'Error opening terminal: unknown.\n'],
  ])('needs a command and a terminal: %s', (line, said) => {
    expect(new Bed().type(line)).toBe(said);
  });
});
