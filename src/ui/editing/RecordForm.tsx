import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FieldChecks } from '../../../contract/rules/draftReading.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useUnsaved } from '../components/frame/unsaved.ts';
import { type ConflictLabels, ConflictView } from '../conflict/ConflictView.tsx';
import { fieldLabels } from '../conflict/useConflict.ts';
import { KeptDrafts } from '../drafts/KeptDrafts.tsx';
import { SaveStatus } from '../drafts/SaveStatus.tsx';
import { type RecordRoutes, type StoredRecord, useRecordCommands, useRecordDraft } from './useRecordDraft.ts';

/** What the fields are drawn from. */
export interface RecordFields<T> {
  value: T;
  set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Several fields at once, where one decides about another. */
  setAll: (value: T) => void;
  /** Text of a field that was refused, by its name on the wire. */
  errorOf: (key: string) => string | undefined;
  /** All of them, for a form that finds its fields by itself. */
  errors: Readonly<Record<string, string>>;
  /** True once a draft of an earlier visit was put in: what keeps its own content must take it over. */
  restored: boolean;
}

export interface RecordFormProps<T extends object, B, R extends StoredRecord> {
  /** Begins the name of the draft: `aviso` makes `aviso-novo` and `aviso-12`. */
  draft: string;
  /** How a sentence calls it: 'este aviso'. */
  name: string;
  routes: RecordRoutes;
  /** What the paths of the routes name beside the record. */
  params?: Readonly<Record<string, string>>;
  /** Judges what is written before it is sent, and shows what is wrong; false keeps it here. */
  ready?: () => boolean;
  /** Absent for a new one. */
  record: R | undefined;
  /** What a new one begins with. */
  empty: T;
  /** The form of a record. */
  written: (record: R) => T;
  /** What a saved draft must hold to fit a field, where the kind of its first value does not say it all. */
  checks?: FieldChecks<T>;
  /** What is sent of it: the input that the routes take. */
  bodyOf: (value: T) => B;
  /** What a conflict calls the fields that the route's body does not name, or tells otherwise. */
  labels?: ConflictLabels<T>;
  /** Where one goes when it is saved or removed; a function where no page is left. */
  backTo: string | (() => void);
  saveLabel: string;
  /** What is asked before the record is removed; absent where it cannot be. */
  removal?: { title: string; text: string; label?: string };
  children: (fields: RecordFields<T>) => ReactNode;
}

/** A record that is written and changed on a page of its own: draft on the server, refusals at their fields. */
export function RecordForm<T extends object, B, R extends StoredRecord>(props: RecordFormProps<T, B, R>) {
  const [round, setRound] = useState(0);
  return (
    <FormOf
      key={`${props.record?.id ?? 'novo'} ${round}`}
      {...props}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

function FormOf<T extends object, B, R extends StoredRecord>(
  props: RecordFormProps<T, B, R> & { onDiscarded: () => void },
) {
  const { backTo, saveLabel, removal, record, onDiscarded } = props;
  const { draft, form, conflict } = useRecordDraft(props);
  const commands = useRecordCommands<B>(props, record);
  const { busy, failure, errors, run } = useRun(backTo, draft.discard);
  const [asking, setAsking] = useState(false);
  const changed = JSON.stringify(form.value) !== JSON.stringify(form.base);
  useUnsaved(changed, draft.state.kind === 'saved', draft.state.kind !== 'failed');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (conflict.undecided || props.ready?.() === false) return;
    void run(() => conflict.send((versao) => commands.save(props.bodyOf(form.value), versao)));
  };
  const discard = async () => {
    await draft.discard().catch(() => {});
    onDiscarded();
  };
  return (
    <Stack
      component="form"
      noValidate
      spacing={4}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
    >
      <KeptDrafts drafts={draft.kept} />
      {draft.restored && <Alert severity="info">Continuando o rascunho que você deixou aqui.</Alert>}
      {failure && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {failure}
        </Alert>
      )}
      <ConflictView
        conflict={conflict}
        name={props.name}
        labels={{ ...(fieldLabels(props.routes.update) as ConflictLabels<T>), ...props.labels }}
      />
      {props.children({
        value: form.value,
        set: (key, value) => form.change({ ...form.value, [key]: value }),
        setAll: form.change,
        errorOf: (key) => errors[key],
        errors,
        restored: draft.restored,
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button type="submit" variant="contained" loading={busy} disabled={!changed || conflict.undecided}>
          {saveLabel}
        </Button>
        {changed && (
          <Button onClick={() => void discard()} disabled={busy}>
            Descartar mudanças
          </Button>
        )}
        <SaveStatus state={draft.state} />
        {record && removal && (
          <Button color="error" onClick={() => setAsking(true)} disabled={busy} sx={{ ml: 'auto' }}>
            {removal.label ?? 'Excluir'}
          </Button>
        )}
      </Box>
      {record && removal && (
        <ConfirmDialog
          open={asking}
          title={removal.title}
          text={removal.text}
          confirmLabel={removal.label ?? 'Excluir'}
          tone="error"
          onConfirm={() => run(commands.remove, true)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

/** Runs a command of the page; when it is done the draft is gone and the list is shown again. */
function useRun(backTo: string | (() => void), discard: () => Promise<void>) {
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** `null` is a conflict, which has its own view; `rethrow` where a dialog shows the failure itself. */
  const run = async (command: () => Promise<string | null>, rethrow = false) => {
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      const message = await command();
      if (message === null) return;
      await discard().catch(() => {});
      notify(message, { type: 'success' });
      if (typeof backTo === 'string') navigate(backTo);
      else backTo();
    } catch (error) {
      if (rethrow) throw error;
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        setFailure(error instanceof Error ? error.message : 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, errors, run };
}
