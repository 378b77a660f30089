import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Asked, authorizerRow, inRuns, pluginRow } from './asked.tsx';

afterEach(cleanup);

const rows = [
  { plugin: 'NamespaceLifecycle', outcome: 'passed', detail: '' },
  { plugin: 'LimitRanger', outcome: 'inert', detail: 'does not handle this' },
  { plugin: 'ServiceAccount', outcome: 'inert', detail: 'does not handle this' },
  { plugin: 'Priority', outcome: 'inert', detail: 'does not handle this' },
  { plugin: 'EventRateLimit', outcome: 'off', detail: 'not among the enabled plugins' },
  { plugin: 'PodSecurity', outcome: 'denied', detail: 'violates the profile' },
].map((plugin) => pluginRow(plugin as Parameters<typeof pluginRow>[0]));

describe('who was asked', () => {
  it('stays in the order of the askings, with those together that did nothing', () => {
    expect(inRuns(rows).map((run) => run.map(({ name }) => name))).toEqual([
      ['NamespaceLifecycle'],
      ['LimitRanger', 'ServiceAccount', 'Priority', 'EventRateLimit'],
      ['PodSecurity'],
    ]);
  });

  it('keeps two that did nothing on rows of their own', () => {
    expect(inRuns(rows.slice(1, 3))).toHaveLength(2);
  });

  it('names everybody, and marks the one that refused', () => {
    const { container } = render(<Asked rows={rows} />);
    expect(screen.getByText('4 × inert / off')).toBeDefined();
    const names = 'LimitRanger, ServiceAccount, Priority, EventRateLimit (off)';
    expect(screen.getByText(names)).toBeDefined();
    const acting = [...container.querySelectorAll('[data-acts]')];
    expect(acting.map((row) => row.textContent)).toEqual(['PodSecuritydeniedviolates the profile']);
  });

  it('marks the authorizer that decided, not those without an opinion', () => {
    const decided = authorizerRow({ authorizer: 'RBAC', decision: 'allow', reason: 'a rule' });
    const silent = authorizerRow({ authorizer: 'Node', decision: 'no opinion', reason: '' });
    expect([decided.acts, silent.acts]).toEqual([true, false]);
  });
});
