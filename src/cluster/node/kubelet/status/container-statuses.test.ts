import { describe, expect, it } from 'vitest';
import { kubeletOver } from '../faulty-runtime.fixture.ts';

describe('a kubelet whose containers are not as it left them', () => {
  it('tells that one is nowhere any more, and starts it again', () => {
    const { pod, live, wait, messages, become } = kubeletOver();
    pod('web');
    wait(5);
    become(() => undefined);
    wait(100);
    expect(messages()).toContain(
      '"lastState":{"terminated":{"exitCode":137,"reason":"ContainerStatusUnknown","message":' +
        '"The container could not be located when the pod was deleted.  ' +
        'The container used to be Running"',
    );
    expect(live('web').status?.containerStatuses?.[0]?.state?.running).toBeDefined();
  });
});
