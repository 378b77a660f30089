/** The terms of a decision: who was asked, what each said, which number was highest. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { useT } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import { player } from '#player/player';
import type { Fact, FactOf } from '#trace/trace-event';
import { Icon, type IconName } from '../icons.tsx';
import { useScrollerFocus } from '../use-scroller-focus.ts';
import { leftOut } from './left-out.ts';
import { FilterTable, ScoreTable } from './score-table.tsx';
import { labelId, rowsOf, type StoryRow } from './story-rows.ts';

/** What a command printed: columns stay columns and scroll sideways, sentences of errors wrap. */
function Printed({ text, stream }: FactOf<'OutputPrinted'>): ReactNode {
  const ref = useScrollerFocus<HTMLPreElement>();
  return (
    <pre className={stream === 'stderr' ? 'left mono wraps' : 'left mono'} ref={ref}>
      {text}
    </pre>
  );
}

export function StoryDetails({ fact }: { readonly fact: Fact }): ReactNode {
  const t = useT();
  const { scene, log } = player.getState();
  const missing = leftOut(fact, scene.etcd.members.size > 0);
  return (
    <>
      <Decision fact={fact} />
      {fact.type === 'OutputPrinted' && <Printed {...fact} />}
      <Facts rows={rowsOf(log, fact)} />
      {missing !== undefined && <p className="left-out">{t(missing)}</p>}
    </>
  );
}

function Decision({ fact }: { readonly fact: Fact }): ReactNode {
  switch (fact.type) {
    case 'Authenticated':
      return (
        <>
          <Facts
            rows={[
              ['user', fact.user],
              ['groups', fact.groups.join(', ')],
            ]}
          />
          <Asked
            rows={fact.tried.map(({ authenticator, outcome, detail }) => ({
              name: authenticator,
              answer: outcome,
              icon: outcome === 'authenticated' ? 'check' : outcome === 'error' ? 'denied' : 'dash',
              detail,
            }))}
          />
        </>
      );
    case 'Authorized':
      return <Asked rows={fact.tried.map(authorizerRow)} />;
    case 'Mutated':
    case 'Admitted':
      return <Asked rows={fact.plugins.map(pluginRow)} />;
    case 'FlowControlled':
      return (
        <Facts
          rows={[
            ['flowSchema', fact.flowSchema],
            ['level', fact.priorityLevel],
          ]}
        />
      );
    case 'RequestReceived':
      return <Asked rows={fact.passed.map((name) => ({ ...passes, name }))} />;
    case 'NodesFiltered':
      return <FilterTable fact={fact} />;
    case 'NodesScored':
      return <ScoreTable fact={fact} />;
    case 'PreFiltered':
    case 'PreScored':
    case 'ExtensionPointRan':
      return (
        <Asked
          rows={fact.plugins.map(({ plugin, outcome, reason }) => ({
            name: plugin,
            answer: outcome,
            icon: outcome === 'success' ? 'check' : outcome === 'skip' ? 'dash' : 'denied',
            detail: reason,
          }))}
        />
      );
    default:
      return null;
  }
}

interface Row {
  readonly name: string;
  readonly answer: string;
  readonly icon: IconName;
  readonly detail: string;
}

const passes = { answer: '', icon: 'check', detail: '' } as const;

function authorizerRow(tried: FactOf<'Authorized'>['tried'][number]): Row {
  const { authorizer, decision, reason } = tried;
  const icon = { allow: 'check', deny: 'denied', 'no opinion': 'dash' } as const;
  return { name: authorizer, answer: decision, icon: icon[decision], detail: reason };
}

function pluginRow(plugin: FactOf<'Mutated'>['plugins'][number]): Row {
  const { outcome, detail } = plugin;
  const icon = {
    changed: 'check',
    passed: 'check',
    inert: 'dash',
    off: 'dash',
    denied: 'denied',
  } as const;
  return { name: plugin.plugin, answer: outcome, icon: icon[outcome], detail };
}

const rowClasses: Partial<Record<IconName, string>> = { dash: 'inert', denied: 'refused' };

/** A list of askings in their order. Those that did nothing are grey, with their names. */
function Asked({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const t = useT();
  return (
    <ol className="asked">
      {rows.map(({ name, answer, icon, detail }) => (
        <li key={name} className={rowClasses[icon] ?? ''}>
          <Icon name={icon} />
          <span>{name}</span>
          <span className={icon === 'denied' ? 'fail' : icon === 'check' ? 'ok' : ''}>
            {answerWords(t, answer)}
          </span>
          {detail !== '' && icon !== 'dash' && <p className="left mono">{detail}</p>}
        </li>
      ))}
    </ol>
  );
}

/** An answer in the page's language; a scheduler's status without a message keeps its name. */
function answerWords(t: ReturnType<typeof useT>, answer: string): string {
  const id = `answer.${answer.replace(' ', '-')}`;
  return isMessageId(id) ? t(id) : answer;
}

/** Rows with a value; the label is translated unless it is a field's own name. */
function Facts({ rows }: { readonly rows: readonly StoryRow[] }): ReactNode {
  const t = useT();
  const told = rows.filter(([, value]) => value !== '');
  if (told.length === 0) return null;
  return (
    <dl className="facts">
      {told.map(([label, value]) => {
        const id = labelId(label);
        return (
          <div key={`${label} ${value}`}>
            <dt>{id === undefined ? label : t(id)}</dt>
            <dd className="mono">
              <Wrapped text={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
