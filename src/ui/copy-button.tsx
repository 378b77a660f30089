/**
 * Copies a text and confirms it; where the browser does not allow that, the text can be selected.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from './icons.tsx';

const shown = 2000;

export interface CopyButtonProps {
  /** A function: what is dear to write, and written when it is copied. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly className?: string;
}

export function CopyButton({ text, label, className = 'btn' }: CopyButtonProps): ReactNode {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard?.writeText(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button
      type="button"
      className={className}
      title={typeof text === 'string' ? text : undefined}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? t('inspector.copied') : label}
    </button>
  );
}
