import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Printed } from './printed.tsx';

afterEach(cleanup);

const warned = 'Warning: would violate PodSecurity\nerror: a second line\n';

describe('the output of a program', () => {
  it('stands out where the API server warned, and only there', () => {
    const { container } = render(<Printed stream="stderr" text={warned} />);
    const warnings = [...container.querySelectorAll('.warning')];
    expect(warnings.map((line) => line.textContent)).toEqual([
      'Warning: would violate PodSecurity\n',
    ]);
    expect(warnings[0]?.querySelector('b')?.textContent).toBe('Warning:');
  });

  it('is, letter by letter, what was printed', () => {
    expect(render(<Printed stream="stderr" text={warned} />).container.textContent).toBe(warned);
  });

  it('takes no line of the output itself for a warning', () => {
    const { container } = render(<Printed stream="stdout" text={'Warning: a column\n'} />);
    expect(container.querySelector('.warning')).toBeNull();
  });
});
