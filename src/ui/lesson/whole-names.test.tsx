import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WholeNames } from './whole-names.tsx';

afterEach(cleanup);

const wholeIn = (text: string): readonly string[] => {
  const { container } = render(<WholeNames text={text} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('.whole')].map((each) => each.textContent ?? '');
};

describe('a text', () => {
  it('breaks no line within a name or a flag', () => {
    expect(wholeIn('Pod は node-1 のもので、kubectl logs --previous です。')).toEqual([
      'node-1',
      '--previous',
    ]);
  });

  it('may begin with a name', () => {
    const complained = vi.spyOn(console, 'error').mockReturnValue();
    expect(wholeIn('node-1 and node-2 run.')).toEqual(['node-1', 'node-2']);
    expect(complained).not.toHaveBeenCalled();
    complained.mockRestore();
  });

  it('breaks no line between a number and its unit', () => {
    expect(wholeIn('It waits 10 s, up to 300 s; 25 % of 3 sets.')).toEqual([
      '10 s',
      '300 s',
      '25 %',
    ]);
  });

  it('breaks one that is too long for a narrow line', () => {
    expect(wholeIn('kube-controller-manager-leader-election ends.')).toEqual([]);
  });
});
