/** What lies over the map while there is no run to step through: starting, crashed, no worker. */
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { RunStatus as Status } from '#player/run-status';
import type { ClusterProblem } from '#scenarios/read-cluster-spec';
import { Icon } from '../icons.tsx';

export function RunStatus(): ReactNode {
  const status = usePlayer((state) => state.status);
  switch (status.kind) {
    case 'loading':
    case 'running':
      return <Starting status={status} />;
    case 'crashed':
      return <Crashed status={status} />;
    case 'refused':
      return <Refused problems={status.problems} />;
    case 'unsupported':
      return <Unsupported message={status.message} />;
    case 'done':
      return null;
  }
}

/** A bar that counts something real: virtual time until the cluster is ready. */
function Starting({ status }: { readonly status: Status }): ReactNode {
  const t = useT();
  const starting = usePlayer(
    ({ goal, recording }) =>
      goal?.kind === 'home' || goal?.kind === 'step' || recording === undefined,
  );
  const readyAt = usePlayer((state) => state.options.readyAt);
  if (!starting) return null;
  const at = status.kind === 'running' ? status.at : 0;
  const percent = Math.min(100, Math.round((100 * at) / Math.max(1, readyAt)));
  const words = t('status.starting', { percent });
  return (
    <div className="starting" role="status">
      <span className="num">{words}</span>
      <progress value={percent} max={100} aria-label={words} />
    </div>
  );
}

type CrashedStatus = Extract<Status, { readonly kind: 'crashed' }>;

function Crashed({ status }: { readonly status: CrashedStatus }): ReactNode {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const { recording, message, stack } = status;
  const { scenario, seed } = recording;
  const report = JSON.stringify({ ...recording, message, stack }, null, 2);
  const copy = (): void => {
    navigator.clipboard?.writeText(report).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const again = (): void => {
    const { open, options } = player.getState();
    open(recording, options);
  };
  return (
    <Failure title={t('status.crashed')} details={message}>
      <p>{t('status.crashed.report', { scenario, seed })}</p>
      <div className="actions">
        <button type="button" className="btn primary" onClick={again}>
          <Icon name="restart" />
          {t('status.crashed.retry')}
        </button>
        <button type="button" className="btn" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} />
          {t(copied ? 'inspector.copied' : 'status.copyRun')}
        </button>
      </div>
    </Failure>
  );
}

/** The errors of a person's own cluster that cannot be built, place by place. */
function Refused({ problems }: { readonly problems: readonly ClusterProblem[] }): ReactNode {
  const t = useT();
  return (
    <Failure
      title={t('status.refused')}
      details={problems.map(({ path, message }) => `${path}: ${message}`).join('\n')}
    >
      <p>{t('status.refused.need')}</p>
    </Failure>
  );
}

function Unsupported({ message }: { readonly message: string }): ReactNode {
  const t = useT();
  return (
    <Failure title={t('status.unsupported')} details={message}>
      <p>{t('status.unsupported.need')}</p>
    </Failure>
  );
}

interface FailureProps {
  readonly title: string;
  /** The original error message of the program. */
  readonly details: string;
  readonly children: ReactNode;
}

function Failure({ title, details, children }: FailureProps): ReactNode {
  return (
    <div className="failure" role="alert">
      <div>
        <h2>
          <Icon name="denied" />
          {title}
        </h2>
        <pre className="said">{details}</pre>
        {children}
      </div>
    </div>
  );
}
