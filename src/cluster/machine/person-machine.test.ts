import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { configMap, PersonBed } from './person-bed.fixture.ts';

describe('the files of the machine that a person types on', () => {
  const bed = new PersonBed();

  it('are written, listed and read with a shell', () => {
    expect(bed.type('mkdir -p app/base')).toBe('');
    expect(bed.type('cat > app/base/cm.yaml', configMap('one'))).toBe('');
    expect(bed.type("printf 'a: 1\\n' > app/notes.txt; echo done")).toBe('done\n');
    expect(bed.type('ls app')).toBe('base\nnotes.txt\n');
    expect(bed.type('cat app/base/cm.yaml | head -n 2')).toBe('apiVersion: v1\nkind: ConfigMap\n');
    expect(bed.type('pwd')).toBe('/home/admin\n');
  });

  it('come from a here-document, too', () => {
    bed.type('cat > here.yaml <<EOF\na: b\nEOF');
    expect(bed.type('cat here.yaml')).toBe('a: b\n');
  });

  it('are read by kubectl, one by one or all of a folder', () => {
    bed.type('cat > app/base/two.yaml', configMap('two'));
    expect(bed.type('kubectl apply -f app/base/cm.yaml')).toBe('configmap/one created\n');
    expect(bed.type('kubectl apply -f app/base')).toBe(
      'configmap/one unchanged\nconfigmap/two created\n',
    );
    expect(bed.type('kubectl get -f app/base/two.yaml -o name')).toBe('configmap/two\n');
    expect(bed.type('kubectl delete -f app/base')).toBe(
      'configmap "one" deleted from default namespace\n' +
        'configmap "two" deleted from default namespace\n',
    );
    expect(bed.type('kubectl apply -f nowhere.yaml')).toBe(
      'error: the path "nowhere.yaml" does not exist\n',
    );
  });

  it('are found from the folder that somebody has gone to, by the shell and by kubectl', () => {
    expect(bed.type('cd app && pwd')).toBe('/home/admin/app\n');
    expect(bed.type('pwd; ls')).toBe('/home/admin/app\nbase\nnotes.txt\n');
    expect(bed.type('kubectl apply -f base/cm.yaml')).toBe('configmap/one created\n');
    expect(bed.type('kubectl delete -f base/cm.yaml --now')).toContain('deleted');
    expect(bed.type('cd nowhere')).toBe(
      "sh: cd: line 0: can't cd to nowhere: No such file or directory\n",
    );
    expect(bed.type('cd base; cd ..; cd base/..; pwd')).toBe('/home/admin/app\n');
    // What a subshell does, it does for itself.
    expect(bed.type('echo here; (cd base; pwd)')).toBe('here\n/home/admin/app/base\n');
    expect(bed.type('pwd')).toBe('/home/admin/app\n');
    expect(bed.type('cd')).toBe('');
    expect(bed.type('pwd')).toBe('/home/admin\n');
  });

  it('are changed in place, and searched', () => {
    bed.type('cat > image.yaml', 'image: nginx:1.27\nname: web\n');
    expect(bed.type("sed -i 's/1.27/1.28/' image.yaml")).toBe('');
    expect(bed.type('grep -n image image.yaml')).toBe('1:image: nginx:1.28\n');
    expect(bed.type("awk '{ print $2 }' image.yaml | sort -r")).toBe('web\nnginx:1.28\n');
    bed.type('rm image.yaml');
  });

  it('are those of home again when the folder that somebody stood in has gone', () => {
    bed.type('mkdir gone; cd gone');
    bed.type('rmdir /home/admin/gone');
    expect(bed.type('pwd')).toBe('/home/admin\n');
  });

  it('have their paths in errors', () => {
    bed.type('cat > bad.yaml', 'a: b: c\n');
    expect(bed.type('kubectl apply -f bad.yaml')).toContain('error: error parsing bad.yaml: ');
    bed.type('cat > kind.yaml', 'apiVersion: v1\n');
    expect(bed.type('kubectl create -f kind.yaml')).toContain('error validating "kind.yaml": ');
  });

  it('may be somewhere else: kubectl asks the server that a URL names', () => {
    const data = { 'cm.yaml': configMap('far'), 'bad.yaml': 'a: b: c\n' };
    bed.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'files' }, data });
    const command = ['httpd', '-f', '-p', '8090', '-h', '/www'];
    bed.apply({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'files' } },
      spec: {
        hostNetwork: true,
        volumes: [{ name: 'files', configMap: { name: 'files' } }],
        containers: [
          {
            name: 'app',
            image: 'busybox',
            command,
            volumeMounts: [{ name: 'files', mountPath: '/www' }],
          },
        ],
      },
    });
    bed.wait(15);
    const from = `http://${bed.run("get pod files -o 'jsonpath={.status.hostIP}'")}:8090`;
    expect(bed.type(`kubectl apply -f ${from}/cm.yaml`)).toBe('configmap/far created\n');
    expect(bed.type(`kubectl delete -f ${from}/cm.yaml`)).toContain('configmap "far" deleted');
    expect(bed.type(`kubectl apply -f ${from}/bad.yaml`)).toContain(
      `error: error parsing ${from}/bad.yaml: `,
    );
    expect(bed.type(`kubectl apply -f ${from}/none.yaml`)).toBe(
      `error: unable to read URL "${from}/none.yaml", server reported 404 Not Found, ` +
        'status code=404\n',
    );
    expect(bed.type(`kubectl apply -f ${from.replace('http:', 'https:')}/cm.yaml`)).toBe(
      'Unable to connect to the server: http: server gave HTTP response to HTTPS client\n',
    );
  });

  it('cannot be read from where nobody answers, which kubectl tries three times', () => {
    const { sim } = bed.simulation;
    const before = sim.now;
    expect(bed.type('kubectl apply -f https://k8s.io/examples/pods/simple-pod.yaml')).toBe(
      'Unable to connect to the server: dial tcp: lookup k8s.io: no such host\n',
    );
    expect(sim.now - before).toBeGreaterThan(seconds(2));
    expect(bed.type('kubectl apply -f http://172.30.0.11:81/pod.yaml')).toBe(
      'The connection to the server 172.30.0.11:81 was refused - did you specify the right host ' +
        'or port?\n',
    );
  });

  it('go away again', () => {
    expect(bed.type('rm -r app here.yaml bad.yaml kind.yaml')).toBe('');
    expect(bed.type('ls')).toBe('');
  });
});

describe('kubectl with a kustomization', () => {
  const bed = new PersonBed();
  bed.type('mkdir base over');
  bed.type(
    'cat > base/kustomization.yaml',
    'resources: [cm.yaml]\nconfigMapGenerator:\n- {name: made, literals: [a=b]}\n',
  );
  bed.type('cat > base/cm.yaml', configMap('plain'));
  bed.type('cat > over/kustomization.yaml', 'resources: [../base]\nnamePrefix: x-\n');

  it('prints what it builds', () => {
    expect(bed.type('kubectl kustomize over')).toBe(
      [
        ...['apiVersion: v1', 'data:', '  a: b', 'kind: ConfigMap', 'metadata:'],
        ...['  name: x-made-4h2mbtbbt6', '---'],
        ...['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: x-plain', ''],
      ].join('\n'),
    );
  });

  it('applies, reads, compares and deletes the same objects', () => {
    const made = 'x-made-4h2mbtbbt6';
    expect(bed.type('kubectl apply -k over')).toBe(
      `configmap/${made} created\nconfigmap/x-plain created\n`,
    );
    expect(bed.type('kubectl diff -k over')).toBe('');
    expect(bed.type('kubectl get -k over -o name')).toBe(`configmap/${made}\nconfigmap/x-plain\n`);
    expect(bed.type('kubectl create -k over')).toContain('already exists');
    expect(bed.type('kubectl delete -k over')).toContain('configmap "x-plain" deleted');
  });

  it('refuses two sources, and a folder that is none', () => {
    expect(bed.type('kubectl apply -k over -f base/cm.yaml')).toBe(
      'error: only one of -f or -k can be specified\n',
    );
    expect(bed.type('kubectl apply -k nowhere')).toContain(
      "evalsymlink failure on 'nowhere' : lstat /home/admin/nowhere: no such file or directory",
    );
  });
});

describe('ssh on the machine that a person types on', () => {
  const bed = new PersonBed();
  bed.run('create service clusterip web --tcp=80 --clusterip=10.96.0.50');
  bed.wait(3);

  it('shows what kube-proxy wrote on a node, as the tools there print it', () => {
    const rules = bed.type('ssh node-1 "sudo iptables-save -t filter | grep default/web"');
    expect(rules).toMatch(/^-A KUBE-SERVICES -d 10\.96\.0\.50\/32 -p tcp .* has no endpoints/);
    expect(bed.type('ssh root@node-1 iptables-save -t filter')).toContain('*filter\n');
    expect(bed.type('ssh node-1 ps')).toContain('PID');
  });

  it('says in its own words whom it cannot reach', () => {
    expect(bed.type('ssh node-9 ls')).toBe(
      'ssh: Could not resolve hostname node-9: Name or service not known\n',
    );
    expect(bed.type('ssh node-1')).toContain('ssh without a command is not simulated');
    expect(bed.type('ssh node-1 sudo frobnicate')).toContain('not found');
    bed.host('reboot_node 1');
    expect(bed.type('ssh node-1 ip addr')).toBe(
      'ssh: connect to host node-1 port 22: No route to host\n',
    );
  });
});
