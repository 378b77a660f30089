import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import { readHostAction, writeHostAction } from '#trace/host-words';
import { choicesFor } from './choices.ts';
import { targetsOf } from './targets.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const scene = log.sceneAt(log.facts.length);
const targets = targetsOf(scene);

describe('what can be done at the cursor', () => {
  it('has the nodes, processes, pods and objects that are there then as targets', () => {
    const names = targets.map(({ id }) => id);
    expect(names).toEqual(
      expect.arrayContaining(['node node-1', 'component etcd', 'component registry']),
    );
    expect(names).toContain('deployment default/nginx');
    expect(targets.filter(({ kind }) => kind === 'pod')).toHaveLength(scene.pods.size);
  });

  it('is an input that the simulator knows', () => {
    for (const target of targets) {
      for (const { change, field } of choicesFor(target, scene)) {
        const done = change(field?.value ?? '');
        if (done.kind === 'command') expect(done.line).toMatch(/^kubectl [a-z]+ \S/);
        else {
          expect(['look', 'mistake', 'help']).not.toContain(done.action.kind);
          expect(readHostAction(writeHostAction(done.action))).toEqual(done.action);
        }
      }
    }
  });
});
