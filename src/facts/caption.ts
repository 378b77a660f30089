/** A message of the catalogue together with the values for its holes. */
import type { Message, MessageId, MessageParams } from '#i18n/t';

export interface Caption extends Message {
  readonly id: MessageId;
  readonly params: MessageParams;
}

export const caption = (id: MessageId, params: MessageParams = {}): Caption => ({ id, params });
