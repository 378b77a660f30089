/** Rows of kinds of facts that have some in common, and of the calls of a kubelet. */
import type { FactOf } from '#trace/facts';
import type { StoryRow } from './fact-details.ts';

/** What a number was and becomes; `from` is elsewhere where something was read. */
const changes: Readonly<Record<string, string>> = { from: 'before', to: 'after' };

/** What steps and decisions say of themselves. */
export const rowsOfParams = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | number | boolean>>;
}): readonly StoryRow[] =>
  Object.entries(params).map(([name, value]) => [changes[name] ?? name, String(value)]);

/** The fields of a call that say what is asked; the Object tab of a step has no place for it. */
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
