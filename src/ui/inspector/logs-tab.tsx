/** The log of the component of this step, or of any other component or container. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { componentWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { CopyButton } from '../copy-button.tsx';
import { clockWords } from '../transport/clock-words.ts';
import { useFact } from './focus.ts';
import { containerOf, type LogLine, type LogSource, logLines, logSources } from './log-lines.ts';

/** Lines that are drawn; older ones appear when the cursor moves, or with the filter. */
const most = 120;

export default function LogsTab(): ReactNode {
  const t = useT();
  const fact = useFact();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const [chosen, setChosen] = useState<LogSource | undefined>(undefined);
  const [text, setText] = useState('');
  const sources = useMemo(() => logSources(log, cursor), [log, cursor]);
  const own = fact === undefined ? undefined : fact.component;
  const source = [chosen, own, sources[0]].find(
    (each) => each !== undefined && sources.includes(each),
  );
  const lines = useMemo(
    () => (source === undefined ? [] : logLines(log, source, cursor, { most, text })),
    [log, source, cursor, text],
  );
  if (source === undefined) return <p>{t('inspector.logs.none')}</p>;
  return (
    <>
      <div className="logs-head">
        <select
          aria-label={t('inspector.logs.source')}
          value={source}
          onChange={(event) => setChosen(event.target.value)}
        >
          {sources.map((each) => (
            <option key={each} value={each}>
              {sourceWords(each)}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={t('inspector.logs.filter')}
          placeholder={t('inspector.logs.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <LogCommand source={source} />
      {lines.length === 0 ? (
        <p className="qq">{t('inspector.logs.empty')}</p>
      ) : (
        <Lines lines={lines} cursor={cursor} />
      )}
      {containerOf(source) === undefined && (
        <p className="left-out">{t('inspector.logs.component')}</p>
      )}
    </>
  );
}

function sourceWords(source: LogSource): string {
  const container = containerOf(source);
  return container === undefined
    ? componentWords(source)
    : `${container.pod} · ${container.container}`;
}

/** The command that a person would type to read the same. */
function LogCommand({ source }: { readonly source: LogSource }): ReactNode {
  const t = useT();
  const container = containerOf(source);
  if (container === undefined) return null;
  const [namespace = '', name = ''] = container.pod.split('/');
  const command = `kubectl logs ${name} -c ${container.container} -n ${namespace}`;
  return (
    <p className="cmd with-copy">
      <span>{command}</span>
      <CopyButton className="btn ghost" text={command} label={t('inspector.copy')} />
    </p>
  );
}

interface LinesProps {
  readonly lines: readonly LogLine[];
  readonly cursor: number;
}

function Lines({ lines, cursor }: LinesProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const last = lines.at(-1)?.fact;
  // A log is read at its end.
  useEffect(() => {
    if (last !== undefined && list.current !== null) {
      list.current.scrollTop = list.current.scrollHeight;
    }
  }, [last]);
  const begin = usePlayer((state) => state.steps[0]?.at ?? 0);
  return (
    <ol className="logs" ref={list}>
      {lines.map(({ key, fact, at, mark, text }) => (
        <li key={key} className={`log-${mark}`}>
          <button
            type="button"
            aria-current={fact === cursor ? 'step' : undefined}
            onClick={() => player.getState().seek(fact)}
          >
            <span className="num">{at < begin ? '−' : clockWords(at - begin)}</span>
            <b>{mark.length === 1 ? mark : ''}</b>
            <code>{text}</code>
          </button>
        </li>
      ))}
    </ol>
  );
}
