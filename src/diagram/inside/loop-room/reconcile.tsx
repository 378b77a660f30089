/** One lap: what is compared, what is decided, what is done; the laps before it as a list. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import { usePlayer } from '#player/player';
import type { FactOf } from '#trace/facts';
import { useAnchor } from '../../story/anchored.ts';
import { nameOfController } from '../../working-controller.ts';
import { momentOf } from '../room-words.ts';
import type { Lap, Loop, Sent } from './loop-model.ts';
import { No, Pane } from './loop-pane.tsx';
import type { PanelProps } from './loop-panels.tsx';

type Words = ReturnType<typeof useT>;

export function Reconcile({ loop, box }: PanelProps): ReactNode {
  const t = useT();
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const name = nameOfController(loop.component);
  const controller = useAnchor(name);
  const decision = useAnchor(`${name}/decision`);
  const [lap, ...before] = loop.laps;
  const now = loop.now === 5 || loop.now === 6 || loop.now === 7;
  return (
    <Pane
      box={box}
      look={`reconcile${now ? ' on' : ''}`}
      now={now}
      title={
        <>
          <b {...controller}>{name}</b> {t('room.loop.reconcile')} <code>{lap?.start.key}</code>
        </>
      }
      aside={lap === undefined ? t('room.loop.lap.none') : lapWords(t, lap, begin)}
    >
      <div className="lap">
        <div className="lap-do">
          <h4>
            <No step={7} loop={loop} /> {t('room.loop.do')}
          </h4>
          <Requests lap={lap} />
          {lap?.end?.error !== undefined && <p className="fail clamp">{lap.end.error}</p>}
        </div>
        <div className="lap-decide" {...decision}>
          <h4>
            <No step={6} loop={loop} /> {t('room.loop.decide')}
          </h4>
          <Decision lap={lap} />
        </div>
        <div className="lap-compare">
          <h4>
            <No step={5} loop={loop} /> {t('room.loop.compare')}
          </h4>
          <Compare lap={lap} loop={loop} begin={begin} before={before} />
        </div>
      </div>
    </Pane>
  );
}

/** Which lap of the key it is, since when, and how it ended. */
function lapWords(t: Words, { number, start, end }: Lap, begin: number): string {
  const params = { n: number, time: momentOf(start.at - begin) };
  if (end === undefined) return t('room.loop.lap.open', params);
  return t(end.error === undefined ? 'room.loop.lap.done' : 'room.loop.lap.failed', params);
}

const mostRequests = 4;

function Requests({ lap }: { readonly lap: Lap | undefined }): ReactNode {
  const t = useT();
  const sent = lap?.sent ?? [];
  if (sent.length === 0) return <p className="quiet">{t('room.loop.do.nothing')}</p>;
  const shown = sent.slice(0, mostRequests);
  return (
    <ul className="loop-requests">
      {shown.map((each) => (
        <RequestLine key={each.request.id} {...each} />
      ))}
      {sent.length > shown.length && <li className="quiet">+ {sent.length - shown.length}</li>}
    </ul>
  );
}

function RequestLine({ request, answer }: Sent): ReactNode {
  const t = useT();
  const part = /\/(status|scale|binding)$/.exec(request.url)?.[1];
  const what = request.ref.resource.split('.')[0] ?? '';
  const fails = answer !== undefined && answer.code >= 400;
  return (
    <li className={answer === undefined ? 'open' : fails ? 'fail' : 'done'}>
      <span aria-hidden="true">{answer === undefined ? '◐' : fails ? '✕' : '✓'}</span>
      <span className="what">
        {request.method} {what}
        {part !== undefined && `/${part}`}
      </span>
      {answer === undefined ? (
        <span className="quiet">{t('room.loop.underWay')}</span>
      ) : (
        <span className="num">
          <b>{answer.code}</b> <span className="quiet">{momentOf(answer.at - request.at)}</span>
        </span>
      )}
    </li>
  );
}

function Decision({ lap }: { readonly lap: Lap | undefined }): ReactNode {
  const t = useT();
  const decision = lap?.decision;
  if (decision === undefined) {
    const nothing = lap?.end !== undefined && lap.end.error === undefined;
    return <p className="quiet">{nothing && t('room.loop.decide.nothing')}</p>;
  }
  const { count } = decision.params;
  return (
    <>
      {typeof count === 'number' && <p className="big num">{count}</p>}
      <p>{wordsOf(t, decision)}</p>
    </>
  );
}

function wordsOf(t: Words, { decision, params }: FactOf<'DecisionMade'>): string {
  const id = `decision.${decision}`;
  return isMessageId(id) ? t(id, params) : decision;
}

interface CompareProps {
  readonly lap: Lap | undefined;
  readonly loop: Loop;
  readonly begin: number;
  readonly before: readonly Lap[];
}

/** The two numbers of the decision; without them, when the worker looked, and the laps before. */
function Compare({ lap, begin, before }: CompareProps): ReactNode {
  const t = useT();
  const { need, have } = lap?.decision?.params ?? {};
  return (
    <>
      {need !== undefined && have !== undefined && (
        <dl className="lap-numbers">
          <div>
            <dt>{t('room.loop.wanted')}</dt>
            <dd className="big num">{need}</dd>
          </div>
          <div>
            <dt>{t('room.loop.there')}</dt>
            <dd className="big num">{have}</dd>
          </div>
        </dl>
      )}
      {lap !== undefined && (
        <p className="quiet">{t('room.loop.counted', { time: momentOf(lap.start.at - begin) })}</p>
      )}
      <ol className="laps-before" aria-label={t('room.loop.laps')}>
        {before.slice(0, 3).map((each) => (
          <li key={each.start.id} className={each.end?.error === undefined ? 'quiet' : 'fail'}>
            <span className="num">{momentOf(each.start.at - begin)}</span> {outcomeOf(t, each)}
          </li>
        ))}
      </ol>
    </>
  );
}

function outcomeOf(t: Words, { decision, end, sent }: Lap): string {
  if (end?.error !== undefined) return t('room.loop.ended.error');
  if (decision !== undefined) return wordsOf(t, decision);
  return sent.length > 0 ? t('room.loop.ended.wrote') : t('room.loop.decide.nothing');
}
