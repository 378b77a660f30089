/**
 * The prompt, which is the room of the person: a command that may be changed, and the one button.
 * While nobody types the command stands there with a block for a cursor, as in a terminal.
 */
import type { MessageId } from '#i18n/t';
import { html } from './elements.ts';

export interface Prompt {
  readonly form: HTMLFormElement;
  readonly line: () => string;
  /** In other words, when the language has changed. */
  readonly relabel: (t: (id: MessageId) => string) => void;
}

export function drawPrompt(
  first: string,
  run: (line: string) => void,
  onChange: () => void,
): Prompt {
  const shown = html('span', {});
  const field = html('textarea', {
    rows: 1,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    autocorrect: 'off',
    enterkeyhint: 'go',
  });
  // The flags have a line of their own.
  field.value = first.replace(' --', '\n--');
  const show = (): void => {
    // An empty line has its height too.
    shown.textContent = field.value === '' ? '\u200b' : field.value;
  };
  show();
  // Flags in a line of their own belong to the line before.
  const read = (): string => field.value.replace(/\s*\n\s*(?=--)/g, ' ').trim();
  const words = html('span', {});
  const form = html(
    'form',
    { class: 'front-prompt', 'data-door': 'kubectl' },
    html(
      'span',
      { class: 'front-line' },
      html('span', { class: 'pr', 'aria-hidden': 'true' }, '$'),
      html(
        'span',
        { class: 'field' },
        html('span', { class: 'shown', 'aria-hidden': 'true' }, shown, html('i', {})),
        field,
      ),
    ),
    html(
      'button',
      { type: 'submit', class: 'front-run' },
      words,
      html('kbd', { 'aria-hidden': 'true' }, 'Enter'),
    ),
  );
  field.addEventListener('input', () => {
    show();
    onChange();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.blur();
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const line = read();
    if (line === '') field.focus();
    else run(line);
  });
  return {
    form,
    line: read,
    relabel: (t) => {
      field.setAttribute('aria-label', t('terminal.input'));
      words.textContent = t('terminal.run');
    },
  };
}
