/** All notes on what has changed, in the order of the walk. */
import type { ComponentId } from '#trace/fact';
import type { Note } from './note.ts';
import { notesOfControllers } from './notes-of-controllers.ts';
import { notesOfNodes } from './notes-of-nodes.ts';
import { notesOfRequests } from './notes-of-requests.ts';

export const notes: readonly Note[] = [...notesOfRequests, ...notesOfControllers, ...notesOfNodes];

/** The notes for a step, by its id. */
export const notesAt = (step: string): readonly Note[] =>
  notes.filter(({ place }) => 'at' in place && place.at.test(step));

/** The notes for a component: `node-1/kubelet` is a `kubelet`. */
export function notesOf(component: ComponentId): readonly Note[] {
  const [process = '', part] = component.split('/');
  const name = process.startsWith('kube-') ? process : (part ?? process);
  return notes.filter(({ place }) => 'component' in place && place.component === name);
}
