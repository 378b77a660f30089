/**
 * Reads what a page of the run asks. Anybody who has the link may have written it: its size has a
 * bound, and what is in no known form is nothing.
 */
import { readTerminalInput } from '#trace/terminal-input';
import type { ManagersQuestion, Question, ServedInput, ServedRequest } from '#worker/protocol';

/** Characters; a manifest may come with a command. */
export const longestRequest = 1_500_000;
/** Ten minutes: a longer one would keep the clients of others waiting. */
const longestStep = 600_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** `undefined`: it is in no known form. */
export function readServedRequest(text: string): ServedRequest | undefined {
  const value = parsed(text);
  switch (value?.['type']) {
    case 'pause':
      return { type: 'pause' };
    case 'resume':
      return { type: 'resume' };
    case 'step': {
      const { duration } = value;
      const isLength = isWhole(duration) && duration > 0 && duration <= longestStep;
      return isLength ? { type: 'step', duration } : undefined;
    }
    case 'enter': {
      const input = isFields(value['input']) ? readInput(value['input']) : undefined;
      return input && { type: 'enter', input };
    }
    case 'ask': {
      const { id } = value;
      const question = isFields(value['question']) ? readQuestion(value['question']) : undefined;
      return question && isWhole(id) ? { type: 'ask', id, question } : undefined;
    }
    default:
      return undefined;
  }
}

function readInput(input: Fields): ServedInput | undefined {
  const { kind, line, user, stdin, words, command, terminal } = input;
  if (kind === 'stdin') {
    const typed = readTerminalInput(input['typed']);
    return typed && isWhole(command) ? { kind, command, typed } : undefined;
  }
  if (kind === 'host' && typeof words === 'string') return { kind, words };
  if (kind !== 'command' || typeof line !== 'string' || typeof user !== 'string') return undefined;
  const asked = { kind, line, user, ...(typeof stdin === 'string' && { stdin }) } as const;
  return terminal === true ? { ...asked, terminal } : asked;
}

function readQuestion(asked: Fields): Question | undefined {
  const { kind, text, offset, message } = asked;
  if (kind === 'managers') return readManagers(asked);
  if (typeof text !== 'string') return undefined;
  if (kind === 'check') return { kind, text };
  if (kind === 'complete' && isWhole(offset)) return { kind, text, offset };
  if (kind === 'locate' && typeof message === 'string') return { kind, text, message };
  return undefined;
}

function readManagers({ fact, at, key, uid }: Fields): ManagersQuestion | undefined {
  if (!isWhole(fact) || !isWhole(at)) return undefined;
  if (typeof key !== 'string' || typeof uid !== 'string') return undefined;
  return { kind: 'managers', fact, at, key, uid };
}

function parsed(text: string): Fields | undefined {
  if (text.length > longestRequest) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
