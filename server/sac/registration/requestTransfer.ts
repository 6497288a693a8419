import { and, eq, gt } from 'drizzle-orm';
import { documentKind, formatDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { auditLog, customers } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { postNotice } from '../../realtime/publish.ts';
import { paragraphsOf } from '../../text/cleanHtml.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { customerOfDocument, requireLookupAllowance, WRONG_DOCUMENT } from './queries.ts';

/**
 * Requests the transfer of a customer served by someone else: a notice to the supervisors names the customer and the
 * requesting seller. The requester only gets a confirmation, and nothing about the customer.
 */
export const requestTransfer = command(registrationRoutes.requestTransfer, {
  async prepare(ctx, { body }) {
    const document = normalizeDocument(body.documento);
    if (!documentKind(document)) throw invalid({ documento: WRONG_DOCUMENT });
    await requireLookupAllowance(ctx);
    return document;
  },
  async work(tx, ctx, { body }, document) {
    const existingCustomer = await customerOfDocument(tx, ctx.user, document);
    if (existingCustomer !== 'FOREIGN')
      throw refused('SEM_TRANSFERENCIA', 'Só se pede a transferência de um cliente que outra pessoa atende.');
    // Locked, so that of two requests of a person at once the second finds the first.
    const [customer] = await tx
      .select()
      .from(customers)
      .where(eq(customers.document, document))
      .for('no key update');
    const customerId = customer?.id ?? 0;
    await requireFirstToday(tx, ctx, customerId);
    const reason = plainText(body.motivo ?? '').trim();
    await postNotice(
      tx,
      {
        title: 'Pedido de transferência de cliente',
        html: paragraphsOf([
          `${ctx.user.name} pede a transferência do cliente ${customerId} - ${customer?.legalName ?? ''}, ${formatDocument(document)}.`,
          ...(reason ? [`Motivo: ${reason}`] : []),
          'Para transferir, abra o cliente e mude o vendedor ou o representante.',
        ]),
        audience: 'SUPERVISOR',
        authorId: ctx.user.id,
        publishedAt: ctx.now(),
      },
      ctx.now(),
    );
    await audit(tx, ctx, { action: ACTION, entity: 'customers', entityId: customerId });
    return { data: { message: 'Pedido enviado aos supervisores.' } };
  },
});

const ACTION = 'PEDIR_TRANSFERENCIA';
const DAY_MS = 24 * 60 * 60 * 1000;

async function requireFirstToday(tx: Tx, { user, now }: Context, customerId: number): Promise<void> {
  const requested = await tx.$count(
    auditLog,
    and(
      eq(auditLog.entity, 'customers'),
      eq(auditLog.entityId, String(customerId)),
      eq(auditLog.action, ACTION),
      eq(auditLog.personId, user.id),
      gt(auditLog.at, new Date(now().getTime() - DAY_MS)),
    ),
  );
  if (requested > 0) throw refused('JA_PEDIDA', 'Você já pediu esta transferência hoje. Aguarde a resposta.');
}
