import { and, inArray, sql } from 'drizzle-orm';
import { addDecimals, compareDecimals, parseDecimal, subtractDecimals } from '#contract/rules/decimal.ts';
import type { Problem } from '#contract/rules/problem.ts';
import {
  baseUnitOf,
  inBase,
  isSameUnit,
  namedUnit,
  purchasedBase,
  type ReturnQuantity,
  type ReturnUnit,
  readReturn,
  unknownUnit,
} from '#contract/rules/tickets/returnUnits.ts';
import { itemProblems, quantityText, type ReadItem } from '#contract/rules/tickets/ticketItems.ts';
import type { ProductsInput } from '#contract/sac/tickets/ticketItems.ts';
import type { Tx } from '#server/db/client.ts';
import { invoiceItems, ticketAttachments } from '#server/db/tables/index.ts';
import { linesWith } from '../../invoices/queries.ts';
import { type InvoiceLine, lineDivides, productsOfLines, unitsOfLine } from '../../invoices/rules.ts';
import type { TicketLine } from '../steps/writeLines.ts';
import type { ProductsContext } from './addedLines.ts';

export interface ChangedLine {
  line: TicketLine;
  requested: ReturnQuantity;
  reason: { id: number; descricao: string } | null;
  note: string;
}

export interface ChangedLines {
  changes: ChangedLine[];
  problems: Problem[];
}

type Given = NonNullable<ProductsInput['alterados']>[number];

/** Existing lines, checked like new ones but without counting what they hold themselves (docs/domain.md 4.2). */
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
        fail(field, message.includes(line.label) ? message : `${line.label}: ${message}`);
    seen.add(given.id);
    return { problems, change: line && changeOf(given, line) };
  });
  return {
    problems: checked.flatMap(({ problems }) => problems),
    changes: checked.flatMap(({ change }) => change ?? []),
  };

  function lineFaults(given: Given, line: TicketLine, source: InvoiceLine): Problem[] {
    const left = restOf(line, source);
    const read = quantityOf(given, line, source);
    if (!read.ok) return [{ field: read.field, message: quantityText(read.cause, line.label) }];
    return itemProblems(
      {
        produto_id: line.item.productId,
        nfe: '',
        qtd_solicitada: left,
        unidade: baseUnitOf(source),
        fator: '1',
        motivo_id: given.motivo_id,
        ...(given.obs !== undefined && { obs: given.obs }),
        // Existing photos are kept, and a single one is enough.
        ...(photos.has(line.id) && { arquivos: [PHOTO] }),
      },
      {
        product: {
          name: line.label,
          purchased: purchasedBase(source),
          returnable: left,
          units: unitsOfLine(source),
          unavailable: false,
          photoRequired: source.photoRequired,
          divides: true,
        },
        reasons: known.type.productReasons,
        editing: true,
      },
    );
  }

  /** Without a unit, the line's own stays; and a quantity stored before today's rule may stay as it is. */
  function quantityOf(given: Given, line: TicketLine, source: InvoiceLine): ReadItem {
    const { factor, requested } = line.item;
    const own: ReturnUnit = { unit: line.unit, factor };
    const units = unitsOfLine(source);
    const unit = unitOf(given, line, source);
    if (!unit) return { ok: false, cause: unknownUnit(units), field: 'unidade' };
    const typed = parseDecimal(String(given.qtd_solicitada));
    if (isSameUnit(unit, own) && typed !== null && compareDecimals(typed, requested) === 0)
      return {
        ok: true,
        value: { ...own, quantity: requested, base: inBase(requested, factor) },
        field: 'qtd_solicitada',
      };
    const rest = restOf(line, source);
    const read = readReturn(given.qtd_solicitada, unit, { units, divides: lineDivides(source), rest });
    return { ...read, field: 'qtd_solicitada' };
  }

  function unitOf(given: Given, line: TicketLine, source: InvoiceLine): ReturnUnit | null {
    return given.unidade
      ? namedUnit(unitsOfLine(source), given)
      : { unit: line.unit, factor: line.item.factor };
  }

  /**
   * What a line may hold, in base units: what is left of the invoice's line, what it holds itself, and what the same change
   * takes from or gives to other lines of the same invoice line, of which a merged ticket can have several.
   */
  function restOf(line: TicketLine, source: InvoiceLine): string {
    const others = alterados.flatMap((given) => {
      const other = byId.get(given.id);
      if (!other || other.id === line.id || other.item.invoiceItemId !== source.id) return [];
      const unit = unitOf(given, other, source);
      const typed = parseDecimal(String(given.qtd_solicitada));
      return unit && typed !== null ? [subtractDecimals(other.item.held, inBase(typed, unit.factor))] : [];
    });
    const left = productsOfLines([source])[0]?.left ?? '0';
    return [line.item.held, ...others].reduce(addDecimals, left);
  }

  function changeOf(given: Given, line: TicketLine): ChangedLine {
    const source = bought.get(line.item.invoiceItemId ?? 0);
    const read = source && quantityOf(given, line, source);
    const own = {
      unit: line.unit,
      factor: line.item.factor,
      quantity: line.item.requested,
      base: line.item.held,
    };
    const reason = known.type.productReasons.find(({ id }) => id === given.motivo_id);
    return {
      line,
      requested: read?.ok ? read.value : own,
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
