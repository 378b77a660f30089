import { describe, expect, it } from 'vitest';
import { withTable } from './page.ts';
import { resultOf } from './results.ts';

const document = [
  'before',
  '<!-- recordings: written by npm run serve:recordings -->',
  'an older table',
  '<!-- end of recordings -->',
  'after',
].join('\n');

const optional = '  Optional:  false';

describe('the table of recorded lines', () => {
  it('counts what is equal, and names the cause of what is not', () => {
    const found = resultOf([
      { line: 'get pods' },
      { line: 'get pods -o wide', recording: 'in another order' },
      { line: 'get svc web -o yaml', recording: 'only served x1:   nodePort: 30755\nodd' },
      { line: 'describe pod web', own: `only own x1: ${optional}` },
    ]);
    const page = withTable(document, { 'v1.32': { service: found }, 'v1.36': { service: found } });
    expect(page).not.toContain('an older table');
    expect(page.startsWith('before\n') && page.endsWith('\nafter')).toBe(true);
    expect(page).toContain('| v1.36 | 4 | 2 | 3 |');
    const order = 'rows sorted by names with random ends, or what Go keeps in a map';
    expect(page).toContain(`| v1.36 | ${order} | 1 | 0 |`);
    expect(page).toContain('| v1.36 | not explained: service, `get svc web -o yaml` | 1 | 0 |');
    expect(page).toContain('| v1.32 | words of v1.32 | 0 | 1 |');
    expect(page).toContain('| v1.36 | not explained: service, `describe pod web` | 0 | 1 |');
  });

  it('needs its place in the document', () => {
    expect(() => withTable('nothing', {})).toThrow('lacks');
  });
});
