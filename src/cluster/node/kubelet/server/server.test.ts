/** What a kubelet tells of its node, read through the API server. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const bed = new NodeBed({ kubelet: { podPidsLimit: 500, containerLogMonitorInterval: 90 } });
bed.pod('web', {
  command: ['sh', '-c', 'echo one; echo two >&2; while true; do :; done'],
  resources: { limits: { cpu: '100m', memory: '64Mi' } },
});
bed.wait(20);

const raw = (path: string): string => bed.run(`get --raw /api/v1/nodes/node-1/proxy/${path}`);
const uid = bed.run("get pod web -o 'jsonpath={.metadata.uid}'");
const containerId = bed
  .run("get pod web -o 'jsonpath={.status.containerStatuses[0].containerID}'")
  .replace('containerd://', '');

describe('a kubelet', () => {
  it('sums up what its pods use, and a rate from the second look on', () => {
    const first = JSON.parse(raw('stats/summary'));
    bed.wait(10);
    const { node, pods } = JSON.parse(raw('stats/summary'));
    expect(first.node.cpu).not.toHaveProperty('usageNanoCores');
    expect(node.nodeName).toBe('node-1');
    expect(node.memory.availableBytes + node.memory.workingSetBytes).toBeGreaterThan(0);
    expect(node.rlimit.curproc).toBeGreaterThan(0);
    const web = pods.find((pod: { podRef: { name: string } }) => pod.podRef.name === 'web');
    expect(web.podRef).toEqual({ name: 'web', namespace: 'default', uid });
    // A shell that never rests gets its whole limit, a tenth of a CPU.
    expect(web.cpu.usageNanoCores / 1e6).toBeCloseTo(100, -1);
    expect(web.containers[0].cpu.usageCoreNanoSeconds).toBe(web.cpu.usageCoreNanoSeconds);
    expect(web.process_stats.process_count).toBe(1);
  });

  it('tells its configuration, defaults and all', () => {
    const { kubeletconfig } = JSON.parse(raw('configz'));
    expect(kubeletconfig).toMatchObject({
      cgroupDriver: 'cgroupfs',
      clusterDNS: ['10.96.0.10'],
      containerLogMonitorInterval: '1m30s',
      evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '10%' },
      evictionPressureTransitionPeriod: '5m0s',
      maxPods: 110,
      podPidsLimit: 500,
      shutdownGracePeriod: '30s',
    });
  });

  it('has the figures of control groups for Prometheus', () => {
    const page = raw('metrics/cadvisor');
    const group = `/kubepods/guaranteed/pod${uid}`.replace('/guaranteed', '');
    expect(page).toMatch(/^# HELP container_cpu_usage_seconds_total Cumulative cpu time consumed/);
    expect(page).toContain(
      `container_spec_memory_limit_bytes{container="app",id="${group}/${containerId}",`,
    );
    expect(page).toContain(`container_memory_working_set_bytes{container="",id="${group}",`);
    expect(page).toMatch(/container_processes\{container="app",.*,pod="web"\} 1 \d{13}\n/);
    expect(page).toMatch(/machine_cpu_cores\{boot_id="[0-9a-f-]+",machine_id="\w+",.*\} \d+\n/);
    expect(raw('metrics')).toContain('/metrics is not served by this kubelet');
  });

  it('shows the logs of its node as folders and files', () => {
    expect(raw('logs/')).toContain('<pre>\n<a href="pods/">pods/</a>\n</pre>\n');
    expect(raw(`logs/pods/`)).toContain(`>default_web_${uid}/</a>`);
    expect(raw(`logs/pods/default_web_${uid}/app/`)).toContain('<a href="0.log">0.log</a>');
    expect(raw(`logs/pods/default_web_${uid}/app/0.log`)).toMatch(
      /^2026-01-01T\S{18}Z stdout F one\n2026-01-01T\S{18}Z stderr F two\n$/,
    );
    expect(raw('logs/pods/none/')).toContain('(NotFound)');
  });
});
