/** Why there is no run to step through, and what to do: fetched when a run has failed. */
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { RunStatus } from '#player/run-status';
import type { ClusterProblem } from '#scenarios/read-cluster-spec';
import { inputWords } from '#trace/input-words';
import { Icon } from '../icons.tsx';

export type FailedStatus = Extract<
  RunStatus,
  { readonly kind: 'crashed' | 'stuck' | 'refused' | 'unsupported' }
>;

export default function RunFailure({ status }: { readonly status: FailedStatus }): ReactNode {
  switch (status.kind) {
    case 'crashed':
      return <Crashed status={status} />;
    case 'stuck':
      return <Stuck status={status} />;
    case 'refused':
      return <Refused problems={status.problems} />;
    case 'unsupported':
      return <Unsupported message={status.message} />;
  }
}

type CrashedStatus = Extract<FailedStatus, { readonly kind: 'crashed' }>;

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
  return (
    <Failure title={t('status.crashed')} details={message}>
      <p>{t('status.crashed.report', { scenario, seed })}</p>
      <div className="actions">
        <Again recording={recording} isPrimary={true} />
        <button type="button" className="btn" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} />
          {t(copied ? 'inspector.copied' : 'status.copyRun')}
        </button>
      </div>
    </Failure>
  );
}

type StuckStatus = Extract<FailedStatus, { readonly kind: 'stuck' }>;
type Recording = StuckStatus['recording'];

/** The worker was ended: most likely the last input never comes to an end. */
function Stuck({ status }: { readonly status: StuckStatus }): ReactNode {
  const t = useT();
  const { recording, seconds } = status;
  const { inputs } = recording;
  const last = inputs.at(-1);
  return (
    <Failure title={t('status.stuck', { seconds })} details={last && inputWords(last)}>
      <p>{t('status.stuck.need')}</p>
      <div className="actions">
        {last && (
          <button
            type="button"
            className="btn primary"
            onClick={() => reopen({ ...recording, inputs: inputs.slice(0, -1) })}
          >
            {t('status.stuck.without')}
          </button>
        )}
        <Again recording={recording} isPrimary={last === undefined} />
      </div>
    </Failure>
  );
}

function reopen(recording: Recording): void {
  const { open, options } = player.getState();
  open(recording, options);
}

interface AgainProps {
  readonly recording: Recording;
  readonly isPrimary: boolean;
}

function Again({ recording, isPrimary }: AgainProps): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className={isPrimary ? 'btn primary' : 'btn'}
      onClick={() => reopen(recording)}
    >
      <Icon name="restart" />
      {t('status.crashed.retry')}
    </button>
  );
}

/** A cluster of one's own that cannot be built: what is wrong with it, place by place. */
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
  /** The machine's own words, or a person's, as they are. */
  readonly details: string | undefined;
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
        {details !== undefined && <pre className="said">{details}</pre>}
        {children}
      </div>
    </div>
  );
}
