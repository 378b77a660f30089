/** Commonly used images, as seen from outside. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation({ ...clusterOf(1), dns: 'coredns' }, 1, allParts);
simulation.sim.run(seconds(40));

function kubectl(line: string): string {
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(60));
  return `${result?.stdout ?? ''}${result?.stderr ?? ''}`;
}

function wait(time: number): void {
  simulation.sim.run(simulation.sim.now + seconds(time));
}

describe('containers of everyday images', () => {
  it('take connections on the port of the image and answer with its page', () => {
    kubectl('run web --image=httpd --port=80 --expose');
    kubectl('run cache --image=redis');
    wait(10);
    kubectl('run client --image=alpine --restart=Never -- wget -qO- http://web');
    wait(10);
    expect(kubectl('logs client')).toBe('<html><body><h1>It works!</h1></body></html>\n');
    expect(kubectl('logs cache')).toContain('Ready to accept connections');
    expect(kubectl('get pods cache web').match(/1\/1 +Running/g)).toHaveLength(2);
  });

  it('a database without a password says what it wants and ends', () => {
    kubectl('run wrong --image=postgres:17 --restart=Never');
    kubectl('run right --image=postgres:17 --env=POSTGRES_PASSWORD=secret');
    wait(15);
    expect(kubectl('logs wrong')).toContain('superuser password is not specified');
    expect(kubectl('get pod wrong')).toMatch(/0\/1 +Error/);
    expect(kubectl('get pod right')).toMatch(/1\/1 +Running/);
  });

  it('a database with less memory than it takes is killed for it', () => {
    kubectl(
      'run small --image=mysql --restart=Never --env=MYSQL_ROOT_PASSWORD=x --overrides=' +
        '\'{"spec":{"containers":[{"name":"small","image":"mysql","env":[{"name":"MYSQL_ROOT_PASSWORD",' +
        '"value":"x"}],"resources":{"limits":{"memory":"128Mi"}}}]}}\'',
    );
    wait(15);
    expect(kubectl('get pod small')).toMatch(/0\/1 +OOMKilled/);
  });

  it('a program that only greets is done, and a shell is not to be had in an image without one', () => {
    kubectl('run hello --image=hello-world --restart=Never');
    kubectl('run whoami --image=traefik/whoami');
    wait(10);
    expect(kubectl('get pod hello')).toMatch(/0\/1 +Completed/);
    expect(kubectl('logs hello')).toContain('Hello from Docker!');
    expect(kubectl('exec whoami -- sh')).toContain('exec: "sh": executable file not found');
  });

  it('end at SIGTERM without waiting for the end of the grace period', () => {
    const before = simulation.sim.now;
    kubectl('delete pod cache');
    expect(simulation.sim.now - before).toBeLessThan(seconds(5));
  });
});
