import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { extraFieldRoutes, type StepFields } from '#contract/sac/extraFields.ts';
import { type Ticket, ticketRoutes } from '#contract/sac/tickets.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
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
    // Read anew whenever it is asked for: what another step asked for has the same address.
    { enabled: active && asksFields(ticket), staleTime: 0 },
  );
  const step = ticket.etapaAtual.chave;
  // What this step asked for stays while the ticket moves on, with what was typed under it.
  const latestFields = useRef<StepFields>(undefined);
  if (answer.data?.etapa === step) latestFields.current = answer.data;
  const found = latestFields.current?.etapa === step ? latestFields.current : undefined;
  useTicketOf(ticket.id, !answer.isFetching && answer.data && answer.data.etapa !== step);
  const keys = found ? keysOf(found) : [];
  const answersIn = (value: FieldAnswers): FieldAnswers =>
    Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));
  const value = Object.fromEntries(
    Object.entries({ ...found?.valores, ...answers }).filter(([, each]) => each !== null),
  );
  return {
    form,
    answer,
    /** Whether what the step asks for is known. */
    isKnown: found !== undefined,
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

/** Reads the ticket again that went to another step meanwhile, so that its page says so. */
function useTicketOf(idTicket: number, hasMoved: boolean | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (hasMoved)
      void queries.invalidateQueries({ queryKey: routeKey(ticketRoutes.get, { params: { idTicket } }) });
  }, [queries, idTicket, hasMoved]);
}

export type StepFieldsState = ReturnType<typeof useStepFields>;
