import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { Output, Route } from '#contract/route.ts';
import { INVALID_EMAIL, isEmail } from '#contract/rules/contact.ts';
import { isPhone } from '#contract/rules/phone.ts';
import type { CallInput } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { PersonalField } from '#ui/components/inputs/masks.tsx';
import type { ConflictState } from '#ui/conflict/useConflict.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface FormDialogProps {
  title: string;
  /** A refusal that belongs to no field. */
  problem?: string | undefined;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  saveLabel?: string;
  closeLabel?: string;
  disabled?: boolean;
  width?: 'xs' | 'sm';
  /** Whether the form holds unsaved input; when omitted, the fields themselves are inspected. */
  changed?: boolean;
  children: ReactNode;
}

/** A short form in a dialog: Enter and Ctrl+Enter submit it, Esc closes it, and errors appear in a red alert. */
export function FormDialog(props: FormDialogProps) {
  const { title, problem, busy, onSubmit, onClose, saveLabel = 'Salvar', closeLabel = 'Cancelar' } = props;
  const id = useId();
  return (
    <DialogFrame
      open
      onClose={busy ? undefined : onClose}
      maxWidth={props.width ?? 'xs'}
      fullWidth
      fullScreen={props.width === 'sm' && 'phone'}
      aria-labelledby={id}
    >
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          // A portaled dialog is still inside the surrounding form's React tree, so the event must not bubble to that form.
          event.stopPropagation();
          if (!busy && !props.disabled) onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
          {problem && (
            <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
              {problem}
            </Alert>
          )}
          {props.changed !== undefined && <Unsaved active={props.changed} />}
          {props.children}
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={busy}>{closeLabel}</CloseButton>
          <Button type="submit" variant="contained" loading={busy} disabled={props.disabled === true}>
            {saveLabel}
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface ValueDialogProps {
  kind: 'telefone' | 'email';
  idCli: number;
  id: number;
  value: string;
  onClose: () => void;
  onSaved: () => void;
}

const KINDS = {
  telefone: {
    title: 'Editar telefone',
    label: 'Telefone',
    route: customerUpkeepRoutes.editPhone,
    isRight: isPhone,
    wrong: 'Telefone inválido',
  },
  email: {
    title: 'Editar e-mail',
    label: 'E-mail',
    route: customerUpkeepRoutes.editEmail,
    isRight: isEmail,
    wrong: INVALID_EMAIL,
  },
} as const;

/** Replaces a phone number or an e-mail address; the value as it was read is sent along. */
export function ValueDialog({ kind, idCli, id, value, onClose, onSaved }: ValueDialogProps) {
  const { title, label, route, isRight, wrong } = KINDS[kind];
  const [typed, setTyped] = useState(value);
  const save = useSave<typeof customerUpkeepRoutes.editPhone>(
    route as typeof customerUpkeepRoutes.editPhone,
    onSaved,
  );
  const submit = () => {
    if (!isRight(typed)) return save.setErrors({ valor: wrong });
    void save.send({ params: { idCli }, body: { id, valoranterior: value, valor: typed } });
  };
  const field = {
    label,
    autoFocus: true,
    required: true,
    error: Boolean(save.errors.valor),
    helperText: save.errors.valor,
  };
  return (
    <FormDialog
      title={title}
      problem={save.problem}
      busy={save.busy}
      disabled={typed.trim() === value}
      onSubmit={submit}
      onClose={onClose}
    >
      {kind === 'telefone' ? (
        <MaskedField {...field} kind="phone" value={typed} onChange={setTyped} />
      ) : (
        <PersonalField
          {...field}
          onReplace={() => setTyped('')}
          type="email"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
        />
      )}
    </FormDialog>
  );
}

interface Save<R extends Route> {
  busy: boolean;
  /** Messages of the last refusal, by field. */
  errors: Record<string, string>;
  /** A message that belongs to no field. */
  problem: string | undefined;
  setErrors: (errors: Record<string, string>) => void;
  /**
   * Resolves to whether the write succeeded. With a conflict's `send`, the version in the body is replaced with the current
   * one.
   */
  send: (input: CallInput<R>, over?: Pick<ConflictState<never>, 'send'>) => Promise<boolean>;
}

/**
 * Writes from a dialog: retries of the same attempt reuse its idempotency key, success shows a notification, and errors go to
 * their fields.
 */
export function useSave<R extends Route>(route: R, onSaved: (answer: Output<R>) => void): Save<R> {
  const notify = useNotify();
  const command = useCommand();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const post = async (input: CallInput<R>) => (await command(route, input)) as Output<R>;
  const send = async (input: CallInput<R>, over?: Pick<ConflictState<never>, 'send'>) => {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      const answer = over ? await over.send((versao) => post(withVersion(input, versao))) : await post(input);
      if (answer === null) return false;
      const message = messageOf(answer);
      if (message) notify(message, { type: 'success' });
      onSaved(answer);
      return true;
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, problem, setErrors, send };
}

const withVersion = <I,>(input: I, versao: number): I => ({
  ...input,
  body: { ...(input as { body?: object }).body, versao },
});

function messageOf(answer: unknown): string | undefined {
  const data = (answer as { data?: { message?: unknown } } | null)?.data;
  return typeof data?.message === 'string' ? data.message : undefined;
}
