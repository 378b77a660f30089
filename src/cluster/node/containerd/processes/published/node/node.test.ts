import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const bed = new NodeBed();
bed.pod('js', { image: 'node', command: ['sleep', '1000'] });
bed.pod('once', { image: 'node', command: undefined, args: ['-e', 'console.log("done")'] });
bed.pod('hello', { image: 'hello-world', command: undefined }, { restartPolicy: 'Never' });
bed.pod('deb', { image: 'debian', command: ['sleep', '1000'] });
bed.wait(60);
const node = (option: string, text: string): string =>
  bed.run(`exec js -- node ${option} '${text}'`);

describe('node', () => {
  it('runs what -e says', () => {
    expect(node('-e', 'console.log("a" + 1, 2 * 21)')).toBe('a1 42\n');
    expect(node('-e', 'console.log(process.env.NODE_VERSION); process.exit(4)')).toContain(
      '26.5.0\ncommand terminated with exit code 4',
    );
  });

  it('prints the value of -p', () => {
    expect(node('-p', 'process.version')).toBe('v26.5.0\n');
    expect(node('-p', '(1 + 2) * 3 % 4')).toBe('1\n');
  });

  it('shows its version', () => {
    expect(bed.run('exec js -- node --version')).toBe('v26.5.0\n');
  });

  it('is what its script runs when options come alone', () => {
    expect(bed.run('logs once')).toBe('done\n');
  });

  it('says plainly what is not simulated', () => {
    expect(node('-e', 'fetch("x")')).toContain(
      'podyssey: node is simulated: no statement like fetch("x")\n',
    );
    expect(bed.run('exec js -- node server.js')).toContain('podyssey: node is simulated: only');
  });
});

describe('hello-world', () => {
  it('greets, explains itself and ends', () => {
    const log = bed.run('logs hello');
    expect(log).toContain('\nHello from Docker!\nThis message shows that your installation');
    expect(log).toContain(' $ docker run -it ubuntu bash\n');
    expect(bed.status('hello').phase).toBe('Succeeded');
    expect(bed.status('hello').containerStatuses?.[0]?.imageID).toContain(
      'docker.io/library/hello-world@sha256:d1a8d0a4eeb6',
    );
  });

  it('has no shell', () => {
    bed.pod('sh', { image: 'hello-world', command: ['sh'] }, { restartPolicy: 'Never' });
    bed.wait(3);
    expect(bed.events('Failed').join()).toContain('exec: "sh": executable file not found in $PATH');
  });
});

describe('debian', () => {
  it('is the system that it says it is', () => {
    expect(bed.run('exec deb -- cat /etc/debian_version')).toBe('13.6\n');
    expect(bed.run("exec deb -- bash -c 'echo $((6 * 7))'")).toBe('42\n');
  });

  it('has programs that are not simulated, and says so', () => {
    expect(bed.run('exec deb -- apt-get update')).toContain('exec: "apt-get": not simulated');
  });
});
