import { describe, expect, it } from 'vitest';
import type { ContainerState, ContainerStatus } from '#k8s.io/api/core/v1';
import { podOf } from '../pod.fixture.ts';
import { getPhase } from './get-phase.ts';

const status = (
  name: string,
  state: ContainerState,
  more: Partial<ContainerStatus> = {},
): ContainerStatus => ({
  name,
  state,
  ready: false,
  restartCount: 0,
  image: '',
  imageID: '',
  ...more,
});

const running: ContainerState = { running: {} };
const waiting: ContainerState = { waiting: {} };
const exited = (exitCode: number): ContainerState => ({ terminated: { exitCode } });

describe('getPhase', () => {
  it('is Pending while a container waits for its first start', () => {
    expect(getPhase(podOf({}), [status('app', waiting)], false, true)).toBe('Pending');
  });

  it('is Running once every container runs', () => {
    expect(getPhase(podOf({}), [status('app', running)], false, true)).toBe('Running');
  });

  it('stays Running when a container that is always restarted has exited', () => {
    expect(getPhase(podOf({}), [status('app', exited(1))], false, true)).toBe('Running');
    const backingOff = status('app', waiting, { lastState: exited(1) });
    expect(getPhase(podOf({}), [backingOff], false, true)).toBe('Running');
  });

  it('follows the exit codes when nothing is restarted', () => {
    const never = podOf({ restartPolicy: 'Never' });
    expect(getPhase(never, [status('app', exited(0))], false, true)).toBe('Succeeded');
    expect(getPhase(never, [status('app', exited(2))], false, true)).toBe('Failed');
  });

  it('follows the exit codes of a pod that is stopped, whatever its restart policy', () => {
    expect(getPhase(podOf({}), [status('app', exited(137))], true, true)).toBe('Failed');
    expect(getPhase(podOf({}), [status('app', exited(0))], true, true)).toBe('Succeeded');
  });

  it('is Pending until init containers are done, and Failed when one fails for good', () => {
    const init = podOf({ initContainers: [{ name: 'init' }], restartPolicy: 'Never' });
    const app = status('app', waiting);
    expect(getPhase(init, [status('init', running), app], false, false)).toBe('Pending');
    expect(getPhase(init, [status('init', exited(1)), app], false, false)).toBe('Failed');
  });
});
