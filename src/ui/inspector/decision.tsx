/** The terms of a decision: who was asked, each answer, and which number was highest. */
import type { ReactNode } from 'react';
import type { Fact } from '#trace/facts';
import { Asked, asked, passed } from './asked.tsx';
import { Facts } from './facts.tsx';
import { FilterTable, ScoreTable } from './score-table.tsx';

export default function Decision({ fact }: { readonly fact: Fact }): ReactNode {
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
            rows={fact.tried.map(({ authenticator, outcome, detail }) =>
              asked(authenticator, outcome, detail),
            )}
          />
        </>
      );
    case 'Authorized':
      return (
        <Asked
          rows={fact.tried.map(({ authorizer, decision, reason }) =>
            asked(authorizer, decision, reason),
          )}
        />
      );
    case 'Mutated':
    case 'Admitted':
      return (
        <Asked
          rows={fact.plugins.map(({ plugin, outcome, detail }) => asked(plugin, outcome, detail))}
        />
      );
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
      return (
        <Asked
          rows={fact.plugins.map(({ plugin, outcome, reason }) => asked(plugin, outcome, reason))}
        />
      );
    default:
      return null;
  }
}
