import { describe, expect, it } from 'vitest';
import { bareWords } from './scenario-file.ts';

describe('a command of a scenario that nobody has played', () => {
  it('has the words that a shell would see', () => {
    expect(bareWords('run p --image=nginx -- sh -c "echo a b"').slice(3)).toEqual([
      '--',
      'sh',
      '-c',
      'echo a b',
    ]);
  });

  it('keeps the quotes of JSON that stands bare', () => {
    const patch = '{"metadata": {"finalizers": null}}';
    expect(bareWords(`patch configmap held --type=merge -p ${patch}`)).toEqual([
      'patch',
      'configmap',
      'held',
      '--type=merge',
      '-p',
      patch,
    ]);
    expect(bareWords('patch pod p --type=json -p=[{"op":"remove","path":"/a"}] -n x')).toEqual([
      'patch',
      'pod',
      'p',
      '--type=json',
      '-p=[{"op":"remove","path":"/a"}]',
      '-n',
      'x',
    ]);
    expect(bareWords('patch pod p -p \'{"a":1}\'').at(-1)).toBe('{"a":1}');
    expect(bareWords('get pod p -o jsonpath={.spec.nodeName}').at(-1)).toBe(
      'jsonpath={.spec.nodeName}',
    );
  });
});
