/**
 * Descriptions of kinds and fields, in this project's own words: the recorded documents of the
 * server have no descriptions. Keys are type names of apimachinery's schema table; within a type
 * the key `` is the type itself. Fields that many types share are under `*`.
 */
type Words = Readonly<Record<string, string>>;

const everywhere: Words = {
  apiVersion:
    'The group and version of the schema in which this object is written. Servers convert what they know and reject what they do not.',
  kind: 'The kind of this object, in CamelCase. It cannot be changed.',
  metadata: "The object's standard metadata: name, namespace, labels and more.",
  spec: 'What is wanted. The controllers of the cluster work towards it.',
  status: 'What was last observed. It is written by the system and may lag behind.',
  items: 'The objects of the list.',
};

const types: Readonly<Record<string, Words>> = {
  'meta.ObjectMeta': {
    '': 'What every stored object has beside its own content.',
    annotations:
      'Free key and value pairs for tools and people. They are not used to select objects.',
    // The server's own first sentence: clients look for it in what `explain` says of metadata.
    creationTimestamp:
      'CreationTimestamp is a timestamp representing the server time when this object was created. ' +
      'It is set by the server.',
    deletionGracePeriodSeconds:
      'How long the object may take to end once its deletion was asked for.',
    deletionTimestamp: 'When the object is to be gone. Set by the server when somebody deletes it.',
    finalizers:
      'What must be done before the object is removed. Each entry is taken out by whoever does its part.',
    generateName: 'A prefix from which the server makes a unique name when no name is given.',
    generation: 'Counts the changes of what is wanted. Set by the server.',
    labels: 'Key and value pairs by which objects are selected and grouped.',
    managedFields: 'Which client owns which fields. Kept by the server for server-side apply.',
    name: 'Unique within a namespace among the objects of its kind. It cannot be changed.',
    namespace: 'The space within which the name is unique. Empty means "default".',
    ownerReferences:
      'The objects that this one depends on. It is garbage once all of them are gone.',
    resourceVersion:
      'Changes with every write. Clients send it back to find out whether somebody else wrote meanwhile.',
    selfLink: 'No longer set.',
    uid: 'Unique in time and space: an object that is made again under the same name has another.',
  },
  'meta.LabelSelector': {
    '': 'Selects objects by their labels. An empty one selects all.',
    matchExpressions: 'Requirements on labels, all of which must hold.',
    matchLabels: 'Labels that an object must have with these values.',
  },
  'core.Pod': { '': 'Containers that run together on one node.' },
  'core.PodSpec': {
    '': 'What a pod is made of and where it may run.',
    activeDeadlineSeconds: 'After how many seconds the pod is ended, however far it came.',
    affinity: 'Rules about the nodes that the pod may or should run on.',
    automountServiceAccountToken:
      'Whether a token of the service account is mounted in the containers.',
    containers:
      'The containers of the pod. There must be at least one. They cannot be added or removed later.',
    dnsConfig: 'Settings of name resolution beside those of dnsPolicy.',
    dnsPolicy: 'How names are resolved. "ClusterFirst" unless said.',
    enableServiceLinks: 'Whether the services of the namespace stand in environment variables.',
    ephemeralContainers: 'Containers that were added to the running pod to look into it.',
    hostAliases: 'Entries for the hosts file of the pod.',
    hostIPC: "Use the node's IPC namespace.",
    hostNetwork: "Use the node's network namespace.",
    hostPID: "Use the node's PID namespace.",
    hostname: 'The host name of the pod. Its own name unless said.',
    imagePullSecrets: 'Secrets with the credentials for pulling the images.',
    initContainers:
      'Containers that run one after the other, to their end, before the others start.',
    nodeName: 'The node the pod runs on. Set by the scheduler.',
    nodeSelector: 'Labels that a node must have for the pod to run there.',
    priority: 'The number behind priorityClassName. Set at admission.',
    priorityClassName: 'How important the pod is: who may push out whom.',
    readinessGates: 'Conditions that must be true beside the containers for the pod to be ready.',
    restartPolicy: 'What happens when a container ends. "Always" unless said.',
    runtimeClassName: 'The RuntimeClass that says which container runtime runs the pod.',
    schedulerName: 'Which scheduler places the pod.',
    schedulingGates: 'While there are any, the scheduler does not look at the pod.',
    securityContext: 'Settings of security for all containers of the pod.',
    serviceAccount: 'The old name of serviceAccountName.',
    serviceAccountName: 'The ServiceAccount as which the pod speaks to the API server.',
    shareProcessNamespace: "Whether the containers see each other's processes.",
    subdomain: 'Together with the host name: the name of the pod in the DNS of a headless service.',
    terminationGracePeriodSeconds:
      'How long the processes may take to end before they are killed. 30 unless said.',
    tolerations: 'Taints of nodes that do not keep this pod away.',
    topologySpreadConstraints: 'How pods of a group are spread over zones, nodes and the like.',
    volumes: 'What the containers may mount.',
  },
  'core.PodStatus': {
    '': 'What is known of a pod.',
    conditions: 'What the pod has come to: scheduled, initialized, ready.',
    containerStatuses: 'One entry for each container.',
    hostIP: 'The address of the node.',
    message: 'Why the pod is in this state, for people.',
    phase: 'Where the pod is in its life, as a summary.',
    podIP: 'The address of the pod in the network of the cluster.',
    qosClass:
      'The class that follows from requests and limits: who is ended first when memory is short.',
    reason: 'Why the pod is in this state, in one word.',
    startTime: 'When the kubelet took up the pod.',
  },
  'core.Container': {
    '': 'One program of a pod, in an image of its own.',
    args: 'Arguments of the command. Those of the image unless given.',
    command: 'The command, not run in a shell. That of the image unless given.',
    env: 'Environment variables.',
    envFrom: 'ConfigMaps and Secrets whose entries become environment variables.',
    image: 'The name of the image.',
    imagePullPolicy:
      'When the image is pulled. "Always" for the tag latest, "IfNotPresent" for others.',
    lifecycle: 'What is done after the start and before the end.',
    livenessProbe: 'How the kubelet finds out that the container must be restarted.',
    name: 'Unique within the pod. It cannot be changed.',
    ports: 'Ports that the container opens. Leaving one out does not close it.',
    readinessProbe: 'How the kubelet finds out whether the container can serve.',
    resizePolicy: 'What happens to the container when its resources are resized.',
    resources: 'What the container asks for, and what it may use at most.',
    restartPolicy:
      'For init containers: "Always" makes it a sidecar, which runs beside the others.',
    securityContext: 'Settings of security; they outrank those of the pod.',
    startupProbe: 'Until it succeeds, the other probes wait.',
    stdin: 'Whether the container keeps a standard input.',
    terminationMessagePath: 'A file in which the container leaves its last words.',
    terminationMessagePolicy: 'Where last words come from: the file alone, or the log as well.',
    tty: 'Whether the container has a terminal.',
    volumeMounts: 'Volumes of the pod and where they appear.',
    workingDir: 'Where the command runs. That of the image unless given.',
  },
  'core.ResourceRequirements': {
    '': 'What a container needs of its node.',
    claims: 'Resource claims of the pod that this container uses.',
    limits: 'The most that may be used.',
    requests: 'What is set aside. The limits unless said.',
  },
  'core.Probe': {
    '': 'A check that the kubelet makes again and again.',
    exec: 'A command inside the container; 0 is success.',
    failureThreshold: 'After how many failures in a row the check has failed. 3 unless said.',
    grpc: 'A call of the gRPC health service.',
    httpGet: 'A request; 200 to 399 is success.',
    initialDelaySeconds: 'How long after the start the first check is made.',
    periodSeconds: 'How often. Every 10 seconds unless said.',
    successThreshold: 'After how many successes in a row a failed check is good again.',
    tcpSocket: 'A connection that must open.',
    timeoutSeconds: 'How long an answer may take. 1 unless said.',
  },
  'core.Service': { '': 'One name and address for a group of pods.' },
  'core.ServiceSpec': {
    '': 'Which pods, under which address and ports.',
    clusterIP: 'The address. Given by the server unless set; "None" makes the service headless.',
    externalIPs: 'Addresses outside the cluster whose traffic nodes accept for this service.',
    externalName: 'A name elsewhere that the name of this service stands for.',
    externalTrafficPolicy: 'Whether traffic from outside may go on to other nodes.',
    internalTrafficPolicy: 'Whether traffic from inside stays on its node.',
    loadBalancerClass: 'Which implementation of load balancers is meant.',
    ports: 'The ports that the service opens.',
    publishNotReadyAddresses: 'Whether pods that are not ready belong to it as well.',
    selector: 'The labels of the pods behind the service.',
    sessionAffinity: 'Whether a client keeps its pod.',
    type: 'How the service is reached. "ClusterIP" unless said.',
  },
  'core.ConfigMap': {
    '': 'Settings as keys and values.',
    binaryData: 'Values that are no text, in base64.',
    data: 'Values as text.',
    immutable: 'Whether the values are fixed for good.',
  },
  'core.Secret': {
    '': 'Keys and values that few should read. At most 1 MiB.',
    data: 'Values in base64.',
    immutable: 'Whether the values are fixed for good.',
    stringData: 'Values as text; written only, they end up in data.',
    type: 'What sort of secret it is.',
  },
  'core.Namespace': { '': 'A space for names, and a border for quotas and permissions.' },
  'core.Node': { '': 'A machine that runs pods.' },
  'core.NodeSpec': {
    podCIDR: 'The range of pod addresses of this node.',
    providerID: 'The name of the machine at a cloud provider.',
    taints: 'What keeps pods away that do not tolerate it.',
    unschedulable: 'Whether new pods are kept away (cordon).',
  },
  'core.PersistentVolume': { '': 'A piece of storage, which a claim can be bound to.' },
  'core.PersistentVolumeClaim': { '': 'A request for storage.' },
  'core.ServiceAccount': { '': 'An identity for processes in pods.' },
  'core.Event': { '': 'Something that happened to an object, kept for an hour.' },
  'core.ResourceQuota': { '': 'Limits on what a namespace may use altogether.' },
  'core.LimitRange': { '': 'Limits and defaults for each pod, container or claim of a namespace.' },
  'apps.Deployment': {
    '': 'Keeps replicas of a pod, and replaces them step by step when their template changes.',
  },
  'apps.DeploymentSpec': {
    '': 'How many replicas of what, and how they are replaced.',
    minReadySeconds: 'How long a new pod must be ready to count as available.',
    paused: 'Whether changes of the template wait.',
    progressDeadlineSeconds:
      'After how long without progress a rollout counts as stuck. 600 unless said.',
    replicas: 'How many pods. 1 unless said.',
    revisionHistoryLimit: 'How many old ReplicaSets are kept to go back to. 10 unless said.',
    selector: 'The labels of its pods. It must fit the template and cannot be changed.',
    strategy: 'How old pods are replaced by new ones.',
    template: 'What its pods look like.',
  },
  'apps.DeploymentStrategy': {
    rollingUpdate: 'The pace of a rolling update.',
    type: '"Recreate" ends all old pods first, "RollingUpdate" replaces them step by step.',
  },
  'apps.RollingUpdateDeployment': {
    maxSurge:
      'How many pods there may be beyond the replicas, as a number or a share. 25% unless said.',
    maxUnavailable: 'How many may be missing, as a number or a share. 25% unless said.',
  },
  'apps.ReplicaSet': { '': 'Keeps a number of equal pods.' },
  'apps.StatefulSet': { '': 'Keeps pods with a fixed name, order and storage each.' },
  'apps.DaemonSet': { '': 'Keeps one pod on every node that fits.' },
  'batch.Job': { '': 'Runs pods until enough of them have ended well.' },
  'batch.JobSpec': {
    activeDeadlineSeconds: 'After how many seconds the job is ended.',
    backoffLimit: 'How many failures are too many. 6 unless said.',
    completionMode: 'Whether each completion has an index.',
    completions: 'How many pods must end well.',
    parallelism: 'How many pods may run at once.',
    podFailurePolicy: 'What failures of pods mean.',
    suspend: 'Whether the job waits.',
    template: 'What its pods look like.',
    ttlSecondsAfterFinished: 'After how many seconds a finished job is removed.',
  },
  'batch.CronJob': { '': 'Makes a job again and again, as a schedule says.' },
  'autoscaling.HorizontalPodAutoscaler': {
    '': 'Changes the replicas of a workload as its load changes.',
  },
  'networking.Ingress': { '': 'Rules for HTTP traffic from outside to services.' },
  'networking.NetworkPolicy': { '': 'Which traffic pods may take and send.' },
  'rbac.Role': { '': 'Permissions within a namespace.' },
  'rbac.ClusterRole': { '': 'Permissions in the whole cluster, or to be bound in namespaces.' },
  'rbac.RoleBinding': {
    '': 'Gives a role to users, groups or service accounts within a namespace.',
  },
  'rbac.ClusterRoleBinding': {
    '': 'Gives a cluster role to users, groups or service accounts everywhere.',
  },
  'rbac.PolicyRule': {
    apiGroups: 'The groups of the resources; "" is the core group, "*" all.',
    nonResourceURLs: 'Paths that are no resources.',
    resourceNames: 'Only these objects; all unless said.',
    resources: 'The resources; "*" all, "pods/log" a subresource.',
    verbs: 'What may be done; "*" everything.',
  },
  'policy.PodDisruptionBudget': {
    '': 'How many pods of a group may be taken away at once by evictions.',
  },
  'storage.StorageClass': { '': 'A sort of storage, and who provides it.' },
  'certificatesv1beta1.ClusterTrustBundle': {
    '': 'Certificates of authorities, by which Pods may trust what a signer has signed.',
  },
  'certificatesv1beta1.ClusterTrustBundleSpec': {
    signerName:
      'The signer whose anchors these are. The name of the bundle begins with it, with a colon in ' +
      'place of the slash. It cannot be changed.',
    trustBundle: 'The certificates in PEM, each once. Their order has no meaning.',
  },
  'scheduling.PriorityClass': { '': 'A name for how important pods are.' },
  'coordination.Lease': { '': 'Says who holds something, and until when it must be renewed.' },
};

/** `undefined`: there is no description. The field `` is the type itself. */
export const descriptionOf = (type: string, field: string): string | undefined =>
  types[type]?.[field] ?? (field === '' ? undefined : everywhere[field]);
