import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CriCallScene, PodScene } from '#player/scene';
import { CallRow } from './call-row.tsx';
import { WorkerSteps } from './worker-steps.tsx';

afterEach(cleanup);

const call = (method: string): CriCallScene =>
  ({ call: 1, method, calledAt: 0, returnedAt: 1000, failed: false }) as unknown as CriCallScene;

const pod = (
  workerState: PodScene['workerState'],
  syncStep: string | undefined,
  ...calls: string[]
): PodScene =>
  ({
    workerState,
    syncStep,
    criCalls: calls.map(call),
    containers: [{ name: 'web', state: 'running' }],
    runtime: { planned: { containersToStart: [], createSandbox: false } },
  }) as unknown as PodScene;

const started = ['RunPodSandbox', 'PullImage', 'CreateContainer', 'StartContainer'];

describe('the steps of a Pod’s worker', () => {
  const stepsOf = (shown: PodScene): readonly string[] => {
    const { container } = render(<WorkerSteps pod={shown} />);
    const steps = [...container.querySelectorAll('li')];
    cleanup();
    return steps.map(({ className, textContent }) => `${className} ${textContent}`);
  };

  it('lead to a report of what runs', () => {
    expect(stepsOf(pod('sync', undefined, ...started)).at(-1)).toBe('now report what runs');
  });

  it('of a Pod that must end lead to nothing that is left of it', () => {
    expect(stepsOf(pod('terminating', 'status', ...started))).toEqual([
      'now told to end',
      'ahead end containers, by CRI',
      'ahead report how they ended',
      'ahead volumes unmounted',
      'ahead cgroups removed',
    ]);
    const killing = pod('terminating', 'kill-containers', ...started, 'StopContainer');
    expect(stepsOf(killing)[1]).toBe('now end containers, by CRI');
    expect(stepsOf(pod('terminated', 'status', 'StopContainer'))[2]).toBe(
      'now report how they ended',
    );
    expect(stepsOf(pod('terminated', 'unmount-volumes'))[3]).toBe('now volumes unmounted');
    expect(stepsOf(pod('terminated', undefined)).at(-1)).toBe('now cgroups removed');
  });
});

describe('a call to the runtime', () => {
  const stateOf = (shown: PodScene): string => {
    render(<CallRow row={4} method="StartContainer" answer={undefined} pod={shown} />);
    return screen.getByText('StartContainer').parentElement?.className ?? '';
  };

  it('is the present one until another one makes or ends something', () => {
    expect(stateOf(pod('sync', 'runtime-sync', ...started, 'ContainerStatus'))).toContain('now');
  });

  it('is past when the container is stopped', () => {
    const ends = pod('terminating', 'kill-containers', ...started, 'StopContainer');
    expect(stateOf(ends)).toContain('past');
  });
});
