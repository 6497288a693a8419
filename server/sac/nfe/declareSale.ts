import { and, eq } from 'drizzle-orm';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { nfeDocuments } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { judgeAgain, shareKeptNotes } from './kept/judgeKept.ts';

/** A person says that a note which was set aside by its codes is a sale; it becomes an invoice at once. */
export const declareSale = command(nfeImportRoutes.declareSale, async (tx, ctx, { params, body }) => {
  await shareKeptNotes(tx);
  const [document] = await tx
    .select()
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.key, params.chave), eq(nfeDocuments.eventType, '')))
    .for('update');
  if (!document) throw notFound();
  if (document.state === 'INVOICE') throw refused('JA_E_VENDA', 'Esta nota já está no Balcão como venda.');
  const reason = body.motivo.trim();
  const [result] = await judgeAgain(tx, ctx, [document], { declared: true });
  // Only codes are a matter of opinion: a return, a transfer or a note of somebody else stays what it is.
  if (result?.outcome !== 'CRIADA' && result?.outcome !== 'IGUAL')
    throw refused('NAO_E_VENDA', `Esta nota não pode ser venda. ${result?.sentence ?? ''}`.trim());
  const [after] = await tx
    .select({ invoiceId: nfeDocuments.invoiceId })
    .from(nfeDocuments)
    .where(eq(nfeDocuments.id, document.id));
  await audit(tx, ctx, {
    action: 'DECLARAR_VENDA',
    entity: 'invoices',
    entityId: after?.invoiceId ?? 0,
    before: { operacao: document.kind },
    after: { chave: document.key, cfops: document.cfops, motivo: reason },
  });
  return { data: { message: 'A nota está no Balcão como venda.' } };
});
