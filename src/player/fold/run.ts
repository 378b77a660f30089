/** Folds what begins chains of causes: commands, and processes that start and end. */
import type { Reducers } from './reducer.ts';

export const runReducers: Reducers = {
  CommandEntered(draft, { input, line, user, at }) {
    draft.commands = [
      ...draft.commands,
      {
        input,
        line,
        user,
        at,
        output: [],
        exitCode: undefined,
        code: undefined,
        parsed: undefined,
      },
    ];
  },
  ComponentStarted(draft, { component, version }) {
    draft.components.set(component, { version, up: true, noted: undefined });
  },
  ComponentStopped(draft, { component }) {
    const known = draft.components.get(component);
    draft.components.set(component, { version: '', noted: undefined, ...known, up: false });
  },
  Noted(draft, fact) {
    const known = draft.components.get(fact.component);
    if (known !== undefined) draft.components.set(fact.component, { ...known, noted: fact });
  },
};
