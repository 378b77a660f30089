import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const bed = new NodeBed();
bed.pod('web', { image: 'httpd', command: undefined }, { terminationGracePeriodSeconds: 30 });
bed.pod('shell');
bed.wait(12);
const address = bed.run('get pod web -o jsonpath={.status.podIP}');
const get = (path: string): string => bed.run(`exec shell -- wget -qO- http://${address}${path}`);

describe('httpd', () => {
  it('says that it does not know its name, twice, and then what it is', () => {
    const lines = bed.run('logs web').split('\n');
    const unnamed =
      "AH00558: httpd: Could not reliably determine the server's fully qualified domain name, " +
      `using ${address}.`;
    expect(lines.filter((line) => line.startsWith(unnamed))).toHaveLength(2);
    expect(lines[2]).toMatch(
      /^\[Thu Jan 01 00:00:\d\d\.\d{6} 2026\] \[mpm_event:notice\] \[pid 1:tid 1\]/,
    );
    expect(lines[2]).toMatch(
      / AH00489: Apache\/2\.4\.68 \(Unix\) configured -- resuming normal operations$/,
    );
    expect(lines[3]).toContain("[core:notice] [pid 1:tid 1] AH00094: Command line: 'httpd -D");
  });

  it('answers with its page', () => {
    expect(get('/')).toContain('<title>It works! Apache httpd</title>');
  });

  it('logs who asked for what, with the code and the size', () => {
    expect(get('/nope')).toContain('404 Not Found');
    const log = bed.run('logs web');
    expect(log).toMatch(/^10\.244\.0\.\d+ - - \[01\/Jan\/2026:.*\] "GET \/ HTTP\/1\.1" 200 191$/m);
    expect(log).toMatch(/"GET \/nope HTTP\/1\.1" 404 196$/m);
  });

  it('serves what stands in htdocs', () => {
    bed.run("exec web -- sh -c 'echo mine > htdocs/own.html'");
    expect(get('/own.html')).toBe('mine\n');
  });

  it('tests its configuration, and says plainly what it does not do', () => {
    expect(bed.run('exec web -- httpd -t')).toContain('Syntax OK\n');
    expect(bed.run('exec web -- httpd -k restart')).toContain('podyssey: httpd is simulated: only');
  });

  it('ends gracefully at the stop signal of its image, WINCH', () => {
    bed.run("exec web -- sh -c 'kill -WINCH 1'");
    bed.wait(4);
    expect(bed.run('logs web -p')).toContain(
      'AH00492: caught SIGWINCH, shutting down gracefully\n',
    );
    const [container] = bed.status('web').containerStatuses ?? [];
    expect(container?.lastState?.terminated?.exitCode).toBe(0);
  });
});
