import { describe, expect, it } from 'vitest';
import { backgroundRefusal, isForShell } from './shell-line.ts';

describe('a line is for a shell', () => {
  it.each([
    'kubectl get pods | grep web',
    'kubectl get pods > pods.txt',
    'kubectl get pods; kubectl get nodes',
    'kubectl create ns a && kubectl get ns',
    'kubectl get pod $(kubectl get pod -o name)',
    'kubectl get pod `cat name`',
    'kubectl get pod "$POD"',
    'kubectl get nodes # all of them',
    'kubectl apply -f ~/web.yaml',
    'KUBECONFIG=~/other kubectl get pods',
    'kubectl create deployment web \\\n  --image=nginx',
    'kubectl apply -f - <<EOF\na: b\nEOF',
    'POD=web',
    'export NS=demo',
    'for n in 1 2; do kubectl create ns ns$n; done',
    'ls',
  ])('with an operator, a variable, a comment, or as its own: %s', (line) => {
    expect(isForShell(line)).toBe(true);
  });

  it.each([
    'kubectl get pods',
    'kubectl get pods -o jsonpath={.items[*].metadata.name}',
    "kubectl exec web -- sh -c 'ls | head; echo $HOME'",
    'kubectl annotate pod web "note=this & that"',
    'kubectl annotate pod web note=a\\&',
    'kubectl annotate pod web price=5$',
    'kubectl annotate pod web note=a#1',
    'KUBECONFIG=/tmp/other kubectl get pods',
    'helm list',
  ])('and not where that is quoted, or there is none: %s', (line) => {
    expect(isForShell(line)).toBe(false);
  });
});

describe('a job in the background', () => {
  it.each([
    ['kubectl port-forward pod/web 8080:80 &', 'port-forward'],
    ['kubectl port-forward pod/web 8080:80&', 'port-forward'],
    ['kubectl proxy --port=8001 & ', 'proxy'],
    ['kubectl get pods -w &', 'get -w'],
    ['kubectl logs -f deploy/web &', 'logs -f'],
  ])('is not needed where a command goes on by itself: %s', (line, what) => {
    expect(backgroundRefusal(line)).toBe(
      `"&": jobs in the background are not simulated, and need not be: leave it out, ${what} ` +
        'goes on until Ctrl-C, and other commands can be typed meanwhile',
    );
  });

  it.each(['kubectl create ns a &', 'sleep 5 &', 'kubectl get pods -w | cat &'])(
    'is refused where it would end with its line: %s',
    (line) => {
      expect(backgroundRefusal(line)).toBe('"&": jobs in the background are not simulated');
    },
  );

  it.each([
    'kubectl port-forward pod/web 8080:80 & sleep 1; curl localhost:8080',
    "kubectl annotate pod web note='R&D&'",
    'kubectl annotate pod web note=a\\&',
    'kubectl get pods &&',
  ])('is none of these: %s', (line) => {
    expect(backgroundRefusal(line)).toBeUndefined();
  });
});
