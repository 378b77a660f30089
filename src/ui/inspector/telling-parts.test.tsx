import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { literal } from '#facts/tellings/compose';
import { Changed } from './telling-parts.tsx';

const refused = literal('wget: can’t connect to remote host', '+');

it('shows each line of a log, also those that read alike, and none of them with the next step', () => {
  const { container, rerender } = render(<Changed lines={[refused, refused]} />);
  expect(container.querySelectorAll('.changed > span')).toHaveLength(2);
  rerender(<Changed lines={[literal('replicas: 2', '+')]} />);
  expect(container.textContent).toBe('+ replicas: 2');
});
