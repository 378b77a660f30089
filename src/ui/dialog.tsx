/** A modal with its title and a button that closes it, over the browser's own dialog element. */
import { type ReactNode, type RefObject, useId } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from './icons.tsx';

export interface DialogProps {
  /** The owner of the ref opens it with `showModal`. */
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  readonly id?: string;
  readonly className?: string;
  /** The content between the title and the button. */
  readonly tools?: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps): ReactNode {
  const { ref, title, id, className = '', tools, onClose, children } = props;
  const t = useT();
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      id={id}
      className={`dialog ${className}`.trimEnd()}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {tools}
        <button
          type="button"
          className="btn ghost"
          aria-label={t('menu.close')}
          onClick={() => ref.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Opens a dialog by its id; nothing happens while it is not there yet. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
