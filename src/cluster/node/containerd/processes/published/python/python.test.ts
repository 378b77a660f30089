import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const bed = new NodeBed();
bed.pod('py', { image: 'python', command: ['sleep', '1000'] });
const command = ['python', '-m', 'http.server', '80'];
bed.pod('web', { image: 'python', command, workingDir: '/srv' });
bed.pod('loud', { image: 'python', command: ['python', '-u', '-m', 'http.server', '80'] });
bed.pod('shell');
bed.wait(45);
const address = bed.run('get pod web -o jsonpath={.status.podIP}');
const python = (text: string): string => bed.run(`exec py -- python -c '${text}'`);
const get = (path: string): string => bed.run(`exec shell -- wget -qO- http://${address}${path}`);

describe('python', () => {
  it('prints what -c says', () => {
    expect(python('print("hello", 1 + 2 * 3)')).toBe('hello 7\n');
    expect(python('print(7 / 2); print(6 / 2, 7 // 2, 2 ** 10)')).toBe('3.5\n3.0 3 1024\n');
    expect(python('import os; print(os.environ["PYTHON_VERSION"])')).toBe('3.14.7\n');
  });

  it('shows its version, and ends with the exit code that it is told', () => {
    expect(bed.run('exec py -- python3 --version')).toBe('Python 3.14.7\n');
    expect(python('import sys; sys.exit(3)')).toContain('command terminated with exit code 3');
  });

  it('says plainly what is not simulated', () => {
    expect(python('for i in x: pass')).toContain(
      'podyssey: python is simulated: no statement like for i in x: pass\n',
    );
    expect(bed.run('exec py -- python app.py')).toContain('podyssey: python is simulated: only');
  });

  it('ends with a code of one byte, and listens on no port that there is not', () => {
    expect(python('import sys; sys.exit(257)')).toContain('exit code 1');
    expect(bed.run('exec py -- python -m http.server 70000')).toContain('port must be 0-65535');
  });

  it('lists a folder over HTTP, and serves its files', () => {
    expect(get('/')).toContain('<title>Directory listing for /</title>');
    bed.run("exec web -- sh -c 'echo hello > hello.txt'");
    expect(get('/')).toContain('<li><a href="hello.txt">hello.txt</a></li>');
    expect(get('/hello.txt')).toBe('hello\n');
  });

  it('logs requests at once, but its first line waits in a buffer unless it is unbuffered', () => {
    get('/nope');
    const log = bed.run('logs web');
    expect(log).toMatch(
      /^10\.244\.0\.\d+ - - \[01\/Jan\/2026 .*\] code 404, message File not found$/m,
    );
    expect(log).toMatch(/"GET \/hello\.txt HTTP\/1\.1" 200 -$/m);
    expect(log).not.toContain('Serving HTTP');
    expect(bed.run('logs loud')).toBe('Serving HTTP on 0.0.0.0 port 80 (http://0.0.0.0:80/) ...\n');
  });

  it('does not hear TERM as process 1: it is killed after its grace', () => {
    const before = bed.simulation.sim.now;
    bed.run('delete pod loud --grace-period=3');
    expect(bed.simulation.sim.now - before).toBeGreaterThan(3_000_000);
  });
});
