/**
 * The choices of “What if…”: first the target, then the action; each one forks the run at the
 * cursor.
 */
import './what-if.css';
import { type ReactNode, useState } from 'react';
import { currentRoom } from '#diagram/selectors';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import type { Change } from '#player/branches';
import { player, usePlayer } from '#player/player';
import { readHostAction } from '#trace/host-words';
import { type Choice, choicesFor } from './choices.ts';
import { type Target, type TargetKind, targetsOf } from './targets.ts';
import { whatIfId } from './what-if-id.ts';

const groups: readonly (readonly [TargetKind, MessageId])[] = [
  ['node', 'whatif.nodes'],
  ['component', 'whatif.components'],
  ['pod', 'whatif.pods'],
  ['deployment', 'whatif.deployments'],
  ['quota', 'whatif.quotas'],
  ['namespace', 'whatif.namespaces'],
];

export default function WhatIfChoices(): ReactNode {
  const t = useT();
  const scene = usePlayer((state) => state.scene);
  const targets = targetsOf(scene);
  const [chosen, choose] = useState<string | undefined>(undefined);
  const target = targets.find(({ id }) => id === chosen) ?? nearCursor(targets);
  return (
    <>
      <p className="what-if-lead">{t('whatif.lead')}</p>
      <label className="what-if-target">
        <span className="lbl">{t('whatif.to')}</span>
        <select value={target?.id ?? ''} onChange={(event) => choose(event.target.value)}>
          {groups.map(([kind, words]) => (
            <Group
              key={kind}
              words={t(words)}
              targets={targets.filter((one) => one.kind === kind)}
            />
          ))}
        </select>
      </label>
      <ul>
        {target !== undefined &&
          choicesFor(target, scene).map((choice) => (
            <ChoiceRow key={target.id + choice.words + choice.params?.['container']} {...choice} />
          ))}
      </ul>
      <Typed />
    </>
  );
}

interface GroupProps {
  readonly words: string;
  readonly targets: readonly Target[];
}

function Group({ words, targets }: GroupProps): ReactNode {
  if (targets.length === 0) return null;
  return (
    <optgroup label={words}>
      {targets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

/** The place of the cursor, if it is a target. */
function nearCursor(targets: readonly Target[]): Target | undefined {
  const room = currentRoom(player.getState());
  return targets.find(({ name }) => name === room) ?? targets[0];
}

function ChoiceRow({ words, note, params, field, change, seconds }: Choice): ReactNode {
  const t = useT();
  const [value, setValue] = useState(field?.value ?? '');
  const [problem, setProblem] = useState<string>();
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (field !== undefined && value.trim() === '') return;
          setProblem(doIt(change(value.trim()), seconds));
        }}
      >
        {field !== undefined && (
          <input
            type="text"
            aria-label={t(field.label)}
            title={t(field.label)}
            value={value}
            maxLength={80}
            spellCheck={false}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        <button type="submit" className="what-if-do">
          <b>{t(words, params)}</b>
          <small>{t(note)}</small>
        </button>
        {problem !== undefined && <Refused problem={problem} />}
      </form>
    </li>
  );
}

/** Any other command, or action on a machine, as it is typed. */
function Typed(): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="what-if-typed"
      onSubmit={(event) => {
        event.preventDefault();
        const line = text.trim();
        if (line !== '') setProblem(doIt(typedChange(line), 240));
      }}
    >
      <input
        type="text"
        className="mono"
        aria-label={t('whatif.typed')}
        placeholder={t('whatif.typed.hint')}
        value={text}
        maxLength={2000}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn" aria-disabled={text.trim() === ''}>
        {t('whatif.do')}
      </button>
      {problem !== undefined && <Refused problem={problem} />}
    </form>
  );
}

const microseconds = 1_000_000;

const typedChange = (line: string): Change =>
  /^kubectl\s/.test(line)
    ? { kind: 'command', line }
    : { kind: 'host', action: readHostAction(line) };

/** In the words of the simulator, like its help. */
function Refused({ problem }: { readonly problem: string }): ReactNode {
  return (
    <p role="alert" lang="en" className="mono">
      {problem}
    </p>
  );
}

/** Forks the run at the cursor; or reports why that cannot be done, and does nothing. */
function doIt(change: Change, seconds: number): string | undefined {
  if (change.kind === 'host' && change.action.kind === 'mistake') return change.action.problem;
  document.getElementById(whatIfId)?.hidePopover();
  const { fork, scene, options } = player.getState();
  fork(change, Math.max(scene.at, options.readyAt) + seconds * microseconds);
  return undefined;
}
