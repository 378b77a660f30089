/** Search among the steps of the run. Only choosing one moves the cursor. */
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { titleOf } from '#facts/title-of';
import { componentWords } from '#facts/words';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { player, usePlayer } from '#player/player';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import { plainLine } from '../caption/plain-line.ts';
import { toldAt } from '../caption/telling.ts';
import { useAsks, useTour } from '../tour/tour-store.ts';
import { type Entry, findSteps } from './find-steps.ts';
import { searchDialogId } from './search-button.tsx';

export default function SearchDialog(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const asks = useAsks() !== undefined;
  const entries = useEntries(text !== '', asks);
  const { steps: found, unknown } = useMemo(() => findSteps(entries, text), [entries, text]);
  const go = (index: number): void => {
    player.getState().pause();
    player.getState().seekStep(index);
    dialog.current?.close();
  };
  const first = found[0];
  return (
    <dialog
      ref={dialog}
      id={searchDialogId}
      className="dialog search-dialog"
      aria-label={t('search.title')}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) go(first.index);
        }}
        onKeyDown={moveFocus}
      >
        <input
          type="text"
          enterKeyHint="go"
          placeholder={t('search.hint')}
          aria-label={t('search.title')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ol>
          {found.map((entry) => (
            <li key={entry.index}>
              <button type="button" onClick={() => go(entry.index)}>
                <span className="num">{entry.index + 1}</span>
                <span>{entry.title}</span>
                <small>{entry.component}</small>
              </button>
            </li>
          ))}
        </ol>
        <p className="qq" role="status">
          {text !== '' && t(statusOf(entries.length, found.length), { n: found.length })}
          {found.length > 0 &&
            unknown.length > 0 &&
            ` ${t('search.without', { words: unknown.join(', ') })}`}
          {text !== '' && asks && ` ${t('search.asks')}`}
        </p>
      </form>
    </dialog>
  );
}

function statusOf(steps: number, found: number): MessageId {
  if (steps === 0) return 'search.empty';
  return found === 0 ? 'search.none' : 'search.found';
}

/**
 * Computed when somebody searches, for the facts known at that time; while a question is open, for
 * those up to the cursor, because a later title may be its answer.
 */
function useEntries(searching: boolean, asks: boolean): readonly Entry[] {
  const t = useT();
  const last = usePlayer(({ cursor }) => (asks ? cursor : Number.POSITIVE_INFINITY));
  const steps = usePlayer((state) => state.steps);
  return useMemo(() => {
    const { log } = player.getState();
    return (searching ? steps : []).flatMap(({ index, fact: id, id: name }) => {
      const fact = log.fact(id);
      if (fact === undefined || id > last) return [];
      const [title, component] = [titleOf(fact, t), componentWords(fact.component)];
      const text = [title, component, name, ...toldWords(log, id)].join(' ').toLowerCase();
      return [{ index, title, component, text }];
    });
  }, [searching, steps, last, t]);
}

/** What the tour and the story tell of a step, with its reason: people search by such words. */
function toldWords(log: TraceLog, fact: FactId): readonly string[] {
  const told = toldAt(log, fact);
  const messages = told === undefined ? [] : [told.telling.line, told.telling.why];
  return [
    useTour.getState().captionAt(fact),
    ...messages.flatMap((message) => (message && plainLine(told?.translate(message) ?? '')) ?? []),
  ];
}

/** Arrows go through the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ol button')];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, now + by))]?.focus();
}
