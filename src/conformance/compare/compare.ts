/** Compares one simulated recording with a real one, section by section. */
import type { RecordingFiles } from '../recording.ts';
import { type SectionName, type SectionResult, sectionNames, sections } from './sections.ts';

export type Comparison = Readonly<Record<SectionName, SectionResult>>;

/** The scores of all sections; without a simulated recording every score is 0. */
export function compare(real: RecordingFiles, sim: RecordingFiles | undefined): Comparison {
  const none: SectionResult = { score: 0, differences: [] };
  return Object.fromEntries(
    sectionNames.map((name) => [name, sim === undefined ? none : sections[name](real, sim)]),
  ) as Comparison;
}
