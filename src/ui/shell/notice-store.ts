/** One notice about the link that the page was opened by. */
import { create } from 'zustand';
import type { Message, MessageId } from '#i18n/t';

interface NoticeAction {
  readonly label: MessageId;
  readonly act: () => void;
}

interface NoticeState {
  readonly message: Message | undefined;
  /** What a reader may do about it. */
  readonly action?: NoticeAction | undefined;
  /** The version of the page that wrote the link, if it is another one. */
  readonly linkVersion?: string | undefined;
}

export const useNotice = create<NoticeState>(() => ({ message: undefined }));

export const showNotice = (message: Message, action?: NoticeAction): void =>
  useNotice.setState({ message, action });
export const closeNotice = (): void =>
  useNotice.setState({ message: undefined, action: undefined });
