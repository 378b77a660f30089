/** Descriptions of metadata, and of the kinds of all groups but the core group. */
import type { Words } from './words.ts';

export const otherWords: Readonly<Record<string, Words>> = {
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
    backoffLimitPerIndex: 'How many failures are too many for one index.',
    managedBy: 'The controller that runs the job, if not the built-in one.',
    manualSelector: 'Whether selector is set by hand. Do not, unless you must.',
    maxFailedIndexes: 'How many indexes may fail before the job does.',
    podReplacementPolicy: 'Whether a pod is replaced as it begins to end, or once it has failed.',
    selector: 'The labels of its pods. Made by the server.',
    successPolicy: 'When some indexes are enough for success.',
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
  'apps.DeploymentStatus': {
    availableReplicas: 'Pods that have been ready for minReadySeconds.',
    conditions: 'Available, Progressing, ReplicaFailure.',
    observedGeneration: 'The generation that the controller has last seen.',
    readyReplicas: 'Pods that are ready.',
    replicas: 'All pods that belong to it.',
    unavailableReplicas: 'Pods that are missing.',
    updatedReplicas: 'Pods with the newest template.',
  },
  'apps.ReplicaSetSpec': {
    minReadySeconds: 'How long a new pod must be ready to count as available.',
    replicas: 'How many pods. 1 unless said.',
    selector: 'The labels of its pods.',
    template: 'What its pods look like.',
  },
  'apps.StatefulSetSpec': {
    minReadySeconds: 'How long a new pod must be ready to count as available.',
    ordinals: 'The number of the first pod.',
    persistentVolumeClaimRetentionPolicy: 'What becomes of claims when the set shrinks or goes.',
    podManagementPolicy: 'One after the other, or all at once.',
    replicas: 'How many pods. 1 unless said.',
    revisionHistoryLimit: 'How many old revisions are kept. 10 unless said.',
    selector: 'The labels of its pods.',
    serviceName: 'The headless service that gives each pod a name in the DNS.',
    template: 'What its pods look like.',
    updateStrategy:
      'Whether pods are replaced when the template changes, and from which number on.',
    volumeClaimTemplates: 'Claims that are made for each pod, and stay with it.',
  },
  'apps.DaemonSetSpec': {
    minReadySeconds: 'How long a new pod must be ready to count as available.',
    revisionHistoryLimit: 'How many old revisions are kept. 10 unless said.',
    selector: 'The labels of its pods.',
    template: 'What its pods look like.',
    updateStrategy: 'Whether pods are replaced when the template changes, and how many at once.',
  },
  'batch.CronJobSpec': {
    concurrencyPolicy: 'Whether a job may begin while the last one runs.',
    failedJobsHistoryLimit: 'How many failed jobs are kept. 1 unless said.',
    jobTemplate: 'What its jobs look like.',
    schedule: 'Minute, hour, day, month and day of the week, as in cron.',
    startingDeadlineSeconds: 'How late a job may still begin.',
    successfulJobsHistoryLimit: 'How many finished jobs are kept. 3 unless said.',
    suspend: 'Whether no job begins.',
    timeZone: 'The zone of the schedule. That of the controller unless said.',
  },
  'networking.IngressSpec': {
    defaultBackend: 'Where a request goes that no rule takes.',
    ingressClassName: 'Who implements it.',
    rules: 'Hosts and paths, and the services behind them.',
    tls: 'Hosts with the Secrets of their certificates.',
  },
  'networking.NetworkPolicySpec': {
    egress: 'Traffic that the pods may send; none if empty.',
    ingress: 'Traffic that the pods may take; none if empty.',
    podSelector: 'The pods that it is about; all if empty.',
    policyTypes: 'Which of the two directions it is about.',
  },
  'autoscalingv2.HorizontalPodAutoscalerSpec': {
    behavior: 'How fast it may go up and down.',
    maxReplicas: 'The most pods.',
    metrics: 'What is measured, and what it should be.',
    minReplicas: 'The fewest pods. 1 unless said.',
    scaleTargetRef: 'The workload whose replicas it sets.',
  },
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
