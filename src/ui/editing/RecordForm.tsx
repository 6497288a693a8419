import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { visuallyHidden } from '@mui/utils';
import { useNotify } from 'ra-core';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { FieldChecks } from '#contract/rules/draftReading.ts';
import type { DraftName } from '#contract/rules/drafts.ts';
import { CallFailure } from '#data/http.ts';
import { Button } from '../components/Button.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { FieldProblems, FieldProblemsContext, useProblemFocus } from '../components/fieldProblems.ts';
import { useUnsaved } from '../components/frame/unsaved.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import { type ConflictLabels, ConflictView } from '../conflict/ConflictView.tsx';
import { fieldLabels } from '../conflict/useConflict.ts';
import { DraftEnd } from '../drafts/DraftEnd.tsx';
import { type DraftFields, fieldsOf } from '../drafts/draftTexts.ts';
import { KeptDrafts } from '../drafts/KeptDrafts.tsx';
import { SaveStatus } from '../drafts/SaveStatus.tsx';
import { endIn } from '../drafts/useDraftLife.ts';
import { errorText } from '../shell/states/StateMessage.tsx';
import { Undecided } from '../shell/states/skeletons.tsx';
import { HeldForm } from './BodyField.tsx';
import { type RecordRoutes, type StoredRecord, useRecordCommands, useRecordDraft } from './useRecordDraft.ts';

/** The data needed to render the fields that are more than a `BodyField`. */
export interface FormFields<T> {
  value: T;
  set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Sets several fields at once, when one determines another. */
  setAll: (value: T) => void;
  /** The error message of a refused field, by its wire name. */
  errorOf: (key: string) => string | undefined;
  /** All errors, for a form that assigns them to its fields itself, and says those that belong to none. */
  takeErrors: () => Readonly<Record<string, string>>;
  /** True once a draft from an earlier visit was restored, so that fields with internal state must reload their content. */
  restored: boolean;
}

export interface RecordFormProps<T extends object, B, R extends StoredRecord> {
  draft: DraftName;
  /** The record's name within a sentence: 'este aviso'. */
  name: string;
  routes: RecordRoutes;
  /** Additional path parameters of the routes. */
  params?: Readonly<Record<string, string>>;
  /** Validates the value before it is sent and shows the problems; returns false to stop. */
  ready?: () => boolean;
  /** Absent for a new record. */
  record: R | undefined;
  /** The initial value of a new record. */
  empty: T;
  /** Converts a record to the form's value. */
  written: (record: R) => T;
  /** The shapes that a saved draft must have to fit its fields, where the type of the initial value is not enough. */
  checks?: FieldChecks<T>;
  /** Converts the value to the request body. */
  bodyOf: (value: T) => B;
  /** Labels and formatting for the conflict view, for fields that the route's body does not name or shows differently. */
  labels?: ConflictLabels<T>;
  /** How what stands within its fields is called in a draft, where that is not what the route's body says. */
  fields?: DraftFields;
  /** Where to go after saving or removing; a callback when there is no page to leave. */
  backTo: string | (() => void);
  saveLabel: string;
  /** The confirmation before the record is removed; absent if it cannot be removed. */
  removal?: { title: string; text: string; label?: string };
  children: (fields: FormFields<T>) => ReactNode;
}

/** Creates or edits a record on a page of its own: draft on the server, errors at their fields. */
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
  const element = useRef<HTMLFormElement>(null);
  const labels: ConflictLabels<T> = {
    ...(fieldLabels(props.routes.update) as ConflictLabels<T>),
    ...props.labels,
  };
  const fields = useDrawnFields(props.children, form, errors, draft.restored);
  const elsewhere = useUnshownErrors(errors, labels, fields);
  const spoken = useProblemFocus(element, errors);
  const [asking, setAsking] = useState(false);
  const isSent = draft.life.end !== null;
  const changed = JSON.stringify(form.value) !== JSON.stringify(form.base);
  useUnsaved(changed, draft.state.kind === 'saved', draft.state.kind !== 'failed');
  const save = useStableCallback(() => {
    void run(async () => {
      const body = props.bodyOf(form.value);
      return conflict.send((versao) => draft.send((options) => commands.save(body, versao, options)));
    });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (conflict.undecided || isSent) return;
    // A field may still hold what was just typed; checking makes it part of the value that is saved.
    if (flushSync(() => props.ready?.()) !== false) save();
  };
  const discard = async () => {
    await draft.discard().catch(() => {});
    onDiscarded();
  };
  return (
    <Stack
      ref={element}
      component="form"
      data-in-order
      noValidate
      spacing={4}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
    >
      {!draft.ready && <Undecided />}
      <DraftEnd life={draft.life} />
      <KeptDrafts
        drafts={draft.kept}
        fields={props.fields ?? fieldsOf(props.routes.create.body ?? {})}
        labels={labels as ConflictLabels<object>}
      />
      {draft.restored && <Alert severity="info">Continuando o rascunho que você deixou aqui.</Alert>}
      {(failure || elsewhere) && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {failure || elsewhere}
        </Alert>
      )}
      <ConflictView conflict={conflict} name={props.name} labels={labels} />
      {fields.element}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          disabled={!changed || conflict.undecided || isSent}
        >
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
      <span aria-live="polite" style={visuallyHidden}>
        {spoken}
      </span>
    </Stack>
  );
}

interface DrawnFields {
  element: ReactNode;
  /** The fields that read their errors, and those that show them as long as they are in the form. */
  read: ReadonlySet<string>;
  shown: ReadonlySet<string>;
}

/** The form's fields, drawn again when their values or errors change, and not for what is said of the draft. */
function useDrawnFields<T extends object>(
  children: RecordFormProps<T, never, never>['children'],
  { value, change }: { value: T; change: (value: T) => void },
  errors: Readonly<Record<string, string>>,
  restored: boolean,
): DrawnFields {
  const setAll = useStableCallback(change);
  const [shown] = useState(() => new Set<string>());
  return useMemo(() => {
    const read = new Set<string>();
    const set = <K extends keyof T>(key: K, next: T[K]) => setAll({ ...value, [key]: next });
    const errorOf = (key: string) => {
      read.add(key);
      return errors[key];
    };
    const takeErrors = () => {
      for (const key of Object.keys(errors)) read.add(key);
      return errors;
    };
    const element = (
      <FieldProblemsContext value={{ texts: errors, shown }}>
        <HeldForm value={value} set={(part: object) => setAll({ ...value, ...part })}>
          {children({ value, set, setAll, restored, errorOf, takeErrors })}
        </HeldForm>
      </FieldProblemsContext>
    );
    return { element, read, shown };
  }, [children, value, setAll, errors, restored, shown]);
}

/**
 * The errors of fields that the form does not show: archived ones, or hidden by what was chosen. These are sentences of their
 * own, with the field's title, because nobody could see them otherwise.
 */
function useUnshownErrors<T extends object>(
  errors: Readonly<Record<string, string>>,
  labels: ConflictLabels<T>,
  { read, shown }: DrawnFields,
): string {
  const [elsewhere, setElsewhere] = useState('');
  useEffect(() => {
    const others = Object.entries(errors).filter(([key]) => !read.has(key) && !shown.has(key));
    setElsewhere(others.map(([key, text]) => titled(labels[key as keyof T], text)).join('\n'));
  });
  return elsewhere;
}

function titled(given: string | { label: string } | undefined, text: string): string {
  const label = typeof given === 'object' ? given.label : given;
  return label ? `${label}: ${text}` : text;
}

/** Runs a command of the page; on success the draft is discarded and the list is shown again. */
function useRun(backTo: string | (() => void), discard: () => Promise<void>) {
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** `null` means a conflict, which has its own view; `rethrow` when a dialog shows the failure itself. */
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
      const fields = error instanceof CallFailure || error instanceof FieldProblems ? error.fields : {};
      setErrors(fields);
      // DraftEnd says what became of it.
      if (Object.keys(fields).length === 0 && !endIn(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, errors, run };
}
