/** Words for the names that facts use: an outcome, a role, a row of a room. */
import type { Translate } from './locale.ts';
import { isMessageId, type MessageId } from './t.ts';

/** The message of that kind and name: `answer` and `no opinion` are `answer.no-opinion`. */
function wordId(kind: string, name: string): MessageId | undefined {
  const id = `${kind}.${name.replaceAll(/\W+/g, '-')}`;
  return isMessageId(id) ? id : undefined;
}

/** A name in the page's language; a name without a word is Kubernetes' own, and stays. */
export function wordFor(t: Translate, kind: string, name: string): string {
  const id = wordId(kind, name);
  return id === undefined ? name : t(id);
}

/** `waiting ContainerCreating`: the state has a word, the reason is Kubernetes' own. */
export function containerState(t: Translate, state: string): string {
  const [word = '', ...reason] = state.split(' ');
  return [wordFor(t, 'container.state', word), ...reason].join(' ');
}
