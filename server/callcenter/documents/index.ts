import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { documentRoutes } from '../../../contract/callcenter/documents.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { paymentMethods } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { implement } from '../../implement.ts';
import { signedFile } from '../../sac/nfe/queries.ts';
import { loadSheet } from './invoiceSheet.ts';
import { listInvoices } from './invoices.ts';
import { nfeXml } from './nfe/nfeXml.ts';
import { boletoPdf } from './pdf/boletoPdf.ts';
import { danfePdf } from './pdf/danfePdf.ts';
import { accountOf, slipOf } from './slips.ts';
import { listTitles } from './titles.ts';
import { visibleInvoice, visibleTitle } from './visible.ts';

interface ById {
  params: { id: number };
}

export const documentImplementation = implement(documentRoutes, {
  titles: listTitles,
  invoices: listInvoices,
  slip: printSlip,
  invoiceXml,
  invoicePdf: async ({ params }: ById, ctx: Context) =>
    fileOf(danfePdf(await loadSheet(ctx, params.id)), `nfe-${params.id}.pdf`, 'application/pdf'),
});

/** The file that the emitter signed, where it was imported; the demonstration's own sheet, which says so, where not. */
async function invoiceXml({ params }: ById, ctx: Context): Promise<FileAnswer> {
  const { invoice } = await visibleInvoice(ctx, params.id);
  const signed = await signedFile(ctx.db, invoice.id);
  const mime = 'application/xml';
  if (signed) return fileOf(Readable.from([signed]), `${invoice.key}-procNFe.xml`, mime);
  return fileOf(Readable.from([nfeXml(await loadSheet(ctx, params.id))]), `nfe-${params.id}.xml`, mime);
}

async function printSlip({ params }: ById, ctx: Context): Promise<FileAnswer> {
  const found = await visibleTitle(ctx, params.id);
  const { title, branch } = found;
  if (title.paidOn !== null) throw refused('BOLETO_PAGO', `O título ${title.number} já foi pago.`);
  const slip = slipOf(title, await accountOf(ctx.db, branch.id));
  if (!slip)
    throw refused(
      'SEM_BOLETO',
      `O título ${title.number} não tem boleto para imprimir. Veja a forma de cobrança com o financeiro.`,
    );
  const [method] = await ctx.db
    .select({ name: paymentMethods.name })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, title.paymentMethodId ?? 0));
  const today = localDate(ctx.now(), branch.timeZone);
  const content = boletoPdf({ ...found, slip, today, paymentMethod: method?.name ?? '' });
  return fileOf(content, `boleto-${title.id}.pdf`, 'application/pdf');
}

const fileOf = (content: Readable, name: string, mime: string): FileAnswer => ({ content, name, mime });
