/** Folds what kubectl does into the terminal's transcript. */
import type { CommandScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import type { Reducers } from './reducer.ts';

export const kubectlReducers: Reducers = {
  CommandParsed(draft, fact) {
    update(draft, fact.input, (command) => ({ ...command, parsed: fact }));
  },
  ManifestGenerated(draft, { input, object }) {
    update(draft, input, (command) => ({ ...command, object }));
  },
  OutputPrinted(draft, { input, stream, text }) {
    update(draft, input, (command) => ({
      ...command,
      output: [...command.output, { stream, text }],
    }));
  },
  CommandExited(draft, { input, exitCode }) {
    update(draft, input, (command) => ({ ...command, exitCode }));
  },
};

function update(
  draft: SceneDraft,
  input: number,
  change: (command: CommandScene) => CommandScene,
): void {
  draft.commands = draft.commands.map((command) =>
    command.input === input ? change(command) : command,
  );
}
