import { describe, expect, it } from 'vitest';
import { bytesOfText, textOfBytes } from './byte-text.ts';

describe('bytes as text', () => {
  it('are their characters where they are UTF-8', () => {
    const bytes = Buffer.from('\ufeffGET / é 港 🚢');
    expect(textOfBytes(bytes)).toBe('\ufeffGET / é 港 🚢');
    expect(bytesOfText('\ufeffGET / é 港 🚢')).toEqual(bytes);
  });

  it('come back as they were, whatever they are', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
    const halves = [Buffer.from('港').subarray(0, 2), Buffer.from('港').subarray(2)];
    for (const bytes of [all, ...halves, Buffer.concat([all, Buffer.from('é港🚢'), all])]) {
      expect(bytesOfText(textOfBytes(bytes))).toEqual(bytes);
    }
  });
});
