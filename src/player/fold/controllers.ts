/** Folds what the controllers of the controller manager are doing. */
import type { ControllerScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { excluding, including, type Reducers } from './reducer.ts';

export const controllerReducers: Reducers = {
  SyncStarted(draft, { component, key }) {
    const known = controllerOf(draft, component);
    draft.controllers.set(component, {
      ...known,
      syncing: including(known.syncing, key),
      comparedSince: known.comparedSince || known.decision?.key === key,
    });
  },
  SyncFinished(draft, { component, key }) {
    const known = controllerOf(draft, component);
    draft.controllers.set(component, { ...known, syncing: excluding(known.syncing, key) });
  },
  DecisionMade(draft, fact) {
    const known = controllerOf(draft, fact.component);
    draft.controllers.set(fact.component, { ...known, decision: fact, comparedSince: false });
  },
  ExpectationsSet(draft, { component, key, add, del }) {
    const known = controllerOf(draft, component);
    const expectations = new Map(known.expectations).set(key, { add, del });
    draft.controllers.set(component, { ...known, expectations });
  },
};

const idle: ControllerScene = {
  syncing: [],
  decision: undefined,
  comparedSince: false,
  expectations: new Map(),
};

function controllerOf(draft: SceneDraft, component: string): ControllerScene {
  return draft.controllers.get(component) ?? idle;
}
