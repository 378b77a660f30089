/** Folders with kustomizations: one rule of kustomize each, and mistakes. */

const deploy = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      serviceAccountName: runner
      containers:
      - name: app
        image: nginx:1.25
        ports:
        - containerPort: 80
        env:
        - name: A
          value: a
        - name: FROM
          valueFrom: {configMapKeyRef: {name: conf, key: a}}
        envFrom:
        - secretRef: {name: sec}
      - name: side
        image: registry.example:5000/team/side@sha256:abc
      initContainers:
      - {name: init, image: "busybox"}
      volumes:
      - name: data
        persistentVolumeClaim: {claimName: data}
      - name: c
        configMap: {name: conf}
`;
const service = `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {team: "1"}
spec:
  selector: {app: web}
  ports:
  - {port: 80, protocol: TCP, targetPort: 8080}
  - {port: 80, protocol: UDP, targetPort: 8081}
`;
const others = `apiVersion: v1
kind: ServiceAccount
metadata: {name: runner}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {storageClassName: fast, accessModes: [ReadWriteOnce]}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: x
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: bind}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: role}
subjects:
- {kind: ServiceAccount, name: runner, namespace: default}
- {kind: ServiceAccount, name: default}
- {kind: User, name: jane}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: role}
rules:
- {apiGroups: [""], resources: [configmaps], resourceNames: [conf], verbs: [get]}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: example.com/v1
kind: Thing
metadata: {name: thing}
spec: {containers: [{image: nginx}], list: [{name: a}, {name: b}]}
`;
const generators = `configMapGenerator:
- name: conf
  literals: [a=b, "c='quoted'", d=1=2]
secretGenerator:
- name: sec
  literals: [p=q]
`;
const baseFiles = {
  'base/kustomization.yaml': `resources: [deploy.yaml, service.yaml, others.yaml]\n${generators}`,
  'base/deploy.yaml': deploy,
  'base/service.yaml': service,
  'base/others.yaml': others,
};

/** An overlay of the base above. */
const over = (text, more = {}) => ({
  files: { ...baseFiles, 'over/kustomization.yaml': `resources: [../base]\n${text}`, ...more },
});
/** A kustomization without a base. */
const alone = (text, more = {}) => ({ files: { 'over/kustomization.yaml': text, ...more } });

const patch = (body, more = '') =>
  over(`patches:\n- patch: |-\n${body.replace(/^/gm, '    ')}\n${more}`);
const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';
const inPod = `${head}spec:\n  template:\n    spec:\n`;
const onWeb = '  target: {kind: Deployment, name: web}\n';

const rules = [
  over(''),
  over('namePrefix: pre-\n'),
  over('nameSuffix: -suf\n'),
  over('namePrefix: pre-\nnameSuffix: -suf\nnamespace: shop\n'),
  over('namespace: shop\n'),
  over('labels:\n- pairs: {team: red, x: "1"}\n'),
  over('labels:\n- pairs: {team: red}\n  includeSelectors: true\n'),
  over('labels:\n- pairs: {team: red}\n  includeTemplates: true\n- pairs: {own: z}\n'),
  over('commonLabels: {team: red}\n'),
  over('commonAnnotations: {note: "yes", a/b: c}\n'),
  over('images:\n- {name: nginx, newTag: "1.27"}\n'),
  over('images:\n- {name: nginx, newName: my/nginx}\n- {name: busybox, digest: sha256:def}\n'),
  over('images:\n- {name: "registry.example:5000/team/side", newTag: v2}\n'),
  over('images:\n- {name: nginx, tagSuffix: -slim}\n'),
  over('images:\n- {name: nginx, newTag: a, digest: sha256:def}\n'),
  over('replicas:\n- {name: web, count: 4}\n'),
  over('namePrefix: p-\nreplicas:\n- {name: web, count: 0}\n'),
  over('generatorOptions: {disableNameSuffixHash: true}\n'),
  over('configMapGenerator:\n- {name: conf, behavior: merge, literals: [a=z, new=1]}\n'),
  over('configMapGenerator:\n- {name: conf, behavior: replace, literals: [only=1]}\n'),
  over('sortOptions: {order: fifo}\n'),
  over(
    'sortOptions:\n  order: legacy\n  legacySortOptions: {orderFirst: [Deployment], orderLast: [Secret]}\n',
  ),
  patch(`${head}spec:\n  replicas: 3\n  paused: null\n`),
  patch(`${inPod}      containers:\n      - name: side\n        image: side:2\n`),
  patch(`${inPod}      containers:\n      - name: new\n        image: new:1\n`),
  patch(
    `${inPod}      containers:\n      - name: app\n        env:\n        - {name: B, value: b}\n`,
  ),
  patch(
    `${inPod}      containers:\n      - name: app\n        ports:\n        - {containerPort: 81}\n`,
  ),
  patch(`${inPod}      containers:\n      - name: side\n        $patch: delete\n`),
  patch(
    `${inPod}      containers:\n      - name: app\n        args: [a, b]\n        image: null\n`,
  ),
  patch(`${inPod}      containers:\n      - $patch: replace\n      - {name: one, image: one}\n`),
  patch(`${inPod}      volumes:\n      - {name: data, emptyDir: {}}\n`),
  patch(`$patch: delete\n${head}`),
  patch(`${head}spec:\n  selector:\n    $patch: replace\n    matchLabels: {x: y}\n`),
  patch(
    'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n  - {port: 80, protocol: UDP, targetPort: 1}\n  - {port: 443}\n',
  ),
  patch(
    'apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: thing}\nspec: {list: [{name: c}]}\n',
  ),
  patch(`${head}  labels: {new: label}\n  annotations: {gone: null}\n`),
  patch('kind: X\nmetadata: {name: another}\nspec: {replicas: 9}\napiVersion: v1\n', onWeb),
  patch(
    `kind: Deployment\napiVersion: apps/v1\nmetadata: {name: other}\n`,
    `${onWeb}  options: {allowNameChange: true}\n`,
  ),
  patch(
    '- op: replace\n  path: /spec/template/spec/containers/0/image\n  value: x:1\n- op: add\n  path: /metadata/labels\n  value: {a: b}\n',
    onWeb,
  ),
  patch('[{"op":"remove","path":"/spec/template/spec/volumes"}]', onWeb),
  patch(
    '- {op: add, path: /metadata/annotations, value: {x: "y"}}\n',
    '  target: {kind: "Dep.*|Service"}\n',
  ),
  patch(
    '- {op: test, path: /metadata/name, value: web}\n',
    '  target: {name: w.b, namespace: default}\n',
  ),
  patch(
    '- {op: add, path: /metadata/labels, value: {a: b}}\n',
    '  target: {annotationSelector: "team=1"}\n',
  ),
  over('namespace: shop\npatches:\n- path: p.yaml\n', {
    'over/p.yaml': `${head}spec:\n  replicas: 2\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  type: NodePort\n`,
  }),
  over(`patchesStrategicMerge:\n- p.yaml\n`, { 'over/p.yaml': `${head}spec:\n  replicas: 2\n` }),
  over('patchesJson6902:\n- path: p.yaml\n  target: {version: v1, kind: Service, name: web}\n', {
    'over/p.yaml': '- {op: replace, path: /spec/ports/0/port, value: 81}\n',
  }),
  {
    files: {
      ...baseFiles,
      'mid/kustomization.yaml': 'resources: [../base]\nnamePrefix: mid-\nnameSuffix: -m\n',
      'over/kustomization.yaml': 'resources: [../mid]\nnamePrefix: top-\nnamespace: shop\n',
    },
  },
  {
    files: {
      ...baseFiles,
      'a/kustomization.yaml': 'resources: [../base]\nnamePrefix: a-\n',
      'b/kustomization.yaml': 'resources: [../base]\nnamePrefix: b-\n',
      'over/kustomization.yaml': 'resources: [../a]\nnamePrefix: all-\n',
    },
  },
  {
    files: {
      'app/kustomization.yaml':
        'resources: [d.yaml]\nconfigMapGenerator: [{name: conf, literals: [a=b]}]\n',
      'app/d.yaml': deploy,
      'a/kustomization.yaml': 'resources: [../app]\nnamePrefix: a-\n',
      'b/kustomization.yaml': 'resources: [../app]\nnamePrefix: b-\n',
      'over/kustomization.yaml': 'resources: [../a, ../b]\n',
    },
  },
  over('components: [../part]\n', {
    'part/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches:\n- patch: |-\n' +
      `${head.replace(/^/gm, '    ')}spec: {replicas: 7}\n`.replace('    spec', '    spec'),
  }),
];

const made = [
  alone('configMapGenerator:\n- name: files\n  files: [a.txt, key=b.txt]\n', {
    'over/a.txt': 'first\nsecond\n',
    'over/b.txt': 'tab\there "quotes" and é\n',
  }),
  alone('configMapGenerator:\n- name: env\n  envs: [x.env]\n- name: one\n  env: x.env\n', {
    'over/x.env': '# note\nA=1\n\n  B = two\nC\nD="q"\n',
  }),
  alone('secretGenerator:\n- {name: tls, type: kubernetes.io/tls, literals: [a=b]}\n'),
  alone(`secretGenerator:\n- {name: long, literals: [a=${'0123456789'.repeat(12)}]}\n`),
  alone('configMapGenerator:\n- {name: empty}\nsecretGenerator:\n- {name: none}\n'),
  alone(
    'generatorOptions: {labels: {a: "1"}, annotations: {note: x}, immutable: true}\n' +
      'configMapGenerator:\n- name: c\n  literals: [a=b]\n  options: {labels: {b: "2"}, disableNameSuffixHash: true}\n',
  ),
  alone(
    'namespace: shop\nconfigMapGenerator:\n- {name: c, namespace: other, literals: ["a=<&>"]}\n',
  ),
  alone(
    'configMapGenerator:\n- {name: c, literals: ["a=1\\n2\\n", "b= x", "on=true", "two=007"]}\n',
  ),
  alone('resources: [list.yaml]\nnamePrefix: p-\n', {
    'over/list.yaml': `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n- {apiVersion: v1, kind: Pod, metadata: {name: b, creationTimestamp: null}}\n`,
  }),
  alone('resources: [p.yaml]\n', {
    'over/p.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a, annotations: {config.kubernetes.io/local-config: "true"}}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: b}\n',
  }),
];

const mistakes = [
  { files: { 'x/a.yaml': '' }, folder: 'x' },
  { files: { 'x/a.yaml': '' }, folder: 'nowhere' },
  alone(''),
  alone('foo: bar\n'),
  alone('resources: x\n'),
  alone('images: [{named: x}]\n'),
  alone('namePrefix: 1\n'),
  alone('kind: Other\nresources: [x.yaml]\n'),
  alone('apiVersion: v1\nresources: [x.yaml]\n'),
  alone('resources: [missing.yaml]\n'),
  alone('resources: [../up]\n'),
  alone('resources: [.]\n'),
  alone('resources: [../out.yaml]\n', { 'out.yaml': service }),
  alone('resources: [a.yaml]\n', { 'over/a.yaml': 'a: b: c\n' }),
  alone('resources: [a.yaml]\n', { 'over/a.yaml': 'metadata: {name: x}\n' }),
  alone('resources: [a.yaml]\n', { 'over/a.yaml': 'kind: Pod\napiVersion: v1\n' }),
  alone('resources: [a.yaml, b.yaml]\n', { 'over/a.yaml': service, 'over/b.yaml': service }),
  alone('resources: [sub]\n', { 'over/sub/x.yaml': service }),
  alone('configMapGenerator:\n- {name: c, literals: [nokey]}\n'),
  alone('configMapGenerator:\n- {name: c, literals: [a=1, a=2]}\n'),
  alone('configMapGenerator:\n- {name: c, literals: ["a b=1"]}\n'),
  alone('configMapGenerator:\n- {name: c, files: [no.txt]}\n'),
  alone('configMapGenerator:\n- {literals: [a=1]}\n'),
  alone('configMapGenerator:\n- {name: c, behavior: merge, literals: [a=1]}\n'),
  over('configMapGenerator:\n- {name: conf, literals: [a=1]}\n'),
  over('replicas:\n- {name: nothing, count: 1}\n'),
  over('patches:\n- path: no.yaml\n'),
  over('patches:\n- target: {kind: Pod}\n'),
  patch('apiVersion: v1\nkind: Pod\nmetadata: {name: nobody}\n'),
  patch('just text\n'),
  patch('- {op: replace, path: /spec/nothing/x, value: 1}\n', onWeb),
  patch('- {op: add, path: /spec/x, value: 1}\n'),
  over('sortOptions: {order: random}\n'),
  over('namespace: default\npatchesStrategicMerge: [no.yaml]\n'),
  {
    files: { 'x/kustomization.yaml': 'namePrefix: a\n', 'x/kustomization.yml': 'namePrefix: b\n' },
    folder: 'x',
  },
];

export const cases = [...rules, ...made, ...mistakes];
