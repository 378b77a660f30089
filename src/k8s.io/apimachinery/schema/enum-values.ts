/**
 * The values of named text types, as the OpenAPI documents of v1.36.3 list them.
 *
 * Read from the recorded schemas; keys are type names of apimachinery's schema table.
 */
const words: Readonly<Record<string, string>> = {
  'admissionregistration.FailurePolicyType': 'Fail Ignore',
  'admissionregistration.MatchPolicyType': 'Equivalent Exact',
  'admissionregistration.OperationType': '* CONNECT CREATE DELETE UPDATE',
  'admissionregistration.PatchType': 'ApplyConfiguration JSONPatch',
  'admissionregistration.ReinvocationPolicyType': 'IfNeeded Never',
  'admissionregistration.ScopeType': '* Cluster Namespaced',
  'admissionregistration.SideEffectClass': 'None NoneOnDryRun Some Unknown',
  'admissionregistration.ValidationAction': 'Audit Deny Warn',
  'apiextensions.FieldValueErrorReason':
    'FieldValueDuplicate FieldValueForbidden FieldValueInvalid FieldValueRequired',
  'apps.DaemonSetUpdateStrategyType': 'OnDelete RollingUpdate',
  'apps.DeploymentStrategyType': 'Recreate RollingUpdate',
  'apps.PodManagementPolicyType': 'OrderedReady Parallel',
  'apps.StatefulSetUpdateStrategyType': 'OnDelete RollingUpdate',
  'batch.CompletionMode': 'Indexed NonIndexed',
  'batch.ConcurrencyPolicy': 'Allow Forbid Replace',
  'batch.PodFailurePolicyAction': 'Count FailIndex FailJob Ignore',
  'batch.PodFailurePolicyOnExitCodesOperator': 'In NotIn',
  'batch.PodReplacementPolicy': 'Failed TerminatingOrFailed',
  'core.AppArmorProfileType': 'Localhost RuntimeDefault Unconfined',
  'core.AzureDataDiskCachingMode': 'None ReadOnly ReadWrite',
  'core.AzureDataDiskKind': 'Dedicated Managed Shared',
  'core.ClaimResourceStatus':
    'ControllerResizeInProgress ControllerResizeInfeasible NodeResizeInProgress ' +
    'NodeResizeInfeasible NodeResizePending',
  'core.DNSPolicy': 'ClusterFirst ClusterFirstWithHostNet Default None',
  'core.HostPathType':
    ' BlockDevice CharDevice Directory DirectoryOrCreate File FileOrCreate Socket',
  'core.IPFamily': ' IPv4 IPv6',
  'core.IPFamilyPolicy': 'PreferDualStack RequireDualStack SingleStack',
  'core.MountPropagationMode': 'Bidirectional HostToContainer None',
  'core.NamespacePhase': 'Active Terminating',
  'core.NodeInclusionPolicy': 'Honor Ignore',
  'core.NodePhase': 'Pending Running Terminated',
  'core.NodeSelectorOperator': 'DoesNotExist Exists Gt In Lt NotIn',
  'core.PersistentVolumeAccessMode': 'ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod',
  'core.PersistentVolumeClaimModifyVolumeStatus': 'InProgress Infeasible Pending',
  'core.PersistentVolumeClaimPhase': 'Bound Lost Pending',
  'core.PersistentVolumeMode': 'Block Filesystem',
  'core.PersistentVolumePhase': 'Available Bound Failed Pending Released',
  'core.PersistentVolumeReclaimPolicy': 'Delete Recycle Retain',
  'core.PodFSGroupChangePolicy': 'Always OnRootMismatch',
  'core.PodPhase': 'Failed Pending Running Succeeded Unknown',
  'core.PodQOSClass': 'BestEffort Burstable Guaranteed',
  'core.PreemptionPolicy': 'Never PreemptLowerPriority',
  'core.ProcMountType': 'Default Unmasked',
  'core.Protocol': 'SCTP TCP UDP',
  'core.PullPolicy': 'Always IfNotPresent Never',
  'core.ResourceQuotaScope':
    'BestEffort CrossNamespacePodAffinity NotBestEffort NotTerminating PriorityClass Terminating VolumeAttributesClass',
  'core.RestartPolicy': 'Always Never OnFailure',
  'core.ScopeSelectorOperator': 'DoesNotExist Exists In NotIn',
  'core.SeccompProfileType': 'Localhost RuntimeDefault Unconfined',
  'core.ServiceAffinity': 'ClientIP None',
  'core.ServiceExternalTrafficPolicy': 'Cluster Local',
  'core.ServiceInternalTrafficPolicy': 'Cluster Local',
  'core.ServiceType': 'ClusterIP ExternalName LoadBalancer NodePort',
  'core.Signal':
    'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMAX-1 SIGRTMAX-10 SIGRTMAX-11 SIGRTMAX-12 SIGRTMAX-13 SIGRTMAX-14 SIGRTMAX-2 SIGRTMAX-3 SIGRTMAX-4 SIGRTMAX-5 SIGRTMAX-6 SIGRTMAX-7 SIGRTMAX-8 SIGRTMAX-9 SIGRTMIN SIGRTMIN+1 SIGRTMIN+10 SIGRTMIN+11 SIGRTMIN+12 SIGRTMIN+13 SIGRTMIN+14 SIGRTMIN+15 SIGRTMIN+2 SIGRTMIN+3 SIGRTMIN+4 SIGRTMIN+5 SIGRTMIN+6 SIGRTMIN+7 SIGRTMIN+8 SIGRTMIN+9 SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ',
  'core.SupplementalGroupsPolicy': 'Merge Strict',
  'core.TaintEffect': 'NoExecute NoSchedule PreferNoSchedule',
  'core.TerminationMessagePolicy': 'FallbackToLogsOnError File',
  'core.TolerationOperator': 'Equal Exists Gt Lt',
  'core.URIScheme': 'HTTP HTTPS',
  'core.UnsatisfiableConstraintAction': 'DoNotSchedule ScheduleAnyway',
  'discovery.AddressType': 'FQDN IPv4 IPv6',
  'networking.PathType': 'Exact ImplementationSpecific Prefix',
  'networking.PolicyType': 'Egress Ingress',
  'policy.UnhealthyPodEvictionPolicyType': 'AlwaysAllow IfHealthyBudget',
  'resource.AllocationConfigSource': 'FromClaim FromClass',
  'resource.DeviceAllocationMode': 'All ExactCount',
  'resource.DeviceTaintEffect': 'NoExecute NoSchedule None',
  'resource.DeviceTolerationOperator': 'Equal Exists',
  'storage.VolumeBindingMode': 'Immediate WaitForFirstConsumer',
};

const keyUsages =
  'any,cert sign,client auth,code signing,content commitment,crl sign,' +
  'data encipherment,decipher only,digital signature,email protection,encipher only,' +
  'ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,' +
  'microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping';

/** The values of a named text type, in the order of the documents; undefined if it takes any. */
export function enumValues(type: string): readonly string[] | undefined {
  return type === 'certificates.KeyUsage' ? keyUsages.split(',') : words[type]?.split(' ');
}
