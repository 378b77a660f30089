import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const get = (bed: NodeBed, path: string, more = ''): string => bed.run(`get --raw ${path} ${more}`);

/** The value of a sample whose line begins so. */
const sampleOf = (page: string, start: string): number =>
  Number(
    page
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1),
  );

describe('/metrics of the API server', () => {
  it('counts requests by verb, resource and code, with the labels and words of upstream', () => {
    const bed = new NodeBed();
    const of = (code: number) =>
      'apiserver_request_total{code="' +
      `${code}",component="apiserver",dry_run="",group="",resource="configmaps",` +
      'scope="resource",subresource="",verb="GET",version="v1"}';
    bed.run('create configmap counted');
    bed.run('get configmap counted');
    bed.run('get configmap counted');
    bed.run('get configmap missing');
    const page = get(bed, '/metrics');
    expect(sampleOf(page, of(200))).toBe(2);
    expect(sampleOf(page, of(404))).toBe(1);
    expect(page).toContain(
      '# HELP apiserver_request_total [STABLE] Counter of apiserver requests broken out for each ' +
        'verb, dry run value, group, version, resource, scope, component, and HTTP response code.\n' +
        '# TYPE apiserver_request_total counter\n',
    );
  });

  it('has a histogram whose last bucket is its count', () => {
    const bed = new NodeBed();
    const labels =
      '{component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",' +
      'subresource="",verb="POST",version="v1"';
    const name = 'apiserver_request_duration_seconds';
    const before = sampleOf(get(bed, '/metrics'), `${name}_count${labels}}`);
    bed.run('create configmap timed');
    const page = get(bed, '/metrics');
    expect(sampleOf(page, `${name}_count${labels}}`)).toBe(before + 1);
    expect(sampleOf(page, `${name}_bucket${labels},le="+Inf"}`)).toBe(before + 1);
    expect(sampleOf(page, `${name}_bucket${labels},le="60"}`)).toBe(before + 1);
    expect(sampleOf(page, `${name}_sum${labels}}`)).toBeGreaterThan(0);
  });

  it('knows the open watches and the stored objects', () => {
    const bed = new NodeBed();
    const objects = 'apiserver_resource_objects{group="",resource="configmaps"}';
    const before = sampleOf(get(bed, '/metrics'), objects);
    bed.run('create configmap one');
    bed.run('create configmap two');
    const page = get(bed, '/metrics');
    expect(sampleOf(page, objects)).toBe(before + 2);
    const watches = 'apiserver_longrunning_requests{component="apiserver",group="",resource="pods"';
    expect(sampleOf(page, watches)).toBeGreaterThan(0);
    expect(page).toMatch(/^apiserver_current_inflight_requests\{request_kind="readOnly"\} \d+$/m);
  });

  it('is for those who may get the path', () => {
    const bed = new NodeBed();
    expect(get(bed, '/metrics', '--as=alice')).toBe(
      'Error from server (Forbidden): forbidden: User "alice" cannot get path "/metrics"\n',
    );
    expect(get(bed, '/metrics', '--as=alice --as-group=system:monitoring')).toContain('# HELP ');
  });
});
