import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ErrorLine } from './error-line.tsx';

function View({ at }: { readonly at: number }): ReactNode {
  if (at === 2) throw new Error('no such field');
  return <p>step {at}</p>;
}

const partAt = (at: number): ReactNode => (
  <ErrorLine words={(message) => `failed: ${message}`} at={at}>
    <View at={at} />
  </ErrorLine>
);

it('says that a part has failed, and tries again with the next step', () => {
  const { rerender } = render(partAt(1));
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  rerender(partAt(2));
  expect(screen.getByRole('alert').textContent).toBe('failed: no such field');
  said.mockReset();
  rerender(partAt(3));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('step 3')).toBeDefined();
});
