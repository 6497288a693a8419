import { eq } from 'drizzle-orm';
import type { OrderView } from '../../../../contract/callcenter/orderRow.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Reading } from '../../../context.ts';
import { branches } from '../../../db/tables/index.ts';
import type { FileAnswer } from '../../../fileAnswer.ts';
import { orderView } from '../detail/orderView.ts';
import { orderPdf } from './orderPdf.ts';

export interface OrderFile extends FileAnswer {
  content: Buffer;
  view: OrderView;
}

/** A quote or order as a PDF, within what the person may see. */
export async function orderFile(ctx: Reading, id: number, stage: 'ORCAMENTO' | 'PEDIDO'): Promise<OrderFile> {
  const view = await orderView(ctx, id, stage);
  const [branch] = await ctx.db.select().from(branches).where(eq(branches.id, view.emitente.id));
  if (!branch) throw new Error(`order ${id} has no branch`);
  const { nomeEmpresa } = await serviceParameters(ctx.db);
  const doc = orderPdf({
    view,
    company: nomeEmpresa,
    branch,
    printedAt: ctx.now(),
    zone: branch.timeZone,
  });
  return {
    content: await wholeOf(doc),
    name: `${stage === 'PEDIDO' ? 'pedido' : 'orcamento'}-${id}.pdf`,
    mime: 'application/pdf',
    view,
  };
}

async function wholeOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
