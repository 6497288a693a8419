import { and, eq } from 'drizzle-orm';
import { ANALYSIS_SUGGESTED } from '#contract/realtime.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { proposedAnalyses, ticketItems } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { publishTicket } from '#server/realtime/publish.ts';
import { plainText } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { goodsOf } from './goodsOf.ts';

type Proposal = Pick<
  typeof proposedAnalyses.$inferInsert,
  'ruleKey' | 'ruleVersion' | 'by' | 'proposal' | 'counter' | 'words'
>;

const SAID = ['ruleVersion', 'proposal', 'counter', 'words', 'goods'] as const;

/**
 * Stores what a rule or macro proposes for the analysis of a ticket, in place of what it proposed before. It neither moves the ticket nor
 * is noticed by the customer; whoever has the ticket open reads the suggestions anew.
 */
export async function proposeAnalysis(
  tx: Tx,
  ctx: Context,
  ticketId: number,
  proposal: Proposal,
): Promise<void> {
  const ticket = await lockTicket(tx, ctx.user, ticketId);
  const lines = await tx.select().from(ticketItems).where(eq(ticketItems.ticketId, ticketId));
  if (isClosed(ticket.status) || !lines.some(({ status }) => status === 'AN'))
    throw refused('SEM_MUDANCA', 'O ticket não tem produtos por analisar.');
  const row = { ...proposal, words: plainText(proposal.words).trim(), goods: goodsOf(lines) };
  const [before] = await tx
    .select()
    .from(proposedAnalyses)
    .where(and(eq(proposedAnalyses.ticketId, ticketId), eq(proposedAnalyses.ruleKey, row.ruleKey)));
  if (before && SAID.every((key) => before[key] === row[key]))
    throw refused('SEM_MUDANCA', 'A mesma sugestão já está no ticket.');
  await tx
    .insert(proposedAnalyses)
    .values({ ...row, ticketId, at: ctx.now() })
    .onConflictDoUpdate({
      target: [proposedAnalyses.ticketId, proposedAnalyses.ruleKey],
      set: { ...row, at: ctx.now() },
    });
  await audit(tx, ctx, {
    action: 'SUGERIR_ANALISE',
    entity: 'tickets',
    entityId: ticketId,
    internal: true,
    ...(before && { before: { proposta: before.proposal, motivo: before.words } }),
    after: { proposta: row.proposal, motivo: row.words, por: row.by },
  });
  await publishTicket(tx, {
    ...{ ticket, type: ANALYSIS_SUGGESTED, internal: true, noticed: false },
    ...{ by: ctx.user, at: ctx.now() },
  });
}
