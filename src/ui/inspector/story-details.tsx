/** The terms of a decision: who was asked, what each said, which number was highest. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { useScrollerFocus } from '#diagram/use-scroller-focus';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Fact, FactOf } from '#trace/trace-event';
import { Printed } from '../terminal/printed.tsx';
import { Asked, authenticatorRow, authorizerRow, passed, pluginRow, pointRow } from './asked.tsx';
import { leftOut } from './left-out.ts';
import { FilterTable, ScoreTable } from './score-table.tsx';
import { labelId, rowsOf, type StoryRow } from './story-rows.ts';

/** What a command printed; what does not fit fades, and is scrolled sideways. */
function Output({ stream, text }: FactOf<'OutputPrinted'>): ReactNode {
  const frame = useScrollerFocus<HTMLPreElement>();
  return (
    <pre className="left mono sideways" ref={frame}>
      <Printed stream={stream} text={text} />
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
      {fact.type === 'OutputPrinted' && <Output {...fact} />}
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
          <Asked rows={fact.tried.map(authenticatorRow)} />
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
      return <Asked rows={fact.passed.map(passed)} />;
    case 'NodesFiltered':
      return <FilterTable fact={fact} />;
    case 'NodesScored':
      return <ScoreTable fact={fact} />;
    case 'PreFiltered':
    case 'PreScored':
    case 'ExtensionPointRan':
      return <Asked rows={fact.plugins.map(pointRow)} />;
    default:
      return null;
  }
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
