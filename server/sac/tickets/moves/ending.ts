import { and, eq, isNull, or } from 'drizzle-orm';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { type TicketResult, ticketResult } from '../../../../contract/catalogs/ticketResult.ts';
import type { FlowTransition } from '../../../../contract/rules/flow.ts';
import type { FlowFacts } from '../../../../contract/rules/flowCondition.ts';
import type { Tx } from '../../../db/client.ts';
import { reasons } from '../../../db/tables/index.ts';
import { invalid } from '../../../errors.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

/** What a person says of the end, and below which field the answer says what is wrong with it. */
export interface GivenEnding {
  idMotivo: number | null;
  obs: string;
  field: '' | 'finalizacao.';
}

export interface Ending {
  reason: { id: number; descricao: string };
  result: TicketResult;
}

/**
 * How a ticket ends: by a final reason that is active and of its type or of every type. The result is that of the
 * way out; otherwise the reason's; otherwise
 * IMPROCEDENTE exactly when every line was denied.
 */
export async function endingOf(
  tx: Tx,
  { typeId, flowKey }: TicketRecord,
  { idMotivo, obs, field }: GivenEnding,
  { resultado }: FlowTransition,
  facts: FlowFacts,
): Promise<Ending> {
  const wrong = (key: 'idMotivo' | 'obs', text: string) => invalid({ [field + key]: text });
  if (idMotivo === null) throw wrong('idMotivo', 'Escolha o motivo de finalização.');
  const [reason] = await tx
    .select()
    .from(reasons)
    .where(
      and(
        eq(reasons.id, idMotivo),
        eq(reasons.kind, 'FINALIZACAO'),
        eq(reasons.active, true),
        or(isNull(reasons.typeId), eq(reasons.typeId, typeId)),
        or(isNull(reasons.flowKey), eq(reasons.flowKey, flowKey)),
      ),
    );
  if (!reason) throw wrong('idMotivo', 'Este motivo não encerra tickets deste tipo. Escolha outro.');
  if (resultado && reason.result && reason.result !== resultado)
    throw wrong(
      'idMotivo',
      `Por este caminho o ticket termina como ${rowOf(ticketResult, resultado).label.toLowerCase()}. Escolha um motivo com este resultado.`,
    );
  if (reason.requiresNote && obs === '')
    throw wrong('obs', `Explique em poucas palavras: o motivo "${reason.description}" pede uma observação.`);
  return {
    reason: { id: reason.id, descricao: reason.description },
    result: resultado ?? reason.result ?? (facts.todas_linhas_negadas ? 'IMPROCEDENTE' : 'PROCEDENTE'),
  };
}
