import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { MessageParams } from '#i18n/t';
import { RichText } from './rich-text.tsx';

afterEach(cleanup);

const html = (message: string, params?: MessageParams): string =>
  render(<RichText message={message} params={params} />).container.innerHTML;

describe('a message', () => {
  it('sets the names of objects in type, as they may be words like any other', () => {
    const shown = html('**ConfigMap before** exists, as before.', { object: 'ConfigMap before' });
    expect(shown).toBe(
      '<b>ConfigMap <code class="name">before</code></b><span> exists, as before.</span>',
    );
    expect(html('Container other waits.', { container: 'other' })).toContain(
      '<code class="name">other</code>',
    );
  });

  it('sets a name only where it is a word of its own', () => {
    expect(html('Pod a-1 is a Pod.', { pod: 'Pod a' })).not.toContain('code');
    expect(html('{object}', { object: 'the kubelet of node-1' })).not.toContain('code');
  });
});
