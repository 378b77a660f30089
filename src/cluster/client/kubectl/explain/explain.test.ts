import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
simulation.sim.run(seconds(20));
const kubectl = (line: string, stdin?: object) => {
  const typed = stdin === undefined ? {} : { stdin: JSON.stringify(stdin) };
  const command = { argv: splitWords(line), user: 'admin', ...typed };
  return simulation.runCommand(command, seconds(20));
};
const page = (line: string): string => kubectl(`explain ${line}`)?.stdout ?? '';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'A widget is a thing.',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', description: 'How many.' },
                  parts: {
                    type: 'array',
                    items: { type: 'object', properties: { name: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

describe('kubectl explain', () => {
  it('tells what a kind and its fields are for', () => {
    expect(page('pod.spec.containers.image')).toBe(
      [
        'KIND:       Pod',
        'VERSION:    v1',
        '',
        'FIELD: image <string>',
        '',
        '',
        'DESCRIPTION:',
        '    The name of the image.',
        '    ',
        '',
        '',
      ].join('\n'),
    );
    expect(page('deploy')).toMatch(
      /^GROUP: {6}apps\nKIND: {7}Deployment\nVERSION: {4}v1\n\nDESCRIPTION:\n {4}Keeps replicas/,
    );
    expect(page('deploy')).toMatch(/ {2}metadata\t<ObjectMeta>\n {4}The object's standard/);
    expect(page('pod.spec.restartPolicy')).toMatch(/ENUM:\n {4}Always\n {4}Never\n {4}OnFailure/);
  });

  it('shows the first values of a field, and all of them for the field itself', () => {
    expect(page('pod.spec.volumes.hostPath')).toContain(
      '  type\t<string>\n  enum: "", BlockDevice, CharDevice, Directory, ....\n',
    );
    const type = page('pod.spec.volumes.hostPath.type');
    expect(type).toMatch(/FIELD: type <string>\nENUM:\n {4}""\n {4}BlockDevice\n/);
    expect(type).toMatch(/\n {4}Socket\n\nDESCRIPTION:\n {4}<empty>\n\n$/);
  });

  it('says of a field what its type says, and the type by its name in the document', () => {
    const containers = page('pod.spec.containers');
    expect(containers).toMatch(/\n\nFIELD: containers <\[\]Container>\n\n\nDESCRIPTION:\n/);
    const type = 'One program of a pod, in an image of its own.';
    expect(containers).toContain(`added\n    or removed later.\n    ${type}\n    \nFIELDS:\n`);
    expect(page('pod.metadata')).toContain('  creationTimestamp\t<string>\n');
    expect(page('crd.spec.versions.schema.openAPIV3Schema')).toContain('  default\t<JSON>\n');
    expect(page('service.spec.ports')).toContain('  port\t<integer> -required-\n');
    expect(page('service.spec.ports')).toContain('  targetPort\t<IntOrString>\n');
  });

  it('takes the group of the resource for a part of the path only without --api-version', () => {
    expect(page('deployments.apps.spec')).toContain('FIELD: spec <DeploymentSpec>\n');
    expect(kubectl('explain deployments.apps.spec --api-version=apps/v1')?.stderr).toBe(
      'error: field "spec" does not exist\n',
    );
    expect(kubectl('explain deploy --api-version=v1')?.stderr).toBe(
      'error: GVR (/v1, Resource=deployments) not found in OpenAPI schema\n',
    );
    expect(kubectl('explain hpa --api-version=autoscaling/v3')?.stderr).toBe(
      'error: couldn\'t find resource for "autoscaling/v3, Resource=horizontalpodautoscalers"\n',
    );
    expect(kubectl('explain pod..spec')?.stderr).toBe(
      'error: invalid jsonpath syntax, first node must be field node\n',
    );
  });

  it('reads custom resources from their definition, with the fields of every object', () => {
    kubectl('apply -f -', definition);
    simulation.sim.run(simulation.sim.now + seconds(3));
    expect(page('wd')).toContain('DESCRIPTION:\n    A widget is a thing.\n');
    expect(page('wd')).toContain('  metadata\t<ObjectMeta>\n');
    expect(page('wd.metadata.labels')).toContain('FIELD: labels <map[string]string>\n');
    expect(page('wd.spec')).toContain('  size\t<integer> -required-\n    How many.\n');
    expect(page('wd --recursive')).toContain('    parts\t<[]Object>\n      name\t<string>\n');
  });

  it('knows what is not there', () => {
    const nope = kubectl('explain wd.nope');
    expect(nope?.stderr).toBe('error: field "nope" does not exist\n');
    expect(nope?.stdout).toMatch(/^GROUP: .*\nKIND: .*\nVERSION: .*\n\n$/);
    expect(kubectl('explain nope')?.stderr).toBe(
      'the server doesn\'t have a resource type "nope"\n',
    );
  });
});

describe('what kubectl tells of server and client', () => {
  it('comes as text, JSON or YAML', () => {
    expect(kubectl('version -o json')?.stdout).toMatch(
      /"clientVersion": \{[\s\S]*"gitVersion": "v1.36.3"[\s\S]*"serverVersion": \{/,
    );
    expect(kubectl('version -o foo')?.stderr).toBe("error: --output must be 'yaml' or 'json'\n");
    expect(kubectl('api-resources --api-group=apps -o yaml')?.stdout).toMatch(
      /^apiVersion: v1\ngroupVersion: ""\nkind: APIResourceList\nresources:\n- group: apps\n/,
    );
  });

  it('shows a request as a curl command with -v=9', () => {
    expect(kubectl('get pods -v=9')?.stderr).toMatch(
      /"Request" curlCommand=<\n\tcurl -v -XGET {2}-H "Accept: .*' ?\n >|curl -v -XGET/,
    );
  });

  it('gives the reason when it refuses a command', () => {
    expect(kubectl('completion bash')?.stderr).toMatch(
      /^error: "kubectl completion" is not simulated: the shell on this machine completes nothing/,
    );
    expect(kubectl('config delete-context nope')?.stderr).toBe(
      'error: cannot delete context nope, not in /home/admin/.kube/config\n',
    );
  });
});
