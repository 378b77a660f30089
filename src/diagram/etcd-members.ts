/** What the members of etcd are at a moment: what each said last, and whether its process runs. */
import type { Scene } from '#player/scene';

export interface EtcdMember {
  /** `etcd/m1` */
  readonly component: string;
  readonly name: string;
  /** What it said last of itself; `down`: its process has ended since. */
  readonly state: 'leader' | 'follower' | 'pre-candidate' | 'candidate' | 'down';
  readonly term: number;
  /** Whom it takes for the leader; empty: it knows none. */
  readonly leader: string;
}

type EtcdScene = Pick<Scene, 'components'> & { readonly etcd: Pick<Scene['etcd'], 'members'> };

/** By name; none for an etcd of a single member, which has nobody to agree with. */
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
