import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { TraceLog } from './trace-log.ts';

const facts = createDeploymentFacts();

function logOf(portion: number): TraceLog {
  const log = new TraceLog();
  for (let start = 0; start < facts.length; start += portion) {
    log.append(facts.slice(start, start + portion));
  }
  return log;
}

describe('steps', () => {
  const { steps, chapters } = logOf(facts.length);

  it('begin with the command, not with the start of the cluster', () => {
    expect(steps[0]?.id).toBe('person/enter');
  });

  it('have ids that describe what happens and never repeat', () => {
    const ids = steps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('kubectl/send/deployments/default/nginx');
    expect(ids).toContain('kube-scheduler/score/default/nginx-7f8fbb96d-drc52');
    expect(ids).toContain('etcd/commit/pods/default/nginx-7f8fbb96d-drc52~2');
  });

  it('are the same however the facts arrive', () => {
    expect(logOf(7).steps).toEqual(steps);
  });

  it('tell the first pod in full and its siblings briefly', () => {
    const about = (suffix: string): number => steps.filter(({ id }) => id.includes(suffix)).length;
    expect(about('drc52')).toBeGreaterThan(25);
    expect(about('6hkp7')).toBeLessThan(10);
    expect(about('6hkp7')).toBeGreaterThan(3);
  });

  it('stay the same up to where a run is cut', () => {
    const log = logOf(100);
    const middle = steps[40]!.fact;
    log.truncate(middle);
    expect(log.steps).toEqual(steps.slice(0, 41));
    log.append(facts.slice(middle));
    expect(log.steps).toEqual(steps);
  });

  it('come in chapters in the order of the story', () => {
    expect(chapters.map(({ id }) => id)).toEqual([
      'command',
      'api-server',
      'etcd',
      'deployment-controller',
      'replicaset-controller',
      'scheduler',
      'kubelet',
      'sandbox',
      'image',
      'container',
      'status',
    ]);
  });

  it('visit every stage of the API server with the request of the person', () => {
    const stages = steps.slice(4, 13).map(({ type }) => type);
    expect(stages).toEqual([
      'RequestSent',
      'Authenticated',
      'FlowControlled',
      'Authorized',
      'Mutated',
      'Admitted',
      'StorageWriteStarted',
      'TxnCommitted',
      'ResponseReceived',
    ]);
  });
});
