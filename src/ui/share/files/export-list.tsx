/** All formats in which a run can be exported, and the way back: a saved run from a file. */
import './files.css';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { plain } from '#export/words';
import { t as translate, useT } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import { player, usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { useTour } from '../../tour/tour-store.ts';
import { useTourWords } from '../../tour/tour-words.ts';
import { pngOf, takePicture } from '../picture/picture.ts';
import { download } from './download.ts';
import {
  type ExportFormat,
  lessonFormat,
  openLesson,
  runFormats,
  transcriptFormats,
} from './export-formats.ts';
import { openSavedRun } from './open-saved-run.ts';

interface Props {
  readonly address: string;
  readonly close: () => void;
}

export default function ExportList({ address, close }: Props): ReactNode {
  const t = useT();
  const title = useRunTitle();
  const recording = usePlayer((state) => state.recording);
  const [status, setStatus] = useState('');
  if (recording === undefined) return null;
  const name = fileName();
  const give = (file: string, make: () => Blob | Promise<Blob>): void => {
    const made = async (): Promise<void> => download(file, await make());
    made().then(
      () => setStatus(t('export.made', { file })),
      (error: unknown) => setStatus(t('export.failed', { reason: reasonOf(error) })),
    );
  };
  const save = (format: ExportFormat): void =>
    give(`${name}.${format.ending}`, () => {
      const text = format.text({ recording, title, address });
      return new Blob([text], { type: format.type });
    });
  const picture = (): NonNullable<ReturnType<typeof takePicture>> => {
    const taken = takePicture(title, hereInWords());
    if (taken === undefined) throw new Error(t('export.noPicture'));
    return taken;
  };
  const formats = openLesson() === undefined ? runFormats : [lessonFormat, ...runFormats];
  const svg = (): Blob => new Blob([picture().svg], { type: 'image/svg+xml' });
  return (
    <section className="export" aria-labelledby="export-title">
      <h3 className="lbl" id="export-title">
        {t('export.title')}
      </h3>
      <Row label={t('export.picture')}>
        <SaveButton id="svg" label="SVG" save={() => give(`${name}.svg`, svg)} />
        <SaveButton id="png" label="PNG" save={() => give(`${name}.png`, () => pngOf(picture()))} />
      </Row>
      <Row label={t('export.transcript')}>
        {transcriptFormats.map((format) => (
          <SaveButton
            key={format.id}
            id={format.id}
            label={labelOf(format, t)}
            save={() => save(format)}
          />
        ))}
      </Row>
      {formats.map((format) => (
        <Row key={format.id} label={format.hint === undefined ? '' : t(format.hint)}>
          <SaveButton id={format.id} label={labelOf(format, t)} save={() => save(format)} />
        </Row>
      ))}
      <p className="said" role="status">
        {status}
      </p>
      <ImportRun close={close} />
    </section>
  );
}

function Row({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="export-row">
      <span>{children}</span>
      <span className="hint">{label}</span>
    </div>
  );
}

interface SaveButtonProps {
  readonly id: string;
  readonly label: string;
  readonly save: () => void;
}

const SaveButton = ({ id, label, save }: SaveButtonProps): ReactNode => (
  <button type="button" className="btn" data-export={id} onClick={save}>
    {label}
  </button>
);

/** A file from the button or dropped; its errors are shown at once. */
function ImportRun({ close }: { readonly close: () => void }): ReactNode {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [over, setOver] = useState(false);
  const open = (file: File | null | undefined): void => {
    if (file === null || file === undefined) return;
    openSavedRun(file).then(
      (found) => {
        if (found === undefined) close();
        setProblem(found === undefined ? '' : t(`import.${found}`));
      },
      (error: unknown) => setProblem(t('export.failed', { reason: reasonOf(error) })),
    );
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    open(event.dataTransfer.files.item(0));
  };
  const hover = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <fieldset
      className={over ? 'import over' : 'import'}
      aria-label={t('import.title')}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" className="btn" onClick={() => field.current?.click()}>
        {t('import.title')}
      </button>
      <span className="hint">{t('import.drop')}</span>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label={t('import.title')}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          open(target.files?.item(0));
          target.value = '';
        }}
      />
      <p className="problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}

const labelOf = ({ label }: ExportFormat, t: ReturnType<typeof useT>): string =>
  typeof label === 'string' ? label : t(label.id);

/** The title of the tour, or of the scenario. */
function useRunTitle(): string {
  const t = useT();
  const tour = useTour((state) => state.tour?.id);
  const words = useTourWords();
  const scenario = usePlayer((state) => findScenario(state.recording?.scenario ?? ''));
  if (tour !== undefined) return words.words[tour] ?? words.fallback[tour] ?? tour;
  return scenario === undefined ? t('app.name') : t(`scenario.${scenario.id}.title`);
}

/** `podyssey-short-walk`: names of files have no spaces. */
function fileName(): string {
  const { recording } = player.getState();
  return `podyssey-${useTour.getState().tour?.id ?? recording?.scenario ?? 'run'}`;
}

/** What happens at the cursor, for readers who do not see the picture. */
function hereInWords(): string {
  const { log, step } = player.getState();
  const fact = step === undefined ? undefined : log.fact(step.fact);
  if (fact === undefined) return '';
  const { id, params } = captionInLog(log, fact);
  return plain(translate(id, params));
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);
