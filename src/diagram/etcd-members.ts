/** The members of etcd at a moment: what each one reported last, and whether its process runs. */
import type { Scene } from '#player/scene';

export interface EtcdMember {
  /** The name of the component, such as `etcd/m1`. */
  readonly component: string;
  readonly name: string;
  /** The role that it reported last; `down` if its process has ended since. */
  readonly state: 'leader' | 'follower' | 'pre-candidate' | 'candidate' | 'down';
  readonly term: number;
  /** The member that it takes for the leader; empty if it knows none. */
  readonly leader: string;
}

type EtcdScene = Pick<Scene, 'components'> & { readonly etcd: Pick<Scene['etcd'], 'members'> };

/** The members by name; none for an etcd of a single member, which has nobody to agree with. */
export function etcdMembers({ etcd, components }: EtcdScene): readonly EtcdMember[] {
  return [...etcd.members.values()]
    .map(({ component, role, term, leader }): EtcdMember => {
      const up = components.get(component)?.up === true;
      const name = component.replace('etcd/', '');
      return { component, name, state: up ? role : 'down', term, leader };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** How many members must have a write on disk: more than half of all, whether they run or not. */
export const quorumOf = (members: number): number => Math.floor(members / 2) + 1;
