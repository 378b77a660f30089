/** Compound commands: `case`, `while` and `until`, `for`, `if`. */

import { microsecond } from '#base/sim-time';
import type { Process } from '#sim/simulation';
import { timeOnCpu } from '../program.ts';
import { LoopControl } from './exits.ts';
import { expandPattern, expandWord, expandWords } from './expand.ts';
import { isLike } from './pattern.ts';
import type { Shell } from './shell.ts';
import type { Streams } from './state.ts';
import type { Command, Script } from './syntax.ts';

/** The time it takes to start a command. */
export const forkTime = 400 * microsecond;

export function* runCase(
  shell: Shell,
  command: Extract<Command, { kind: 'case' }>,
  streams: Streams,
): Process {
  const subject = yield* expandWord(shell, command.subject, streams);
  shell.state.status = 0;
  for (const { patterns, body } of command.branches) {
    for (const pattern of patterns) {
      const like = yield* expandPattern(shell, pattern, streams);
      shell.state.work.match(subject.length);
      if (isLike(like, subject)) return yield* shell.run(body, streams);
    }
  }
}

export function* runLoop(
  shell: Shell,
  command: Extract<Command, { condition: Script }>,
  streams: Streams,
): Process {
  let status = 0;
  for (;;) {
    const holds = yield* shell.condition(command.condition, streams);
    if (holds !== (command.kind === 'while')) break;
    const left = yield* runBody(shell, command.body, streams);
    status = left === 'break' ? 0 : shell.state.status;
    if (left === 'break') break;
    // A loop that never waits would stop the virtual clock.
    yield timeOnCpu(shell.state.context, forkTime);
  }
  shell.state.status = status;
}

export function* runFor(
  shell: Shell,
  command: Extract<Command, { variable: string }>,
  streams: Streams,
): Process {
  const values =
    command.words === undefined
      ? shell.state.positional
      : yield* expandWords(shell, command.words, streams);
  for (const value of values) {
    shell.state.variables.set(command.variable, value);
    if ((yield* runBody(shell, command.body, streams)) === 'break') return;
  }
}

function* runBody(shell: Shell, body: Script, streams: Streams): Process<'break' | 'continue'> {
  shell.state.loops++;
  try {
    yield* shell.run(body, streams);
    return 'continue';
  } catch (end) {
    if (end instanceof LoopControl) {
      if (end.levels > 1 && shell.state.loops > 1) throw new LoopControl(end.kind, end.levels - 1);
      return end.kind;
    }
    throw end;
  } finally {
    shell.state.loops--;
  }
}

export function* runIf(
  shell: Shell,
  command: Extract<Command, { kind: 'if' }>,
  streams: Streams,
): Process {
  for (const { condition, body } of command.branches) {
    if (yield* shell.condition(condition, streams)) return yield* shell.run(body, streams);
  }
  shell.state.status = 0;
  if (command.otherwise !== undefined) yield* shell.run(command.otherwise, streams);
}
