import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HostAction, machineName, processName, subjectOfHostAction } from './host-action.ts';
import { hostActionHelp, readHostAction, writeHostAction } from './host-words.ts';

const again = (action: HostAction): HostAction => readHostAction(writeHostAction(action));
const problemOf = (words: string): string | undefined => {
  const action = readHostAction(words);
  return action.kind === 'mistake' ? action.problem : undefined;
};

describe('what a person does to a machine', () => {
  it('is read from a verb and what it takes', () => {
    expect(readHostAction('stop_kubelet 2')).toEqual({ kind: 'stop_kubelet', node: '2' });
    expect(readHostAction('use_memory node-1 1.5Gi')).toEqual({
      kind: 'use_memory',
      node: 'node-1',
      bytes: 1.5 * 2 ** 30,
    });
    expect(readHostAction('fail_device 1 example.com/gpu gpu-1')).toEqual({
      kind: 'fail_device',
      node: '1',
      resource: 'example.com/gpu',
      device: 'gpu-1',
    });
    expect(readHostAction('put_manifest 1 "a: \\"b\\"\\n  c: 5%%"')).toEqual({
      kind: 'put_manifest',
      node: '1',
      text: 'a: "b"\n  c: 5%',
    });
  });

  it('is a look with the host’s shell when its first word is no verb', () => {
    expect(readHostAction(' ip route ')).toEqual({ kind: 'look', command: 'ip route' });
    expect(readHostAction('constructor 1')).toEqual({ kind: 'look', command: 'constructor 1' });
    expect(readHostAction('help')).toEqual({ kind: 'help' });
    expect(readHostAction('help me')).toEqual({ kind: 'look', command: 'help me' });
  });

  it('is refused with the usage when a verb does not get what it takes', () => {
    expect(problemOf('use_memory 1')).toBe('usage: use_memory N QUANTITY');
    expect(problemOf('use_pids 1 many')).toBe('usage: use_pids N COUNT');
    expect(problemOf('skew_clock 1 soon')).toBe('usage: skew_clock N SECONDS');
    expect(problemOf('reboot_node')).toBe('usage: reboot_node N');
    expect(problemOf('fail_device 1 example.com/gpu')).toBe('usage: fail_device N RESOURCE ID');
    expect(problemOf('')).toBe('no host action');
  });

  it('is refused in words when a number is beyond any machine', () => {
    const clock = (text: string) =>
      `skew_clock: ${text} seconds are more than 100 years, 3155760000 seconds`;
    expect(problemOf('skew_clock 1 Infinity')).toBe(clock('Infinity'));
    expect(problemOf('skew_clock 1 -9000000000000')).toBe(clock('-9000000000000'));
    expect(problemOf('skew_clock 1 -3155760000')).toBeUndefined();
    expect(problemOf('use_disk 1 4097Ti')).toBe('use_disk: 4097Ti is more than 4096Ti');
    expect(problemOf(`use_memory 1 ${'9'.repeat(400)}`)).toMatch(/^use_memory: 9+ is more than/);
    expect(problemOf('use_inodes 1 4294967296')).toBe(
      'use_inodes: 4294967296 is more than 4294967295',
    );
  });

  it.each([
    'stop_component node-2-containerd',
    'end_process default/web-1/nginx',
    "put_manifest 3 'kind: Pod\\nmetadata:\\n  name: web'",
    'use_memory 1 24050Mi',
    'use_disk 1 84.5Gi',
    'use_disk 1 0',
    'use_inodes 1 6400000',
    'skew_clock 3 -600',
    'skew_clock 3 0.25',
    'cat /sys/fs/cgroup/cpu.weight',
    'use_memory 1',
  ])('is written as a person writes it: %s', (words) => {
    const action = readHostAction(words);
    expect(writeHostAction(action)).toBe(words);
    expect(subjectOfHostAction(action)).toEqual(words.split(/\s+/, 2));
  });

  it('is the same again when it was written and read, whatever its words were', () => {
    const verbs = [...hostActionHelp.matchAll(/^(\S+) /gm)].map(([, verb = '']) => verb);
    const verb = fc.constantFrom(...verbs);
    const number = fc.oneof(fc.double(), fc.integer(), fc.nat({ max: 2 ** 40 })).map(String);
    const unit = fc.constantFrom('', 'Ki', 'Mi', 'Gi', 'Ti');
    const amount = fc.tuple(number, unit).map((parts) => parts.join(''));
    const words = fc.oneof(
      fc.tuple(verb, fc.constantFrom('1', 'node-2'), amount).map((parts) => parts.join(' ')),
      fc.tuple(verb, fc.string()).map((parts) => parts.join(' ')),
      fc.string(),
    );
    fc.assert(
      fc.property(words, (text) => {
        const action = readHostAction(text);
        expect(again(action)).toEqual(action);
      }),
    );
  });

  it('keeps a manifest to the letter', () => {
    const letter = fc.constantFrom('\\', '"', "'", '$', '`', '%', '\n', '\t', 'n', 't', ' ', 'ä');
    fc.assert(
      fc.property(fc.string({ unit: letter }), (text) => {
        const action = { kind: 'put_manifest', node: '1', text } as const;
        expect(again(action)).toEqual(action);
      }),
    );
  });

  it('names machines by their numbers, and processes by short names', () => {
    expect(machineName('2')).toBe('node-2');
    expect(machineName('edge')).toBe('edge');
    expect(processName('kcm-2')).toBe('kube-controller-manager-2');
    expect(processName('apiserver')).toBe('kube-apiserver');
    expect(processName('node-2-containerd')).toBe('node-2/containerd');
    expect(processName('etcd/m2')).toBe('etcd/m2');
  });
});
