import { allows, type Permission } from '#contract/permissions.ts';
import type { FlowStep } from '#contract/rules/flows/flow.ts';
import {
  isClosed,
  mayArchive,
  mayFollow,
  withinReopenWindow,
} from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { User } from '#server/context.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

interface ActionContext {
  user: Pick<User, 'type' | 'grants'>;
  ticket: Pick<TicketRecord, 'status' | 'archived' | 'mergedIntoId' | 'finishedAt' | 'updatedAt'>;
  step: FlowStep;
  /** Whether a terminal step can be reached without data that the current step requires. */
  mayEnd: boolean;
  /** Whether some transition leads to another work step. */
  leadsOn: boolean;
  /** Whether other steps came before this one. */
  cameFrom: boolean;
  /** Whether the ticket may still be withdrawn (contract/rules/flows/flow.ts). */
  beforeAnalysis: boolean;
  now: Date;
  parameters: Pick<ServiceParameters, 'diasReaberturaConsumidor' | 'diasReaberturaEquipe'>;
}

/** The step's own permission; by default the one for answering on behalf of the company, which end consumers never have. */
export const permissionOf = ({ permissao }: FlowStep): Permission =>
  (permissao ?? 'TICKETS_RESPONDER_INTERNO') as Permission;

/** Whether the person may move tickets out of this step. */
export const mayWorkOn = (user: Pick<User, 'grants'>, step: FlowStep): boolean =>
  allows(user.grants, permissionOf(step));

/**
 * What a person may do with a ticket in its current state; the moves check it again, and the page shows its buttons
 * accordingly.
 */
export function ticketActions(ground: ActionContext): Ticket['acoes'] {
  const { user, ticket, step, mayEnd, leadsOn, cameFrom, beforeAnalysis, now, parameters } = ground;
  const can = (permission: Permission) => allows(user.grants, permission);
  const open = !isClosed(ticket.status) && !ticket.archived;
  const works = open && mayWorkOn(user, step);
  return {
    avancar: works && (leadsOn || can('TICKETS_FINALIZAR')),
    retroceder: works && step.permite_retroceder && cameFrom,
    finalizar: works && mayEnd && can('TICKETS_FINALIZAR'),
    cancelar: open && beforeAnalysis && mayFollow(ticket.status, 'CANCELADO') && can('TICKETS_CANCELAR'),
    reabrir:
      can('TICKETS_REABRIR') &&
      withinReopenWindow(
        user.type,
        {
          status: ticket.status,
          archived: ticket.archived,
          endedAt: ticket.finishedAt ?? ticket.updatedAt,
        },
        now,
        {
          consumerDays: parameters.diasReaberturaConsumidor,
          staffDays: parameters.diasReaberturaEquipe,
        },
      ),
    arquivar: mayArchive(ticket.status, ticket.archived) && can('TICKETS_ARQUIVAR'),
    desarquivar: ticket.archived && ticket.mergedIntoId === null && can('TICKETS_ARQUIVAR'),
    reclassificar: open && can('TICKETS_RECLASSIFICAR'),
    responder: open && can('TICKETS_RESPONDER'),
    juntar: open && can('TICKETS_JUNTAR'),
    dividir: open && can('TICKETS_JUNTAR'),
  };
}
