/** Text to read and copy: YAML, JSON, marked lines. */
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/locale';
import { byPlace } from '../by-place.ts';
import { Icon } from '../icons.tsx';

export interface CodeLine {
  readonly text: string;
  readonly mark?: 'added' | 'removed';
}

interface CodeBlockProps {
  readonly lines: readonly CodeLine[];
  readonly label: string;
  /** The text for the copy button; by default the lines that are not removed. */
  readonly copy?: string;
}

const classes = { added: 'a', removed: 'd' } as const;

export function CodeBlock({ lines, label, copy }: CodeBlockProps): ReactNode {
  const kept = lines.filter(({ mark }) => mark !== 'removed').map(({ text }) => text);
  return (
    <figure className="code">
      <figcaption>
        {label}
        <CopyButton text={copy ?? kept.join('\n')} />
      </figcaption>
      <pre className="yaml">
        {byPlace(lines).map(({ item: { text, mark }, place }) => (
          <div key={place} className={mark === undefined ? '' : classes[mark]}>
            {text === '' ? ' ' : text}
          </div>
        ))}
      </pre>
    </figure>
  );
}

interface JsonProps {
  readonly value: unknown;
  readonly label: string;
  /** Whether it is unfolded from the start. */
  readonly open?: boolean;
}

export function Json({ value, label, open = false }: JsonProps): ReactNode {
  const lines = JSON.stringify(value, null, 2).split('\n');
  return (
    <details className="fold" open={open}>
      <summary>{label}</summary>
      <CodeBlock lines={lines.map((text) => ({ text }))} label="JSON" />
    </details>
  );
}

/** Copies; where the browser forbids it, nothing happens and no success is shown. */
function CopyButton({ text }: { readonly text: string }): ReactNode {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button type="button" className="btn ghost copy" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      {t(copied ? 'inspector.copied' : 'inspector.copy')}
    </button>
  );
}
