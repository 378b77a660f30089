/** Rows that several kinds of facts have in common, and rows of the calls of a kubelet. */
import type { FactOf } from '#trace/facts';
import type { StoryRow } from './fact-details.ts';

/** A number before and after; `from` names the field of the earlier value. */
const changes: Readonly<Record<string, string>> = { from: 'before', to: 'after' };

/** The rows of steps and decisions. */
export const rowsOfParams = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | number | boolean>>;
}): readonly StoryRow[] =>
  Object.entries(params).map(([name, value]) => [changes[name] ?? name, String(value)]);

/** The fields of a call's request; the Object tab of a step has no place for them. */
export function rowsOfCriRequest({ method, request }: FactOf<'CriCalled'>): readonly StoryRow[] {
  const { config = {}, podSandboxId, containerId, timeout, image } = request;
  switch (method) {
    case 'RunPodSandbox':
      return [
        ['hostname', config.hostname ?? ''],
        ['dns', config.dnsConfig?.servers?.join(', ') ?? ''],
        ['cgroupParent', config.linux?.cgroupParent ?? ''],
        ['logDirectory', config.logDirectory ?? ''],
      ];
    case 'PullImage':
      return [['image', image?.image ?? '']];
    case 'CreateContainer':
      return [
        ['podSandboxId', podSandboxId?.slice(0, 13) ?? ''],
        ['name', config.metadata?.name ?? ''],
        ['image', config.image?.image ?? ''],
        ['command', [...(config.command ?? []), ...(config.args ?? [])].join(' ')],
        ['mounts', config.mounts?.map(({ containerPath }) => containerPath).join(', ') ?? ''],
        ['env', config.envs?.map(({ key }) => key).join(', ') ?? ''],
      ];
    default:
      return [
        ['podSandboxId', podSandboxId ?? ''],
        ['containerId', containerId ?? ''],
        ['timeout', timeout === undefined ? '' : `${timeout} s`],
      ];
  }
}
