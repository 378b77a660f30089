/** More about the decisions of the controllers. */

import type { FactOf } from '#trace/facts';
import type { ControllerFact } from '#trace/facts/controllers';
import { componentWords } from '../words.ts';
import { type FactDetails, programOf, severityOfError } from './fact-details.ts';
import { byController } from './places.ts';
import { rowsOfParams } from './rows.ts';
import { internalSpan } from './span.ts';

export const controllerDetails: { readonly [T in ControllerFact['type']]: FactDetails<FactOf<T>> } =
  {
    SyncStarted: {
      source: {
        place: ['cmd/kube-controller-manager/names/controller_names.go'],
        decidedBy: byOwnController,
      },
      span: (fact) => internalSpan('none', `sync ${programOf(fact)}`, { key: fact.key }),
      rows: ({ component, key }) => [
        ['queue', componentWords(component).replace(/-controller$/, '')],
        ['key', key],
      ],
    },
    SyncFinished: {
      source: {
        place: ['cmd/kube-controller-manager/names/controller_names.go'],
        decidedBy: byOwnController,
      },
      severity: severityOfError,
      failure: ({ error }) => error,
    },
    DecisionMade: {
      source: {
        place: ['cmd/kube-controller-manager/names/controller_names.go'],
        decidedBy: byOwnController,
      },
      rows: rowsOfParams,
    },
    ExpectationsSet: {
      source: { place: ['pkg/controller/controller_utils.go'], decidedBy: byOwnController },
    },
    GraphNodeChanged: { source: { place: ['pkg/controller/garbagecollector/graph_builder.go'] } },
  };

function byOwnController(fact: ControllerFact) {
  return [byController[programOf(fact)]];
}
