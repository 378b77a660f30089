/** A message of the catalogue together with what fills its holes. */
import type { MessageId, MessageParams } from '#i18n/t';

export interface Caption {
  readonly id: MessageId;
  readonly params: MessageParams;
}

export const caption = (id: MessageId, params: MessageParams = {}): Caption => ({ id, params });
