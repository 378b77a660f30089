/** What the interface knows about where chains of causes begin: a person, a clock, a process. */

import { assertUnreachable } from '#base/assert';
import type { FactOf } from '#trace/facts';
import type { RunFact } from '#trace/facts/run';
import { subjectOfHostAction } from '#trace/host-action';
import { issuersOf, type OutsideAction, outsideWords, programOf } from '#trace/outside-action';
import { portForwardWords } from '#trace/port-forward-frame';
import { terminalInputWords } from '#trace/terminal-input';
import { caption } from './caption.ts';
import { captionOfHostAction } from './caption-of-host.ts';
import type { FactKind } from './fact-kind.ts';
import { readByShell } from './shell-line.ts';
import { whoOf } from './words.ts';

const eachTime = (): string => '';

/** A program that may no longer act ends; what waits for it waits on. */
export const hasLostLease = ({ reason }: FactOf<'ComponentStopped'>): boolean =>
  reason === 'leaderelection lost';

/** What somebody wanted to do to a machine is not possible here. */
const isRefusedAct = ({ message }: FactOf<'Noted'>): boolean =>
  message === 'host-action.unsupported';

export const runFacts: { readonly [T in RunFact['type']]: FactKind<FactOf<T>> } = {
  CommandEntered: {
    verb: 'enter',
    begins: 'command',
    hop: eachTime,
    caption: ({ line }) => {
      if (readByShell(line)) return caption('caption.CommandEntered.shell');
      const [program = ''] = line.trim().split(/\s+/, 1);
      return program === 'kubectl'
        ? caption('caption.CommandEntered', { line })
        : caption('caption.CommandEntered.program', { program });
    },
    title: ({ line }) => line,
  },
  HostActionTaken: {
    standing: () => ({ kind: 'act', state: 'act' }),
    verb: 'act',
    subject: ({ action }) => subjectOfHostAction(action),
    hop: eachTime,
    happensToNodes: () => true,
    caption: ({ action }) => captionOfHostAction(action),
  },
  OutsideActionTaken: {
    verb: 'outside',
    hop: eachTime,
    caption: ({ action }) => captionOfOutside(action),
    title: ({ action }) => outsideWords(action),
  },
  TerminalTyped: {
    standing: ({ typed }) =>
      typed.kind === 'resize' ? undefined : { kind: 'act', state: 'typed' },
    verb: 'type',
    hop: ({ typed }) => (typed.kind === 'resize' ? undefined : ''),
    caption: ({ typed }) =>
      caption(`caption.TerminalTyped.${typed.kind}`, { text: terminalInputWords(typed) }),
  },
  TimerFired: {
    caption: ({ component, timer }) =>
      caption('caption.TimerFired', { component: whoOf(component), timer }),
  },
  ComponentStarted: {
    caption: ({ component }) =>
      caption('caption.ComponentStarted', { component: whoOf(component) }),
  },
  ComponentStopped: {
    standing: (fact) => (hasLostLease(fact) ? { kind: 'report', state: 'lost' } : undefined),
    verb: 'end',
    hop: (fact) => (hasLostLease(fact) ? '' : undefined),
    sideStep: hasLostLease,
    happensToNodes: hasLostLease,
    caption: ({ component, reason }) =>
      caption('caption.ComponentStopped', { component: whoOf(component), reason }),
  },
  PanicRecovered: {
    caption: ({ component, doing, message }) =>
      caption('caption.PanicRecovered', { component: whoOf(component), doing, message }),
  },
  Noted: {
    // Told in place of the act that it refuses.
    standing: (fact) =>
      isRefusedAct(fact) ? { kind: 'act', state: 'act', joins: true } : undefined,
    verb: 'refuse',
    sideStep: isRefusedAct,
    happensToNodes: isRefusedAct,
    caption: (fact) =>
      isRefusedAct(fact)
        ? caption('caption.Noted.refused', fact.params)
        : caption('caption.Noted', { component: whoOf(fact.component), message: fact.message }),
  },
  ClusterSettled: { caption: () => caption('caption.ClusterSettled') },
};

function captionOfOutside(action: OutsideAction) {
  switch (action.kind) {
    case 'request': {
      const { method, url: path } = action.http;
      return caption('caption.OutsideActionTaken', {
        program: programOf(action.http),
        method,
        path,
      });
    }
    case 'frame': {
      const words = portForwardWords(action.frame);
      return caption('caption.OutsideActionTaken.frame', { request: action.request, words });
    }
    case 'piece':
    case 'hangup':
      return caption(`caption.OutsideActionTaken.${action.kind}`, { request: action.request });
    case 'outbound':
      return caption('caption.OutsideActionTaken.outbound');
    case 'oidc':
      return caption('caption.OutsideActionTaken.oidc', { issuer: action.issuer.issuerUrl });
    case 'authentication':
      return caption(
        `caption.OutsideActionTaken.${action.reload === undefined ? action.kind : 'reload'}`,
        { issuers: issuersOf(action) },
      );
    case 'answer':
      return caption('caption.OutsideActionTaken.answer', { words: outsideWords(action) });
    default:
      return assertUnreachable(action);
  }
}
