/**
 * Conditions and Events of the object of this step, as kubectl describe prints them; or all the
 * Events that components recorded up to the cursor, newest first.
 */
import { type ReactNode, useMemo } from 'react';
import { componentWords, durationWords, keyWords, objectWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { KubeObject } from '#player/scene';
import {
  conditionsOf,
  describedEvent,
  describedEvents,
  regardedBy,
  type Table,
} from './describe.ts';
import { useShownObject } from './focus.ts';
import { useInspector } from './inspector-store.ts';
import { PinnedObject } from './pinned-object.tsx';

export default function EventsTab(): ReactNode {
  const t = useT();
  const subject = useShownObject();
  const all = useInspector((state) => state.allEvents);
  const object = subject?.stored?.object;
  const showAll = all || object === undefined;
  return (
    <>
      <PinnedObject />
      <fieldset className="seg-row">
        <legend className="lbl">{t('inspector.events.of')}</legend>
        <span className="seg">
          {([false, true] as const).map((value) => (
            <label key={String(value)} className={value === showAll ? 'on' : ''}>
              <input
                type="radio"
                name="events-of"
                checked={value === showAll}
                disabled={!value && object === undefined}
                onChange={() => useInspector.setState({ allEvents: value })}
              />
              {value || subject === undefined
                ? t(value ? 'inspector.events.all' : 'inspector.events.object')
                : object?.kind === 'Event'
                  ? 'Event'
                  : keyWords(subject.key)}
            </label>
          ))}
        </span>
      </fieldset>
      {showAll ? <AllEvents /> : <DescribedOrEvent object={object} />}
    </>
  );
}

/** For an Event: its message, then the object that it regards; else the object itself. */
function DescribedOrEvent({ object }: { readonly object: KubeObject }): ReactNode {
  const t = useT();
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const now = usePlayer((state) => state.scene.at);
  const event = useMemo(() => describedEvent(object, now), [object, now]);
  const regarded = useMemo(() => event && regardedBy(event, keys), [event, keys]);
  if (event === undefined) return <Described object={object} />;
  const { kind, name } = event.regarding;
  return (
    <>
      <h3>Event</h3>
      <dl className="facts">
        {[
          ['Type', event.type],
          ['Reason', event.reason],
          ['Object', `${kind}/${name}`],
          ['Age', event.age],
          ['From', event.from],
          ['Message', event.message],
        ].map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={text === 'Warning' ? 'warn' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>
        {kind} <code>{name}</code>
      </h3>
      {regarded?.object === undefined ? (
        <p className="q">{t('inspector.object.gone')}</p>
      ) : (
        <Described object={regarded.object} here={object.metadata.uid} />
      )}
    </>
  );
}

interface DescribedProps {
  readonly object: KubeObject;
  /** The uid of the Event of this step, which is marked in the list. */
  readonly here?: string | undefined;
}

function Described({ object, here }: DescribedProps): ReactNode {
  const t = useT();
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const now = usePlayer((state) => state.scene.at);
  const conditions = conditionsOf(object);
  const events = useMemo(() => describedEvents(keys.values(), object, now), [keys, object, now]);
  return (
    <>
      {conditions !== undefined && (
        <>
          <h3>Conditions</h3>
          <Conditions table={conditions} />
        </>
      )}
      <h3>Events</h3>
      {events.length === 0 && <p className="mono q">&lt;none&gt;</p>}
      <ol className="events">
        {events.map(({ fact, uid, type, reason, age, from, message }) => (
          <li key={fact} aria-current={uid === here ? 'true' : undefined}>
            <button type="button" onClick={() => player.getState().seek(fact)}>
              <span className={type === 'Warning' ? 'warn b' : 'b'}>
                {type} {reason}
              </span>
              <span className="qq num">{age}</span>
              <span className="qq">{from}</span>
              <span />
              <p>{message}</p>
            </button>
          </li>
        ))}
      </ol>
      <p className="left-out">{t('inspector.events.describe')}</p>
    </>
  );
}

function Conditions({ table: { columns, rows } }: { readonly table: Table }): ReactNode {
  return (
    <div className="wide-table">
      <table className="conditions">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((text, index) => (
                <td key={columns[index]} className={index === 1 ? classOf(text) : ''}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (status: string): string => (status === 'True' ? 'b' : 'q');

function AllEvents(): ReactNode {
  const t = useT();
  const events = usePlayer((state) => state.scene.events);
  const now = usePlayer((state) => state.scene.at);
  const begin = usePlayer((state) => state.steps[0]?.fact ?? 0);
  const shown = events.filter(({ id }) => id >= begin).toReversed();
  if (shown.length === 0) return <p>{t('inspector.events.none')}</p>;
  return (
    <ol className="events">
      {shown.map((event) => (
        <li key={event.id}>
          <button type="button" onClick={() => player.getState().seek(event.id)}>
            <span className={event.eventType === 'Warning' ? 'warn b' : 'b'}>{event.reason}</span>
            <span className="qq num">{durationWords(now - event.at)}</span>
            <span className="mono q">{objectWords(event.regarding)}</span>
            <span className="qq">{componentWords(event.component)}</span>
            <p>{event.message}</p>
          </button>
        </li>
      ))}
    </ol>
  );
}
