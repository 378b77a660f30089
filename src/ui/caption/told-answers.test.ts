/** The story of what kubectl prints: whose words they are, and what is told of a failure. */
import { describe, expect, it } from 'vitest';
import { entered, readOf, web } from './told-run.fixture.ts';

describe('what kubectl prints', () => {
  it('belongs to the command that waits, and not to the one that it waits for', () => {
    const inputs = [web(1, 30), entered('kubectl wait --for=condition=Available deploy/web', 31)];
    expect(readOf(inputs, 45)).toContain('kubectl prints deployment.apps/web condition met');
  });

  it('is a table for each kind, if more than one was asked for', () => {
    const read = readOf([web(1, 30), entered('kubectl get all', 45)], 46);
    expect(read).toContain('kubectl get all prints a table for each kind');
  });

  it('comes from a request without a write in a dry run', () => {
    const inputs = [
      web(1, 30),
      entered('kubectl scale deployment web --replicas=2 --dry-run=server', 45),
    ];
    expect(readOf(inputs, 46)).toContain('a dry run, with every check and without the write');
  });
});

describe('a line that a shell reads', () => {
  const line = (text: string, at = 45): ReturnType<typeof entered> => entered(text, at);

  it('has its words from the last program of a pipe, which no record in the cluster names', () => {
    const read = readOf([web(1, 30), line('kubectl get pods | grep web')], 46);
    expect(read).toContain('grep prints web-');
    expect(read).toContain('The shell hands what kubectl prints to grep');
  });

  it('names the one of several commands that prints', () => {
    const read = readOf([line('for n in 1; do kubectl get nodes; done', 30)], 31);
    expect(read).toContain('kubectl get nodes prints a table of 3 rows');
    expect(read).not.toContain('kubectl for');
  });

  it('may name a program that is not there', () => {
    const read = readOf([line('helm list | cat', 30)], 31);
    expect(read).toContain('has kubectl and no program of that name: sh: helm: not found');
  });
});

describe('a command that fails', () => {
  it('is told by its own error, also after the same line with other input', () => {
    const inputs = [
      entered('kubectl apply -f -', 30, 'a: b: c'),
      entered(
        'kubectl apply -f -',
        33,
        '{apiVersion: apps/v2, kind: Deployment, metadata: {name: x}}',
      ),
    ];
    const read = readOf(inputs, 35);
    expect(read).toContain('stops here: error: resource mapping not found');
    expect(read).not.toContain('You run the same command');
  });

  it('does not blame the kubeconfig for an address of its own', () => {
    const read = readOf([entered('kubectl create -f https://example.com/x.yaml', 30)], 40);
    expect(read).toContain('no such host');
    expect(read).not.toContain('The address is the one in your kubeconfig.');
  });
});

describe('a program in a container', () => {
  const pod = entered('kubectl run a --image=nginx:1.28', 30);

  it('may not be there yet, and kubectl asks for no second object', () => {
    const read = readOf([pod, entered('kubectl exec a -- ls', 30.3)], 32);
    expect(read).toContain('container not found');
    expect(read).not.toContain('takes the next object');
  });

  it('may not exist, which the node says', () => {
    const read = readOf([pod, entered('kubectl exec a -- nope', 40)], 42);
    expect(read).toContain('The error comes from the node');
  });

  it('may fail, and kubectl ends with its code', () => {
    const read = readOf([pod, entered('kubectl exec a -- cat /nope', 40)], 42);
    expect(read).toContain("can't open '/nope'");
    expect(read).toContain('command terminated with exit code 1: the program in the container');
  });
});

describe('an object of a person’s own kind', () => {
  it('is called by its kind, once the API server serves it', () => {
    const schema =
      'schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}';
    const definition = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition,
      metadata: {name: cats.example.com}, spec: {group: example.com, scope: Namespaced,
      names: {plural: cats, singular: cat, kind: Cat},
      versions: [{name: v1, served: true, storage: true, ${schema}}]}}`;
    const inputs = [
      entered('kubectl apply -f -', 30, definition),
      entered(
        'kubectl apply -f -',
        34,
        '{apiVersion: example.com/v1, kind: Cat, metadata: {name: tom}}',
      ),
      entered('kubectl delete cat tom', 38),
    ];
    const read = readOf(inputs, 40);
    expect(read).toContain('from now on it serves objects of cats.example.com');
    expect(read).toContain('Cat tom is stored in etcd.');
    expect(read).toContain('to delete Cat tom.');
    expect(read).toContain('Cat tom is gone from etcd');
    expect(read).not.toContain('cats/tom');
  });
});
