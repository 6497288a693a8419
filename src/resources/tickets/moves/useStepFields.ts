import { useRef } from 'react';
import { extraFieldRoutes, type StepFields } from '#contract/sac/extraFields.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import type { SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';

export type FieldAnswers = Readonly<Record<string, unknown>>;

export const asksFields = (ticket: Ticket): boolean =>
  ticket.etapas.find(({ situacao }) => situacao === 'ATUAL')?.pedeCampos === true;

/** The keys that a form asks for. */
const keysOf = ({ formulario }: StepFields): string[] =>
  Object.keys(formulario?.ui ?? {}).filter((key) => !key.startsWith('ui:'));

/**
 * The extra fields that the current step asks for. Only answers are kept in the draft, the form also holds the ticket's other
 * values, which the conditions of its fields read.
 */
export function useStepFields(
  ticket: Ticket,
  { active, answers }: { active: boolean; answers: FieldAnswers },
) {
  const form = useRef<SchemaFormHandle<Record<string, unknown>>>(null);
  const answer = useRoute(
    extraFieldRoutes.ofStep,
    { params: { idTicket: ticket.id } },
    { enabled: active && asksFields(ticket) },
  );
  const found = answer.data;
  const keys = found ? keysOf(found) : [];
  const answersIn = (value: FieldAnswers): FieldAnswers =>
    Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));
  const value = Object.fromEntries(
    Object.entries({ ...found?.valores, ...answers }).filter(([, each]) => each !== null),
  );
  return {
    form,
    answer,
    formulario: found?.formulario,
    value,
    answersIn,
    /** What is to be sent; `null` while something is missing, which the form then says. */
    judged(): FieldAnswers | null {
      if (!found) return null;
      if (!found.formulario) return {};
      return form.current?.validate() ? answersIn(form.current.flush()) : null;
    },
  };
}

export type StepFieldsState = ReturnType<typeof useStepFields>;
