import Alert from '@mui/material/Alert';
import { type ReactNode, useState } from 'react';
import { CONFIRM_CONTACT, MAX_CONFIRMATION_LENGTH } from '#contract/rules/agendas/contactQuestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { CallFailure } from '#data/http.ts';
import { FieldProblems, useFieldProblem } from '#ui/components/fieldProblems.ts';
import { TextField } from '#ui/components/TextField.tsx';

interface ConfirmContactFieldProps {
  value: string;
  onChange: (reason: string) => void;
  /** The server's question, where the form shows its own problems; in a `ConfirmDialog` it comes from there. */
  problem?: string | undefined;
}

/** What speaks against a contact, and why it is made all the same. Nothing is shown until the server has asked. */
export function ConfirmContactField({ value, onChange, problem }: ConfirmContactFieldProps) {
  const ofDialog = useFieldProblem('confirmar', value);
  const now = problem ?? ofDialog;
  // It stays in sight while the reason is typed.
  const [asked, setAsked] = useState(now);
  if (now !== undefined && now !== asked) setAsked(now);
  if (asked === undefined) return null;
  return (
    <>
      <Alert severity="warning" sx={{ whiteSpace: 'pre-line' }}>
        {asked}
      </Alert>
      <TextField
        label="Por que contatar mesmo assim"
        required
        autoFocus
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
  /** Sends all rows, or those that wait for a reason; throws the question while some do. */
  send: (call: (again: { ids?: number[]; confirmar?: string }) => Promise<RowResults>) => Promise<RowResults>;
  /** The field of the reason; outside a `ConfirmDialog`, with the question. */
  field: (problem?: string) => ReactNode;
  /** What was done before the person decided to leave the rest. */
  rows: RowResults | null;
}

/** A command over many contacts, in whose dialog those stay that need a reason. */
export function useConfirmedRows(): ConfirmedRows {
  const [reason, setReason] = useState('');
  const [held, setHeld] = useState<Asked | null>(null);
  return {
    rows: held?.rows ?? null,
    field: (problem) => <ConfirmContactField value={reason} onChange={setReason} problem={problem} />,
    async send(call) {
      const answer = await call({ ...(held && { ids: held.ids }), ...confirmedBy(reason) });
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
    },
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
  const again = new Set([...second.sucesso, ...second.falhas.map(({ id }) => id)]);
  return {
    ...first,
    sucesso: [...first.sucesso, ...second.sucesso],
    falhas: [...first.falhas.filter(({ id }) => !again.has(id)), ...second.falhas],
  };
}
