import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Asked, actingByCaption, asked, inRuns, passed } from './asked.tsx';

afterEach(cleanup);

const rows = [
  asked('NamespaceLifecycle', 'passed', ''),
  asked('LimitRanger', 'inert', 'does not handle this'),
  asked('ServiceAccount', 'inert', 'does not handle this'),
  asked('Priority', 'inert', 'does not handle this'),
  asked('EventRateLimit', 'off', 'not among the enabled plugins'),
  asked('PodSecurity', 'denied', 'violates the profile'),
];

describe('the list of those asked', () => {
  it('keeps the order of the questions, and groups those that did nothing', () => {
    expect(inRuns(rows).map((run) => run.map(({ name }) => name))).toEqual([
      ['NamespaceLifecycle'],
      ['LimitRanger', 'ServiceAccount', 'Priority', 'EventRateLimit'],
      ['PodSecurity'],
    ]);
  });

  it('keeps two that did nothing on rows of their own', () => {
    expect(inRuns(rows.slice(1, 3))).toHaveLength(2);
  });

  it('names all of them, and marks the one that refused', () => {
    const { container } = render(<Asked rows={rows} />);
    expect(screen.getByText('4 × inert / off')).toBeDefined();
    const names = 'LimitRanger, ServiceAccount, Priority, EventRateLimit (off)';
    expect(screen.getByText(names)).toBeDefined();
    const acting = [...container.querySelectorAll('[data-acts]')];
    expect(acting.map((row) => row.textContent)).toEqual(['PodSecuritydeniedviolates the profile']);
  });

  it('marks those that a tour names, where nobody refused', () => {
    const silent = ['Priority', 'PodSecurity', 'PodSecurityPolicy'].map(passed);
    const acting = (caption: string): readonly string[] =>
      actingByCaption(silent, caption).flatMap(({ name, acts }) => (acts ? [name] : []));
    expect(acting('Priority is a word. PodSecurity lets it pass.')).toEqual(['PodSecurity']);
    expect(acting('PodSecurity はこれを通します。')).toEqual(['PodSecurity']);
    expect(acting('')).toEqual([]);
    expect(actingByCaption(rows, 'LimitRanger passes.')).toBe(rows);
  });

  it('marks the authorizer that decided, not those without an opinion', () => {
    const decided = asked('RBAC', 'allow', 'a rule');
    const silent = asked('Node', 'no opinion', '');
    expect([decided.acts, silent.acts]).toEqual([true, false]);
  });
});
