import Alert from '@mui/material/Alert';
import { type ReactNode, useState } from 'react';
import { CONFIRM_CONTACT, MAX_CONFIRMATION_LENGTH } from '#contract/rules/agendas/contactQuestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { CallFailure } from '#data/http.ts';
import { FieldProblems, useFieldProblem } from '#ui/components/fieldProblems.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { type Asking, useBodyField, useBodyForm } from '#ui/editing/BodyField.tsx';
import type { CommandFieldOptions } from '#ui/editing/commandFields.ts';

/** Why a contact is made although something speaks against it. The reason is for that contact alone. */
interface ContactReason {
  /** '' once the contact is another one than was asked about. */
  reason: string;
  /** What speaks against it, and the reason; `problem` is the server's question where the form shows its own problems. */
  field: (problem?: string) => ReactNode;
}

/**
 * The reason for a contact, with its field. `about` is everything that the server's questions depend on: when one of it changes,
 * question and reason are gone, and the server asks anew.
 */
export function useContactReason(about: readonly unknown[]): ContactReason {
  const contact = JSON.stringify(about);
  const [given, setGiven] = useState({ contact, reason: '' });
  const reason = given.contact === contact ? given.reason : '';
  return {
    reason,
    field: (problem) => (
      <ConfirmContactField
        contact={contact}
        value={reason}
        onChange={(typed) => setGiven({ contact, reason: typed })}
        problem={problem}
      />
    ),
  };
}

/**
 * The options of a body's reason for a contact, and of the fields `about` that the server's questions depend on: the reason is
 * for that contact alone, so it is empty again once one of them has another value.
 */
export function reasonFields<const F extends Readonly<Record<string, CommandFieldOptions>>>(
  route: Asking,
  about: F,
): Record<(keyof F & string) | 'confirmar', CommandFieldOptions> {
  const fields = Object.entries(about).map(([name, own]) => [
    name,
    { ...own, clears: [...(own.clears ?? []), 'confirmar'] },
  ]);
  return {
    ...Object.fromEntries(fields),
    confirmar: { input: <ContactReasonInput route={route} about={Object.keys(about)} /> },
  };
}

interface ContactReasonInputProps {
  route: Asking;
  about: readonly string[];
}

/** The reason as a field of a body, which is shown once the server has asked for it, or a draft has brought it back. */
function ContactReasonInput({ route, about }: ContactReasonInputProps) {
  const form = useBodyForm();
  const { value, set } = useBodyField(route, 'confirmar');
  return (
    <ConfirmContactField
      contact={JSON.stringify(about.map((name) => form.value[name]))}
      value={String(value ?? '')}
      onChange={set}
    />
  );
}

interface ConfirmContactFieldProps {
  value: string;
  onChange: (reason: string) => void;
  problem?: string | undefined;
  contact: string;
}

/** Nothing is shown until the server has asked; a reason that is there is never sent unseen. */
function ConfirmContactField({ value, onChange, problem, contact }: ConfirmContactFieldProps) {
  const ofDialog = useFieldProblem('confirmar', contact);
  const [ofForm, setOfForm] = useState({ problem, contact });
  if (ofForm.problem !== problem) setOfForm({ problem, contact });
  const now = ofForm.contact === contact ? (problem ?? ofDialog) : ofDialog;
  // It stays in sight until the contact is another one, whatever else of the form is changed.
  const [asked, setAsked] = useState({ text: now, contact });
  if (now !== undefined && (now !== asked.text || contact !== asked.contact))
    setAsked({ text: now, contact });
  else if (value && (asked.text === undefined || contact !== asked.contact)) setAsked({ text: '', contact });
  if (asked.text === undefined || asked.contact !== contact) return null;
  return (
    <>
      {asked.text && (
        <Alert severity="warning" sx={{ whiteSpace: 'pre-line' }}>
          {asked.text}
        </Alert>
      )}
      <TextField
        label="Por que contatar mesmo assim"
        required
        autoFocus={asked.text !== ''}
        fullWidth
        multiline
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={now !== undefined && !value.trim()}
        helperText={now !== undefined && !value.trim() ? 'Diga por quê.' : 'Fica no histórico do cliente.'}
        slotProps={{ htmlInput: { maxLength: MAX_CONFIRMATION_LENGTH } }}
      />
    </>
  );
}

export const isContactQuestion = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.code === CONFIRM_CONTACT;

/** Shows the server's question at its field of a `ConfirmDialog`; other failures stay as they are. */
export async function askedInDialog<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isContactQuestion(error)) throw new FieldProblems({ confirmar: error.message });
    throw error;
  }
}

/** The part of a body that carries the reason. */
export const confirmedBy = (reason: string) => (reason.trim() ? { confirmar: reason.trim() } : {});

interface Asked {
  rows: RowResults;
  ids: number[];
}

interface ConfirmedRows {
  /** The rows that wait for a reason, once some do. */
  ids: number[] | undefined;
  /** Takes the answer of a dialog; throws the question while some rows wait. */
  take: (answer: RowResults) => RowResults;
  /** Sends all rows, or those that wait for a reason; throws the question while some do. */
  send: (call: (again: { ids?: number[]; confirmar?: string }) => Promise<RowResults>) => Promise<RowResults>;
  /** The field of the reason; outside a `ConfirmDialog`, with the question. */
  field: (problem?: string) => ReactNode;
  /** What was done before the person decided to leave the rest. */
  rows: RowResults | null;
}

/** A command over many contacts, in whose dialog those stay that need a reason. */
export function useConfirmedRows(): ConfirmedRows {
  const { reason, field } = useContactReason([]);
  const [held, setHeld] = useState<Asked | null>(null);
  const take = (answer: RowResults) => {
    const rows = held ? together(held.rows, answer) : answer;
    const asked = answer.falhas.filter(({ codigo }) => codigo === CONFIRM_CONTACT);
    if (asked.length === 0) return rows;
    setHeld({ rows, ids: asked.map(({ id }) => Number(id)) });
    throw new FieldProblems({
      confirmar: questionOf(
        asked.map(({ mensagem }) => mensagem),
        rows.sucesso.length > 0,
      ),
    });
  };
  return {
    ids: held?.ids,
    rows: held?.rows ?? null,
    field,
    take,
    send: async (call) => take(await call({ ...(held && { ids: held.ids }), ...confirmedBy(reason) })),
  };
}

const MOST_SHOWN = 3;

function questionOf(sentences: readonly string[], someDone: boolean): string {
  const different = [...new Set(sentences)];
  const more = different.length - MOST_SHOWN;
  return [
    `${formatCount(sentences.length, 'agenda espera', 'agendas esperam')} a sua confirmação${someDone ? '; as outras já foram' : ''}.`,
    ...different.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`E mais ${formatCount(more, 'motivo', 'motivos')}.`] : []),
  ].join('\n');
}

/** The second answer is about rows that the first refused. */
function together(first: RowResults, second: RowResults): RowResults {
  const retriedIds = new Set([...second.sucesso, ...second.falhas.map(({ id }) => id)]);
  return {
    ...first,
    sucesso: [...first.sucesso, ...second.sucesso],
    falhas: [...first.falhas.filter(({ id }) => !retriedIds.has(id)), ...second.falhas],
  };
}
