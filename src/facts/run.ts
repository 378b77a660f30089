/** What the interface knows about where chains of causes begin: a person, a clock, a process. */

import type { FactOf } from '#trace/facts';
import type { RunFact } from '#trace/facts/run';
import { subjectOfHostAction } from '#trace/host-action';
import { outsideWords, programOf } from '#trace/outside-action';
import { portForwardWords } from '#trace/port-forward-frame';
import { terminalInputWords } from '#trace/terminal-input';
import { caption } from './caption.ts';
import { captionOfHostAction } from './caption-of-host.ts';
import type { FactKind } from './fact-kind.ts';
import { whoOf } from './words.ts';

const eachTime = (): string => '';

export const runFacts: { readonly [T in RunFact['type']]: FactKind<FactOf<T>> } = {
  CommandEntered: {
    verb: 'enter',
    begins: 'command',
    hop: eachTime,
    caption: ({ line }) => caption('caption.CommandEntered', { line }),
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
    caption: ({ action }) =>
      action.kind === 'request'
        ? caption('caption.OutsideActionTaken', {
            program: programOf(action.http),
            method: action.http.method,
            path: action.http.url,
          })
        : action.kind === 'frame'
          ? caption('caption.OutsideActionTaken.frame', {
              request: action.request,
              words: portForwardWords(action.frame),
            })
          : caption(`caption.OutsideActionTaken.${action.kind}`, { request: action.request }),
    title: ({ action }) => outsideWords(action),
  },
  TerminalTyped: {
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
    caption: ({ component, reason }) =>
      caption('caption.ComponentStopped', { component: whoOf(component), reason }),
  },
  PanicRecovered: {
    caption: ({ component, doing, message }) =>
      caption('caption.PanicRecovered', { component: whoOf(component), doing, message }),
  },
  Noted: {
    caption: ({ component, message }) =>
      caption('caption.Noted', { component: whoOf(component), message }),
  },
  ClusterSettled: { caption: () => caption('caption.ClusterSettled') },
};
