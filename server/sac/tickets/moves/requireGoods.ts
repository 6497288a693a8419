import { eq } from 'drizzle-orm';
import type { StepRequirement } from '#contract/rules/flows/flow.ts';
import { missingGoods, nothingToJudge } from '#contract/rules/tickets/typeChange.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketItems, ticketTypes } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import type { Work } from './openWork.ts';

/** The requirements that judge the ticket's lines, and whether only approved ones count. */
const JUDGING: Partial<Record<StepRequirement, 'ALL' | 'APPROVED'>> = {
  ANALISE_DEVOLUCAO: 'ALL',
  ENVIO_NF_DEVOLUCAO: 'APPROVED',
  COLETA: 'APPROVED',
  CONFERENCIA_DEVOLUCAO: 'APPROVED',
};

/**
 * A ticket without the goods that its type demands leaves no step, and no step that judges lines is passed without any
 * (docs/domain.md 13): what holds for every line would hold for none. Goods may be added at any step until they are analysed.
 */
export async function requireGoods(tx: Tx, { ticket, step }: Work): Promise<void> {
  const [type] = await tx.select().from(ticketTypes).where(eq(ticketTypes.id, ticket.typeId));
  if (!type) throw new Error(`ticket ${ticket.id} has no type`);
  const lines = await tx
    .select({ status: ticketItems.status, invoiceItemId: ticketItems.invoiceItemId })
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, ticket.id));
  const bought = lines.filter(({ invoiceItemId }) => invoiceItemId !== null).length;
  const [missing] = missingGoods(type.flags, {
    bought,
    loose: lines.length - bought,
    // An invoice cannot be added to an open ticket, and nothing is counted by it.
    invoices: 1,
  });
  if (missing)
    throw refused(
      'FALTAM_PRODUTOS',
      `O tipo ${type.description} pede produtos, e o ticket não tem. ${missing.message}`,
      { [missing.field]: missing.message },
    );
  const judged = step.exigencia && JUDGING[step.exigencia];
  if (!judged) return;
  const counted = judged === 'ALL' ? lines : lines.filter(({ status }) => status === 'A');
  if (nothingToJudge(type.flags, counted.length))
    throw refused(
      'FALTAM_PRODUTOS',
      judged === 'ALL'
        ? `Não há produtos para a etapa ${step.descricao}. Inclua ao menos um.`
        : `Nenhum produto foi aprovado, e a etapa ${step.descricao} trata dos aprovados.`,
    );
}
