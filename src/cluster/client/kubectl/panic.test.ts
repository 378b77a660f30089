import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { err } from '#base/result';
import { seconds } from '#base/sim-time';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { clusterOf } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { LocalFiles } from './cp/local-files.ts';
import { type CommandResult, Kubectl } from './kubectl.ts';
import { build } from './kustomize/kustomize.ts';
import { readYaml } from './manifest/yaml-document.ts';

describe('a kubectl that panics', () => {
  it('says so, exits 2, and leaves the simulation running', () => {
    const sim = new Simulation();
    const tracer = new Tracer(sim);
    const kubectl = new Kubectl(
      { sim, tracer, prng: createPrng(1) },
      {
        config: clusterOf(1),
        requestIds: new RequestIds(),
        serverAddress: 'https://127.0.0.1:6443',
        readYaml,
        kustomize: build,
        files: new LocalFiles(['/home/admin']),
        listen: () => err('no network'),
        httpGet: (url) => {
          throw new Error(url);
        },
        discoveredAt: 0,
        transport: {
          *roundTrip() {
            yield 1;
            throw new TypeError('nil pointer');
          },
        },
      },
    );
    let result: CommandResult | undefined;
    function* person() {
      const line = 'kubectl get pods';
      tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line,
        user: 'admin',
      });
      result = yield* kubectl.execute({ input: 0, line, user: 'admin' });
    }
    sim.spawn('person', person());
    sim.run(seconds(5));
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result?.stderr).toMatch(/^panic: nil pointer\n\ngoroutine 1 \[running\]:/);
    expect(tracer.facts.find(({ type }) => type === 'PanicRecovered')).toMatchObject({
      component: 'kubectl',
      doing: 'kubectl get pods',
    });
  });
});
