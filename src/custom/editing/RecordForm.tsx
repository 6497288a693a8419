import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type FieldChecks, readFields } from '../../../contract/rules/draftReading.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { KeptDrafts } from '../drafts/KeptDrafts.tsx';
import { SaveStatus } from '../drafts/SaveStatus.tsx';
import { useServerDraft } from '../drafts/useServerDraft.ts';
import { useUnsaved } from '../session/unsaved.ts';
import { type RecordRoutes, type StoredRecord, useRecordCommands } from './useRecordCommands.ts';

/** What the fields are drawn from. */
export interface RecordFields<T> {
  value: T;
  set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Several fields at once, where one decides about another. */
  setAll: (value: T) => void;
  /** Text of a field that was refused, by its name on the wire. */
  errorOf: (key: string) => string | undefined;
  /** True once a draft of an earlier visit was put in: what keeps its own content must take it over. */
  restored: boolean;
}

interface RecordFormProps<T extends object, B> {
  /** Begins the name of the draft: `aviso` makes `aviso-novo` and `aviso-12`. */
  draft: string;
  routes: RecordRoutes;
  /** Absent for a new one. */
  record: StoredRecord | undefined;
  initial: T;
  /** What a saved draft must hold to fit a field, where the kind of its first value does not say it all. */
  checks?: FieldChecks<T>;
  /** What is sent of it: the input that the routes take. */
  bodyOf: (value: T) => B;
  /** Where one goes when it is saved, removed, or left. */
  backTo: string;
  saveLabel: string;
  /** What is asked before the record is removed; absent where it cannot be. */
  removal?: { title: string; text: string };
  children: (fields: RecordFields<T>) => ReactNode;
}

/** A record that is written and changed on a page of its own: draft on the server, refusals at their fields. */
export function RecordForm<T extends object, B>(props: RecordFormProps<T, B>) {
  const { initial, backTo, saveLabel, removal, record } = props;
  const commands = useRecordCommands<B>(props.routes, record);
  const draft = useServerDraft<T>(`${props.draft}-${record?.id ?? 'novo'}`, {
    empty: initial,
    read: (content) => readFields(initial, content, props.checks),
  });
  const { busy, failure, errors, run } = useRun(backTo, draft.discard);
  const [asking, setAsking] = useState(false);
  const changed = JSON.stringify(draft.value) !== JSON.stringify(initial);
  useUnsaved(changed && draft.state.kind !== 'saved');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => commands.save(props.bodyOf(draft.value)));
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
      {props.children({
        value: draft.value,
        set: (key, value) => draft.change({ ...draft.value, [key]: value }),
        setAll: draft.change,
        errorOf: (key) => errors[key],
        restored: draft.restored,
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button type="submit" variant="contained" loading={busy} disabled={!changed}>
          {saveLabel}
        </Button>
        {changed && (
          <Button onClick={() => void draft.discard()} disabled={busy}>
            Descartar mudanças
          </Button>
        )}
        <SaveStatus state={draft.state} />
        {record && removal && (
          <Button color="error" onClick={() => setAsking(true)} disabled={busy} sx={{ ml: 'auto' }}>
            Excluir
          </Button>
        )}
      </Box>
      {record && removal && (
        <ConfirmDialog
          open={asking}
          title={removal.title}
          text={removal.text}
          confirmLabel="Excluir"
          tone="error"
          onConfirm={() => run(commands.remove, true)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

/** Runs a command of the page; when it is done the draft is gone and the list is shown again. */
function useRun(backTo: string, discard: () => Promise<void>) {
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** `rethrow` where a dialog shows the failure itself. */
  const run = async (command: () => Promise<string>, rethrow = false) => {
    setBusy(true);
    setFailure('');
    setErrors({});
    try {
      const message = await command();
      await discard().catch(() => {});
      notify(message, { type: 'success' });
      navigate(backTo);
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
