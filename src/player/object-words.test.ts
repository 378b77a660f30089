import { describe, expect, it } from 'vitest';
import { kubectlStatus, type PodObject } from './object-words.ts';

/** A Pod with an init container and a sidecar, in these states. */
function podWith(...states: readonly unknown[]): PodObject {
  const names = ['fetch', 'proxy'];
  return {
    kind: 'Pod',
    metadata: { name: 'app' },
    spec: { initContainers: [{ name: 'fetch' }, { name: 'proxy', restartPolicy: 'Always' }] },
    status: {
      phase: 'Pending',
      initContainerStatuses: states.map((state, index) => ({
        ...{ name: names[index] ?? '', ready: false, ...(state as object) },
      })),
      containerStatuses: [
        { name: 'main', ready: false, state: { waiting: { reason: 'PodInitializing' } } },
      ],
    },
  } as unknown as PodObject;
}

const waiting = { state: { waiting: { reason: 'PodInitializing' } } };
const ended = (exitCode: number, reason: string) => ({
  state: { terminated: { exitCode, reason } },
});

describe('the status of a Pod', () => {
  it('counts the init containers that are done, sidecars once they have started', () => {
    expect(kubectlStatus(podWith(waiting, waiting))).toBe('Init:0/2');
    expect(kubectlStatus(podWith(ended(0, 'Completed'), waiting))).toBe('Init:1/2');
    const started = { started: true, state: { running: {} } };
    expect(kubectlStatus(podWith(ended(0, 'Completed'), started))).toBe('PodInitializing');
  });

  it('shows why an init container does not come through', () => {
    expect(kubectlStatus(podWith(ended(1, 'Error'), waiting))).toBe('Init:Error');
    const backOff = { state: { waiting: { reason: 'CrashLoopBackOff' } } };
    expect(kubectlStatus(podWith(backOff, waiting))).toBe('Init:CrashLoopBackOff');
  });
});
