import { describe, expect, it } from 'vitest';
import { accessModesText } from './access-modes.ts';

describe('access modes in short', () => {
  it('stand in one order, each once', () => {
    const modes = ['ReadWriteOncePod', 'ReadWriteMany', 'ReadOnlyMany', 'ReadWriteMany'];
    expect(accessModesText(modes)).toBe('ROX,RWX,RWOP');
    expect(accessModesText([])).toBe('');
  });
});
