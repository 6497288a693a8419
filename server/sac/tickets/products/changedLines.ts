import { and, inArray, sql } from 'drizzle-orm';
import { addDecimals, compareDecimals, type Decimal } from '../../../../contract/rules/decimal.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import {
  formatQuantity,
  fractionFault,
  parseQuantity,
  unitDivides,
} from '../../../../contract/rules/quantity.ts';
import { itemProblems } from '../../../../contract/rules/tickets/ticketItems.ts';
import type { ProductsInput } from '../../../../contract/sac/tickets/ticketItems.ts';
import type { Tx } from '../../../db/client.ts';
import { invoiceItems, ticketAttachments } from '../../../db/tables/index.ts';
import { linesWith } from '../../invoices/queries.ts';
import { type InvoiceLine, productsOfLines } from '../../invoices/rules.ts';
import type { TicketLine } from '../steps/writeLines.ts';
import type { ProductsContext } from './addedLines.ts';

export interface ChangedLine {
  line: TicketLine;
  requested: Decimal;
  reason: { id: number; descricao: string } | null;
  note: string;
}

export interface ChangedLines {
  changes: ChangedLine[];
  problems: Problem[];
}

type Given = NonNullable<ProductsInput['alterados']>[number];

/** Existing lines, checked like new ones but without counting what they hold themselves (DOMAIN.md 4.2). */
export async function changedLines(
  tx: Tx,
  { alterados = [], removidos = [] }: ProductsInput,
  { known, lines }: ProductsContext,
): Promise<ChangedLines> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const [bought, photos] = await Promise.all([
    boughtLines(tx, alterados, byId),
    withPhotos(
      tx,
      alterados.map(({ id }) => id),
    ),
  ]);
  const seen = new Set<number>(removidos);
  const checked = alterados.map((given, index) => {
    const line = byId.get(given.id);
    const problems: Problem[] = [];
    const fail = (field: string, message: string) =>
      problems.push({ field: `alterados.${index}.${field}`, message });
    const source = line && bought.get(line.item.invoiceItemId ?? 0);
    if (!line) fail('id', 'Este produto não é deste ticket.');
    else if (seen.has(given.id)) fail('id', `${line.label}: o produto foi enviado duas vezes.`);
    else if (!source) fail('id', `${line.label}: um produto avulso não tem quantidade para mudar.`);
    else
      for (const { field, message } of lineFaults(given, line, source))
        fail(field, `${line.label}: ${message}`);
    seen.add(given.id);
    return { problems, change: line && changeOf(given, line) };
  });
  return {
    problems: checked.flatMap(({ problems }) => problems),
    changes: checked.flatMap(({ change }) => change ?? []),
  };

  function lineFaults(given: Given, line: TicketLine, source: InvoiceLine): Problem[] {
    const product = productsOfLines([source])[0];
    const left = addDecimals(product?.left ?? '0', line.item.held);
    const quantity = parseQuantity(given.qtd_solicitada);
    if (!quantity.ok) return [{ field: 'qtd_solicitada', message: quantity.message }];
    if (compareDecimals(quantity.value, left) > 0)
      return [{ field: 'qtd_solicitada', message: `restam ${formatQuantity(left)} para devolver.` }];
    const divides = unitDivides(source);
    // A quantity stored before this rule was introduced may stay.
    const kept = compareDecimals(quantity.value, line.item.requested) === 0;
    const fault = kept ? '' : fractionFault(quantity.value, divides, left);
    if (fault) return [{ field: 'qtd_solicitada', message: `${source.unit} não se divide: ${fault}.` }];
    return itemProblems(
      {
        produto_id: line.item.productId,
        nfe: '',
        qtd_solicitada: quantity.value,
        motivo_id: given.motivo_id,
        ...(given.obs !== undefined && { obs: given.obs }),
        // Existing photos are kept, and a single one is enough.
        ...(photos.has(line.id) && { arquivos: [PHOTO] }),
      },
      {
        product: {
          purchased: source.purchased,
          returnable: left,
          unavailable: false,
          photoRequired: source.photoRequired,
          divides: divides || kept,
        },
        reasons: known.type.productReasons,
        editing: true,
      },
    );
  }

  function changeOf(given: Given, line: TicketLine): ChangedLine {
    const quantity = parseQuantity(given.qtd_solicitada);
    const reason = known.type.productReasons.find(({ id }) => id === given.motivo_id);
    return {
      line,
      requested: quantity.ok ? quantity.value : line.item.requested,
      reason: reason ? { id: reason.id, descricao: reason.descricao } : null,
      note: (given.obs ?? '').trim(),
    };
  }
}

const PHOTO = { id: '', nome: '', mime: 'image/jpeg', tamanho: 0 };

async function boughtLines(tx: Tx, given: readonly Given[], byId: ReadonlyMap<number, TicketLine>) {
  const ids = given.flatMap(({ id }) => byId.get(id)?.item.invoiceItemId ?? []);
  const found = ids.length > 0 ? await linesWith(tx, inArray(invoiceItems.id, ids)) : [];
  return new Map(found.map((line) => [line.id, line]));
}

async function withPhotos(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: sql<number>`${ticketAttachments.itemId}` })
    .from(ticketAttachments)
    .where(and(inArray(ticketAttachments.itemId, [...ids])));
  return new Set(rows.map(({ id }) => id));
}
