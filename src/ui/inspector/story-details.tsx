/** The terms of a decision: who was asked, what each said, which number was highest. */
import type { ReactNode } from 'react';
import type { Fact, FactOf } from '#trace/trace-event';
import { Icon, type IconName } from '../icons.tsx';
import { FilterTable, ScoreTable } from './score-table.tsx';

export function StoryDetails({ fact }: { readonly fact: Fact }): ReactNode {
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
            ['flow schema', fact.flowSchema],
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
    case 'PodStatusSet':
      return (
        <Facts rows={[...Object.entries(fact.conditions), ...Object.entries(fact.containers)]} />
      );
    case 'ProcessStarted':
      return <Facts rows={Object.entries(fact.namespaces)} />;
    case 'CniStep':
      return <Facts rows={Object.entries(fact.result)} />;
    case 'RuntimeStep':
    case 'PodSyncStep':
    case 'DecisionMade':
    case 'Noted':
      return (
        <Facts rows={Object.entries(fact.params).map(([name, value]) => [name, String(value)])} />
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
  return (
    <ol className="asked">
      {rows.map(({ name, answer, icon, detail }) => (
        <li key={name} className={rowClasses[icon] ?? ''}>
          <Icon name={icon} />
          <span>{name}</span>
          <span className={icon === 'denied' ? 'fail' : icon === 'check' ? 'ok' : ''}>
            {answer}
          </span>
          {detail !== '' && icon !== 'dash' && <p className="left mono">{detail}</p>}
        </li>
      ))}
    </ol>
  );
}

function Facts({ rows }: { readonly rows: readonly (readonly [string, string])[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
