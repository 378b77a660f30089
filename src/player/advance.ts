/**
 * The fold: a scene and the facts that follow it give the scene after them.
 *
 * Pure: the same facts give the same scene, in however many portions they come. Facts that change
 * nothing the interface draws have no reducer and only move the cursor.
 */
import type { FactList } from '#trace/fact-list';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { clientGoReducers } from './fold/client-go.ts';
import { controllerReducers } from './fold/controllers.ts';
import { etcdReducers } from './fold/etcd.ts';
import { kubeApiserverReducers } from './fold/kube-apiserver.ts';
import { kubeSchedulerReducers } from './fold/kube-scheduler.ts';
import { kubectlReducers } from './fold/kubectl.ts';
import { kubeletReducers } from './fold/kubelet.ts';
import { nodeReducers } from './fold/node.ts';
import type { Reducer, Reducers } from './fold/reducer.ts';
import { runReducers } from './fold/run.ts';
import type { Scene } from './scene.ts';
import { SceneDraft } from './scene-draft.ts';

const reducers: Reducers = {
  ...runReducers,
  ...kubectlReducers,
  ...clientGoReducers,
  ...kubeApiserverReducers,
  ...etcdReducers,
  ...controllerReducers,
  ...kubeSchedulerReducers,
  ...kubeletReducers,
  ...nodeReducers,
};

/**
 * Folds the facts with ids `scene.cursor + 1` to `to` into the scene. `facts` is the whole trace:
 * the fact with id n stands at n − 1. If `to` lies beyond the end of the trace, the result is the
 * scene at that end.
 */
export function advance(scene: Scene, facts: FactList, to: number): Scene {
  const end = Math.min(to, facts.length);
  if (end <= scene.cursor) return scene;
  const draft = new SceneDraft(scene);
  for (let index = scene.cursor; index < end; index++) {
    const fact = facts.at(index);
    if (fact !== undefined) apply(draft, fact);
  }
  return draft.finish(end, facts.at(end - 1)?.at ?? scene.at);
}

function apply<T extends FactType>(draft: SceneDraft, fact: FactOf<T> & Fact): void {
  const reducer = reducers[fact.type] as Reducer<Fact> | undefined;
  reducer?.(draft, fact);
}
