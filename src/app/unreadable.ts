/** The notice about a link whose inputs cannot be read. */
import type { Message } from '#i18n/t';
import { otherVersion } from './shared-inputs.ts';

export function unreadable(hash: string): Message {
  const version = otherVersion(hash);
  return version === undefined
    ? { id: 'notice.unreadable' }
    : { id: 'notice.version', params: { version } };
}
