/** What kubectl prints while no API server answers, and how controllers report a lost node. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function start() {
  const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
  simulation.sim.run(seconds(40));
  const kubectl = (line: string, object?: object) => {
    const stdin = object === undefined ? {} : { stdin: JSON.stringify(object) };
    const result = simulation.runCommand(
      { argv: splitWords(line), user: 'admin', ...stdin },
      seconds(200),
    );
    return { out: result?.stdout, err: result?.stderr, code: result?.exitCode };
  };
  const wait = (time: number): number => simulation.sim.run(simulation.sim.now + seconds(time));
  return { kubectl, wait, host: (action: string) => simulation.hostAction(readHostAction(action)) };
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cm' } };

describe('kubectl without an API server', () => {
  const { kubectl, host } = start();
  const { out: server = '' } = kubectl('config view -o jsonpath={.clusters[0].cluster.server}');
  const refused = `dial tcp ${server.replace('https://', '')}: connect: connection refused`;
  host('stop_component apiserver');

  it('names the whole address of a request that a command wraps in its own words', () => {
    expect(kubectl('create deployment web --image=nginx').err).toBe(
      `error: failed to create deployment: Post "${server}/apis/apps/v1/namespaces/default/` +
        `deployments?fieldManager=kubectl-create&fieldValidation=Strict": ${refused}\n`,
    );
  });

  it('fails to validate a manifest before it sends it, unless it need not', () => {
    const message =
      'error: error validating "STDIN": error validating data: failed to download openapi: ' +
      `Get "${server}/openapi/v2?timeout=32s": ${refused}; if you choose to ignore these errors, ` +
      'turn validation off with --validate=false\n';
    expect(kubectl('apply -f -', configMap).err).toBe(message);
    expect(kubectl('create -f -', configMap).err).toBe(message);
    expect(kubectl('apply --validate=false -f -', configMap).err).toMatch(
      /^The connection to the server \S+ was refused - did you specify the right host or port\?\n$/,
    );
  });

  it('points to the dump of the cluster all the same', () => {
    expect(kubectl('cluster-info').out).toBe(
      "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n",
    );
  });
});

describe('a service with a pod on a node that was deleted', () => {
  it('tells in an event that it leaves the pod out', () => {
    const { kubectl, wait, host } = start();
    kubectl('create deployment web --image=nginx --replicas=2');
    kubectl('expose deployment web --port=80');
    wait(10);
    host('stop_kubelet 2');
    kubectl('delete node node-2');
    kubectl('label service web a=b');
    wait(2);
    const { out = '' } = kubectl('get events -o jsonpath={.items[*].message}');
    expect(out.replaceAll(/web-\w+-\w+/g, 'POD')).toContain(
      'Error updating Endpoint Slices for Service default/web: skipping Pod POD' +
        ' for Service default/web: Node node-2 Not Found',
    );
  });
});
