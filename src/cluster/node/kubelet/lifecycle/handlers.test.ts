import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a hook', () => {
  const bed = new NodeBed();
  const after = (postStart: object) => ({ lifecycle: { postStart } });
  bed.pod('fails', after({ exec: { command: ['sh', '-c', 'echo no >&2; exit 7'] } }));
  const https = { httpGet: { port: 80, scheme: 'HTTPS' } };
  bed.pod('plain', {
    image: 'nginx:1.28',
    command: undefined,
    lifecycle: { preStop: https },
  });
  bed.wait(6);

  it('that fails leaves its words in the status, and not in the event', () => {
    const written = bed.facts('TxnCommitted').filter(({ key }) => key.endsWith('/default/fails'));
    const text = JSON.stringify(written.map(({ value }) => value));
    expect(text).toContain('Exec lifecycle hook ([sh -c echo no >&2; exit 7]) for Container ');
    expect(text).toContain("failed - error: command 'sh -c echo no >&2; exit 7' exited with 7: no");
    expect(new Set(bed.events('FailedPostStartHook'))).toEqual(new Set(['PostStartHook failed']));
  });

  it('over HTTPS is tried again without TLS', () => {
    bed.run('delete pod plain');
    expect(bed.events('LifecycleHTTPFallback')[0]).toMatch(
      /^request to HTTPS lifecycle hook \S+:80 got HTTP response, retry with HTTP succeeded$/,
    );
  });
});
