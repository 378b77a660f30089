/** What the interface knows about the decisions of the controllers. */
import type { MessageId } from '#i18n/t';
import type { FactOf } from '#trace/facts';
import type { ControllerFact, DecisionId } from '#trace/facts/controllers';
import { caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { objectWords, whoOf } from './words.ts';

/** The control plane's conclusions about a node. */
const isAboutNode = ({ decision }: FactOf<'DecisionMade'>): boolean =>
  /^(node-lifecycle|taint-eviction)\./.test(decision);

/** A decision without its words in the catalogue does not compile. */
const decisionWords = (decision: DecisionId): MessageId => `caption.decision.${decision}`;

export const controllerFacts: { readonly [T in ControllerFact['type']]: FactKind<FactOf<T>> } = {
  SyncStarted: {
    verb: 'sync',
    begins: 'sync',
    hop: ({ key }) => key,
    caption: ({ component, key }) => caption('caption.SyncStarted', { who: whoOf(component), key }),
  },
  SyncFinished: {
    ends: ['sync'],
    caption: ({ component, key, error = '' }) =>
      caption(`caption.SyncFinished.${error === '' ? 'ok' : 'error'}`, {
        who: whoOf(component),
        key,
        error,
      }),
  },
  DecisionMade: {
    standing: (fact, { main }) =>
      main || isAboutNode(fact)
        ? { kind: 'decide', state: `decided ${fact.decision} ${fact.key}` }
        : undefined,
    verb: 'decide',
    subject: ({ decision }) => [decision],
    // How long a Job waits is told anew after each failure.
    hop: ({ decision, key, params }) => `${decision} ${key} ${params['failures'] ?? ''}`,
    sideStep: isAboutNode,
    happensToNodes: isAboutNode,
    caption: ({ decision, component, key, params }) =>
      caption(decisionWords(decision), { who: whoOf(component), key, ...params }),
  },
  ExpectationsSet: {
    caption: ({ component, add, del }) =>
      caption('caption.ExpectationsSet', { who: whoOf(component), add, del }),
  },
  GraphNodeChanged: {
    caption: ({ ref }) => caption('caption.GraphNodeChanged', { object: objectWords(ref) }),
  },
};
