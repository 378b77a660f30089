import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Legend } from './legend.tsx';
import LegendSheet, { legendGroups, podSamples } from './legend-sheet.tsx';
import { podSigns, signOf } from './nodes/glyph.tsx';
import type { TicketProps } from './nodes/ticket.tsx';

afterEach(cleanup);

const named: readonly string[] = legendGroups.flatMap(({ signs }) => signs);

describe('the legend', () => {
  it('names each sign that a Pod can have, and shows the same sign', () => {
    expect([...podSamples.keys()].sort()).toEqual([...podSigns].sort());
    for (const [sign, status] of podSamples) expect(signOf(status).sign).toBe(sign);
    expect(named).toEqual(expect.arrayContaining([...podSigns]));
  });

  it('names each edge of a ticket', () => {
    const edges: Record<NonNullable<TicketProps['edge']>, true> = {
      ...{ stored: true, copy: true, ghost: true, new: true },
    };
    expect(named).toEqual(expect.arrayContaining(Object.keys(edges)));
  });

  it('draws a sign beside each of its words, on the sheet and in the bar', () => {
    const { container } = render(
      <div>
        <Legend />
        <LegendSheet />
      </div>,
    );
    for (const line of container.querySelectorAll('li, .legend > span')) {
      expect(line.textContent).not.toBe('');
      const sign = line.firstElementChild;
      const drawn = sign?.classList.contains('swatch') || (sign?.children.length ?? 0) > 0;
      expect(drawn, line.textContent ?? '').toBe(true);
    }
    expect(container.querySelectorAll('li')).toHaveLength(named.length);
    expect(screen.getAllByText('another request').length).toBeGreaterThan(0);
  });
});
