/** More about where chains of causes begin. */

import type { FactOf } from '#trace/facts';
import type { RunFact } from '#trace/facts/run';
import { outsideWords } from '#trace/outside-action';
import { terminalInputWords } from '#trace/terminal-input';
import { elsewhere, type FactDetails, programOf } from './fact-details.ts';
import { apiserver, byController, byProgram } from './places.ts';
import { rowsOfParams } from './rows.ts';
import { firstWords, internalSpan } from './span.ts';

export const runDetails: { readonly [T in RunFact['type']]: FactDetails<FactOf<T>> } = {
  CommandEntered: {
    source: elsewhere,
    rows: ({ line }) => [['command', line]],
    span: ({ line }) => internalSpan('none', firstWords(line), { 'process.command_line': line }),
  },
  HostActionTaken: { source: elsewhere },
  OutsideActionTaken: {
    source: elsewhere,
    rows: ({ action }) => [['action', outsideWords(action)]],
    span: ({ action }) => internalSpan('none', outsideWords(action), {}),
  },
  TerminalTyped: {
    source: elsewhere,
    rows: ({ typed }) => [['typed', terminalInputWords(typed)]],
    span: ({ typed }) => internalSpan('none', `typed ${terminalInputWords(typed)}`, {}),
  },
  TimerFired: { source: elsewhere },
  ComponentStarted: { source: { decidedBy: byOwnProgram } },
  ComponentStopped: { source: { decidedBy: byOwnProgram } },
  PanicRecovered: {
    source: { place: [`${apiserver}/server/filters/wrap.go`, 'WithPanicRecovery'] },
    severity: () => 'E',
  },
  Noted: { source: elsewhere, rows: rowsOfParams },
  ClusterSettled: { source: elsewhere },
};

function byOwnProgram(fact: FactOf<'ComponentStarted' | 'ComponentStopped'>) {
  const program = programOf(fact);
  return [byProgram[program], byController[program]];
}
