/**
 * Links that ask for so much that their reader is asked first: a day of a cluster takes a browser
 * minutes, and whoever follows a link has not chosen that.
 */
import type { Message } from '#i18n/t';
import type { Recording } from '#worker/protocol';

const minute = 60_000_000;
/** An idle hour has 107,000 facts. */
const mostMinutes = 60;
const mostInputs = 200;

/** What to ask before the run begins; `undefined`: it may begin. */
export function asksFirst({
  inputs,
  until = 0,
}: Pick<Recording, 'inputs' | 'until'>): Message | undefined {
  const last = inputs.reduce((latest, { at }) => Math.max(latest, at), until);
  const minutes = Math.ceil(last / minute);
  if (minutes <= mostMinutes && inputs.length <= mostInputs) return undefined;
  return { id: 'notice.much', params: { minutes, inputs: inputs.length } };
}
