/** A folded note: the old text's statement about this place, and what v1.36 does. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { oldTextYears } from '#scenarios/tours/old-texts';
import { useHistory } from './history-store.ts';
import type { Note } from './note.ts';

/** The notes of a step. */
export function StepHistory({ step }: { readonly step: string }): ReactNode {
  const at = useHistory((history) => history.at);
  return <ThenAndNow notes={useMemo(() => at(step), [at, step])} />;
}

/** The notes of a component. */
export function ComponentHistory({ component }: { readonly component: string }): ReactNode {
  const of = useHistory((history) => history.of);
  return <ThenAndNow notes={useMemo(() => of(component), [of, component])} />;
}

function ThenAndNow({ notes }: { readonly notes: readonly Note[] }): ReactNode {
  const t = useT();
  const open = useHistory((history) => history.open);
  if (notes.length === 0) return null;
  return (
    <details
      className="fold then-now"
      open={open}
      onToggle={({ currentTarget }) => toggled(currentTarget)}
    >
      <summary>
        {t('history.title')} <span className="num">{notes.length}</span>
      </summary>
      {notes.map((note) => (
        <NoteText key={note.id} note={note} />
      ))}
    </details>
  );
}

/** A note that a person has just unfolded scrolls into view, as far as there is room. */
function toggled(details: HTMLDetailsElement): void {
  const { open } = details;
  if (open && !useHistory.getState().open) details.scrollIntoView({ block: 'nearest' });
  useHistory.setState({ open });
}

function NoteText({ note: { id, text, since, gone } }: { readonly note: Note }): ReactNode {
  const t = useT();
  const words = useHistory((history) => history.words[id]);
  if (words === undefined) return null;
  const changed = gone === true ? 'history.gone' : 'history.changed';
  const anyTime = gone === true ? 'history.gone.sometime' : undefined;
  return (
    <dl data-note={id}>
      <dt>{t(`history.text.${text ?? 'other'}`, oldTextYears)}</dt>
      <dd className={gone === true ? 'was gone' : 'was'}>{words.was}</dd>
      <dt>
        {t('history.now')}
        {since !== undefined && <small>{t(changed, { release: `v${since}` })}</small>}
        {since === undefined && anyTime !== undefined && <small>{t(anyTime)}</small>}
      </dt>
      <dd>{words.is}</dd>
    </dl>
  );
}
