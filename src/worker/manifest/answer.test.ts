import { describe, expect, it } from 'vitest';
import { answerManifest } from './answer.ts';

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: nginx
`;

const deployment = (label: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: ${label}
    spec:
      containers:
      - name: web
        image: nginx
`;

/** Labels of what is offered at the mark `|`. */
function offered(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  return answerManifest({ kind: 'complete', text, offset }).options.map(({ label }) => label);
}

const saidOf = (text: string): readonly string[] =>
  answerManifest({ kind: 'check', text }).problems.map(
    ({ from, to, message }) => `${text.slice(from, to)} → ${message}`,
  );

describe('a manifest is completed', () => {
  it('with the fields of a container in its list, without those that stand there', () => {
    const fields = offered(`${pod}    im|`);
    expect(fields).toContain('imagePullPolicy');
    expect(fields).not.toContain('image');
  });

  it('with the fields of a spec after its list of containers', () => {
    const fields = offered(`${pod}  |`);
    expect(fields).toContain('restartPolicy');
    expect(fields).not.toContain('containers');
  });

  it('with the fields of a second item of a list', () => {
    expect(offered(`${pod}  - |`)).toContain('name');
    expect(offered(`${pod}    ports:\n    - |`)).toContain('containerPort');
    expect(offered(`${pod}    ports:\n      - protocol: TCP\n        |`)).toContain('hostPort');
  });

  it('with the values of a field that has only some', () => {
    expect(offered(`${pod}  restartPolicy: |`)).toEqual(
      expect.arrayContaining(['Always', 'Never', 'OnFailure']),
    );
    expect(offered(`${pod}  hostNetwork: |`)).toEqual(['true', 'false']);
  });

  it('with the kinds of an apiVersion', () => {
    expect(offered('apiVersion: apps/v1\nkind: |')).toContain('Deployment');
    expect(offered('apiVersion: |\nkind: CronJob')).toEqual(['batch/v1']);
  });
});

describe('a manifest is checked', () => {
  it('and a good one has no mistake', () => {
    expect(saidOf(pod)).toEqual([]);
  });

  it('for fields that its kind does not have', () => {
    expect(saidOf(`${pod}  replicas: 3\n`)).toEqual(['replicas → unknown field "spec.replicas"']);
  });

  it('for numbers where text must stand', () => {
    const text = `${pod}    env:\n    - name: A\n      value: 1\n`;
    expect(saidOf(text)[0]).toMatch(
      /^1 → spec\.containers\[0\]\.env\[0\]\.value is of type string/,
    );
  });

  it('for amounts that are none', () => {
    const text = `${pod}    resources:\n      requests:\n        memory: 100x\n        cpu: 500m\n`;
    expect(saidOf(text)).toEqual([
      '100x → "100x" is not a quantity, which is a number with a unit, such as 500m, 2 or 64Mi',
    ]);
  });

  it('for a selector that does not match the Pods of its own template', () => {
    expect(saidOf(deployment('web'))).toEqual([]);
    expect(saidOf(deployment('wbe'))).toEqual([
      'web → the selector does not match the Pods of its own template, which have app: wbe',
    ]);
  });

  it('for YAML that cannot be read', () => {
    expect(saidOf('apiVersion: v1\n  kind: Pod\n')).not.toEqual([]);
  });
});

describe('a message of the API server is located', () => {
  const at = (message: string): readonly string[] =>
    answerManifest({ kind: 'locate', text: pod, message }).problems.map(({ from, to }) =>
      pod.slice(from, to),
    );

  it('at the field that it names, or at the nearest that is there', () => {
    expect(at('spec.containers[0].image: Required value')).toEqual(['image']);
    expect(at('The Pod "web" is invalid: spec.containers[0].ports: Required value')).toEqual([
      'name: web\n    image: nginx\n',
    ]);
    expect(at('strict decoding error: unknown field "metadata.nam"')).toEqual(['metadata']);
  });

  it('at each cause, when a line introduces several', () => {
    const message = [
      'The Pod "web" is invalid: ',
      '* spec.containers[0].image: Required value',
      '* metadata.name: Required value',
    ].join('\n');
    expect(at(message)).toEqual(['image', 'name']);
  });

  it('at a mistake that the text itself shows, when it names no field', () => {
    const text = `${pod}    resources:\n      limits:\n        cpu: 100x\n`;
    const message = "quantities must match the regular expression '^([+-]?[0-9.]+)…$'";
    const [problem] = answerManifest({ kind: 'locate', text, message }).problems;
    expect(text.slice(problem?.from, problem?.to)).toBe('100x');
  });

  it('at the line that it names', () => {
    expect(at('error converting YAML to JSON: yaml: line 4: did not find')).toEqual([
      '  name: web',
    ]);
  });
});
