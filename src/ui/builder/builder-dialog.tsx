/** The cluster builder: machines, people, images and control plane of a person's own cluster. */
import './builder.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import {
  admissionPlugins,
  authorizationModes,
  bounds,
  etcdSizes,
  imagePrograms,
  kubeProxyModes,
  networkPlugins,
} from '#scenarios/cluster-spec';
import { scenarios } from '#scenarios/index';
import { parseClusterSpec, readClusterSpec } from '#scenarios/read-cluster-spec';
import { Dialog } from '../dialog.tsx';
import { applyLine } from '../editor/editor-store.ts';
import { leaveTour } from '../tour/tour-store.ts';
import { closeBuilder } from './builder-store.ts';
import { type ClusterForm, formOf, type ImageForm, newForm, nodeForm, specOf } from './form.ts';
import { Check, Checks, Field, Rows, Select } from './rows.tsx';

/** The scenario whose place a person's own cluster takes. */
const scenario = scenarios['empty-cluster'];

export default function BuilderDialog(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [form, setForm] = useState(firstForm);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const spec = useMemo(() => specOf(form), [form]);
  const read = useMemo(() => readClusterSpec(spec), [spec]);
  const problems = read.ok ? [] : read.error;
  const build = (): void => {
    if (problems.length > 0) return;
    dialog.current?.close();
    begin(JSON.stringify(spec), form.manifest);
  };
  const set = (part: Partial<ClusterForm>): void => setForm((before) => ({ ...before, ...part }));
  return (
    <Dialog ref={dialog} className="builder" title={t('builder.title')} onClose={closeBuilder}>
      <p className="q">{t('builder.lead')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          build();
        }}
      >
        <Machines form={form} set={set} />
        <ControlPlane form={form} set={set} />
        <People form={form} set={set} />
        <label className="manifest">
          <span>{t('builder.manifest')}</span>
          <textarea
            className="mono"
            rows={4}
            spellCheck={false}
            maxLength={100_000}
            value={form.manifest}
            onChange={(event) => set({ manifest: event.target.value })}
          />
        </label>
        <div className="builder-foot">
          <div role="status">
            {problems.length > 0 && (
              <>
                <b>{t('builder.problems', { n: problems.length })}</b>
                <ul>
                  {problems.map(({ path, message }) => (
                    <li key={path + message}>
                      <code>{path}</code> {message}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <button type="submit" className="btn primary" aria-disabled={problems.length > 0}>
            {t('builder.build')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The cluster that is open, if a person built it. */
function firstForm(): ClusterForm {
  const { cluster, inputs = [] } = player.getState().recording ?? {};
  const known = cluster === undefined ? undefined : parseClusterSpec(cluster);
  if (known?.ok !== true) return newForm;
  const [first] = inputs;
  const applied = first?.kind === 'command' && first.line === applyLine ? first.stdin : undefined;
  return formOf(known.value, applied ?? '');
}

/** Begins the run of the cluster, with its objects as the first command; then time passes in it. */
function begin(cluster: string, manifest: string): void {
  const { recording, open, options, goLive } = player.getState();
  const { id, readyAt } = scenario;
  const apply = { at: readyAt, kind: 'command', line: applyLine, user: options.user } as const;
  const inputs = manifest.trim() === '' ? [] : [{ ...apply, stdin: `${manifest.trimEnd()}\n` }];
  leaveTour();
  open({ scenario: id, seed: recording?.seed ?? 1, inputs, cluster }, { ...options, readyAt });
  goLive();
}

interface PartProps {
  readonly form: ClusterForm;
  readonly set: (part: Partial<ClusterForm>) => void;
}

function Machines({ form, set }: PartProps): ReactNode {
  const t = useT();
  return (
    <Rows
      legend={t('builder.nodes')}
      rows={form.nodes}
      most={bounds.nodes}
      fresh={nodeForm}
      nameOf={({ name }) => name}
      change={(nodes) => set({ nodes })}
      fields={(row, change) => (
        <>
          <Field
            words={t('builder.node.name')}
            value={row.name}
            change={(name) => change({ name })}
          />
          <Field words={t('builder.node.cpu')} value={row.cpu} change={(cpu) => change({ cpu })} />
          <Field
            words={t('builder.node.memory')}
            value={row.memory}
            change={(memory) => change({ memory })}
          />
          <Field
            words={t('builder.node.labels')}
            hint={t('builder.node.labels.hint')}
            value={row.labels}
            change={(labels) => change({ labels })}
          />
          <Field
            words={t('builder.node.taints')}
            hint={t('builder.node.taints.hint')}
            value={row.taints}
            change={(taints) => change({ taints })}
          />
        </>
      )}
    />
  );
}

function ControlPlane({ form, set }: PartProps): ReactNode {
  const t = useT();
  return (
    <fieldset className="control">
      <legend>{t('builder.control')}</legend>
      <Select
        words={t('builder.etcd')}
        value={String(form.etcdMembers)}
        options={etcdSizes.map(String)}
        change={(members) => set({ etcdMembers: Number(members) })}
      />
      <Select
        words={t('builder.planes')}
        value={String(form.controlPlanes)}
        options={['1', '2', '3']}
        change={(planes) => set({ controlPlanes: Number(planes) })}
      />
      <Select
        words={t('builder.network')}
        value={form.networkPlugin}
        options={networkPlugins}
        change={(networkPlugin) => set({ networkPlugin })}
      />
      <Select
        words={t('builder.proxy')}
        value={form.kubeProxyMode}
        options={kubeProxyModes}
        change={(kubeProxyMode) => set({ kubeProxyMode })}
      />
      <div className="checks">
        <Check words={t('builder.dns')} checked={form.dns} change={(dns) => set({ dns })} />
        <Check
          words={t('builder.metrics')}
          checked={form.metricsServer}
          change={(metricsServer) => set({ metricsServer })}
        />
        <Check
          words={t('builder.storage')}
          checked={form.storage}
          change={(storage) => set({ storage })}
        />
        <Check
          words={t('builder.loadBalancer')}
          checked={form.loadBalancer}
          change={(loadBalancer) => set({ loadBalancer })}
        />
        <Check
          words={t('builder.ingress')}
          checked={form.ingress}
          change={(ingress) => set({ ingress })}
        />
        <Check
          words={t('builder.gateway')}
          checked={form.gateway}
          change={(gateway) => set({ gateway })}
        />
        <Check
          words={t('builder.dynamicResources')}
          checked={form.dynamicResources}
          change={(dynamicResources) => set({ dynamicResources })}
        />
        <Check
          words={t('builder.packing')}
          checked={form.packingScheduler}
          change={(packingScheduler) => set({ packingScheduler })}
        />
      </div>
      <Checks
        legend={t('builder.modes')}
        all={authorizationModes}
        chosen={form.authorizationModes}
        change={(modes) => set({ authorizationModes: modes })}
      />
      <Checks
        legend={t('builder.plugins')}
        all={admissionPlugins}
        chosen={form.admissionPlugins}
        change={(plugins) => set({ admissionPlugins: plugins })}
      />
    </fieldset>
  );
}

function People({ form, set }: PartProps): ReactNode {
  const t = useT();
  return (
    <>
      <Rows
        legend={t('builder.users')}
        rows={form.users}
        most={bounds.users}
        fresh={(id) => ({ id, name: `user-${id}`, groups: 'dev' })}
        nameOf={({ name }) => name}
        change={(users) => set({ users })}
        fields={(row, change) => (
          <>
            <Field
              words={t('builder.node.name')}
              value={row.name}
              change={(name) => change({ name })}
            />
            <Field
              words={t('builder.user.groups')}
              value={row.groups}
              change={(groups) => change({ groups })}
            />
          </>
        )}
      />
      <Rows
        legend={t('builder.images')}
        rows={form.images}
        most={bounds.images}
        fresh={(id): ImageForm => ({
          id,
          reference: `app-${id}:1.0`,
          program: 'httpd',
          megabytes: '20',
        })}
        nameOf={({ reference }) => reference}
        change={(images) => set({ images })}
        fields={(row, change) => (
          <>
            <Field
              words={t('builder.image.reference')}
              value={row.reference}
              change={(reference) => change({ reference })}
            />
            <Select
              words={t('builder.image.program')}
              value={row.program}
              options={imagePrograms}
              change={(program) => change({ program })}
            />
            <Field
              words={t('builder.image.megabytes')}
              value={row.megabytes}
              change={(megabytes) => change({ megabytes })}
            />
          </>
        )}
      />
    </>
  );
}
