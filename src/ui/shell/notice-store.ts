/** One notice about the link that the page was opened by. */
import { create } from 'zustand';
import type { Message } from '#i18n/t';

interface NoticeState {
  readonly message: Message | undefined;
  /** The version of the page that wrote the link, if it is another one. */
  readonly linkVersion?: string | undefined;
}

export const useNotice = create<NoticeState>(() => ({ message: undefined }));

export const showNotice = (message: Message): void => useNotice.setState({ message });
export const closeNotice = (): void => useNotice.setState({ message: undefined });
