import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { ProductReason, Reason, TicketType } from '#contract/rules/tickets/ticketType.ts';
import { typesFor } from '#contract/rules/tickets/ticketWizard.ts';
import type { FinalReason } from '#contract/sac/lookups.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { reasons, ticketMenus, ticketTypes } from '../../db/tables/index.ts';

/** Active reasons in display order; of one kind, or all. */
export const activeReasons = (db: Executor, kind?: ReasonRow['kind']): Promise<ReasonRow[]> =>
  db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), kind && eq(reasons.kind, kind)))
    .orderBy(asc(reasons.level), asc(reasons.position), asc(reasons.id));

/** A type's own columns and the key of its menu. The statement must join `ticketMenus`. */
export const typeColumns = { ...getTableColumns(ticketTypes), menuKey: ticketMenus.key };

/** The types that a person may open, with everything that the wizard needs (docs/domain.md 1: consumers). */
export async function typesOf(db: Executor, user: Pick<User, 'type'>): Promise<MenuTicketType[]> {
  const [rows, known] = await Promise.all([
    db
      .select(typeColumns)
      .from(ticketTypes)
      .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
      .where(eq(ticketTypes.active, true))
      .orderBy(asc(ticketTypes.position), asc(ticketTypes.id)),
    activeReasons(db),
  ]);
  const types = rows.map((row) => ({
    ...typeOf(row, known),
    motivosProdutos: productReasonsOf(known, row.id),
  }));
  return typesFor(types, { consumer: user.type === 'CONSUMIDOR_FINAL' });
}

/** A stored type with the key of its menu. */
export type TypeRow = typeof ticketTypes.$inferSelect & { menuKey: string };
export type ReasonRow = typeof reasons.$inferSelect;

/** A stored type in the shape that the wizard's rules use; a type without reasons of its own does not ask for one. */
export function typeOf(row: TypeRow, known: readonly ReasonRow[]): TicketType {
  const itens = openingReasonsOf(known.filter(({ typeId }) => typeId === row.id));
  return {
    id: row.id,
    chave: row.key,
    desc: row.description,
    menu: row.menuKey,
    ...row.flags,
    gera_espelho_devolucao: row.mirror,
    motivos: itens.length > 0 ? { obrigatorio: row.reasonLevels[0]?.obrigatorio ?? false, itens } : null,
  };
}

/** The tree of the given rows, starting at its first level. */
function openingReasonsOf(known: readonly ReasonRow[]): Reason[] {
  const byParent = new Map<number | null, ReasonRow[]>();
  for (const row of known) {
    if (row.kind !== 'ABERTURA') continue;
    const siblings = byParent.get(row.parentId);
    if (siblings) siblings.push(row);
    else byParent.set(row.parentId, [row]);
  }
  const below = (parentId: number | null): Reason[] =>
    (byParent.get(parentId) ?? []).map((row) => {
      const itens = below(row.id);
      const subnivel = itens.length > 0 ? { obrigatorio: row.childrenRequired, itens } : null;
      return { ...plainReasonOf(row), subnivel };
    });
  return below(null);
}

/** The reasons for returning a product of an invoice with the type; without a type, those that apply to every type. */
export const productReasonsOf = (known: readonly ReasonRow[], forType: number | null): ProductReason[] =>
  known
    .filter(({ kind, typeId }) => kind === 'PRODUTO' && (typeId === null || typeId === forType))
    .map((row) => ({ ...plainReasonOf(row), anexo_obrigatorio: row.requiresPhoto }));

export const plainReasonOf = (row: ReasonRow) => ({
  id: row.id,
  descricao: row.description,
  desc: row.description,
  padrao: row.isDefault,
  informa: row.requiresNote,
});

export const finalReasonOf = (row: ReasonRow): FinalReason => ({
  ...plainReasonOf(row),
  resultado: row.result,
});
