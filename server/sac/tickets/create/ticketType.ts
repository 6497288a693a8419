import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import type { ProductReason, TicketType } from '../../../../contract/rules/tickets/ticketType.ts';
import { typesFor } from '../../../../contract/rules/tickets/ticketWizard.ts';
import type { User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { reasons, ticketMenus, ticketTypes } from '../../../db/tables/index.ts';
import { productReasonsOf, type TypeRow, typeColumns, typeOf } from '../../ticketCatalog/queries.ts';

export interface ChosenType {
  /** `null` if unknown, inactive, or not offered to this person. */
  type: TicketType | null;
  row: TypeRow | null;
  /** The reasons for returning an invoice product with this type. */
  productReasons: ProductReason[];
  problems: Problem[];
}

const NONE: ChosenType = { type: null, row: null, productReasons: [], problems: [] };

/** The active type that the body names by id and key, with its reasons, in the shape that the wizard's rules use. */
export async function loadTicketType(
  db: Executor,
  { idTipo, tipo, menu }: TicketInput,
  user: User,
): Promise<ChosenType> {
  if (!idTipo && !tipo) return NONE;
  const [row] = await db
    .select(typeColumns)
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .where(
      and(
        eq(ticketTypes.active, true),
        idTipo ? eq(ticketTypes.id, idTipo) : undefined,
        tipo ? eq(ticketTypes.key, tipo) : undefined,
      ),
    );
  if (!row) return NONE;
  const consumer = user.type === 'CONSUMIDOR_FINAL';
  if (typesFor([row.flags], { consumer }).length === 0) return NONE;
  const known = await reasonsOf(db, row.id);
  const problems =
    menu && menu !== row.menuKey
      ? [{ field: 'menu', message: 'Este tipo é de outro menu. Escolha de novo.' }]
      : [];
  return { type: typeOf(row, known), row, productReasons: productReasonsOf(known, row.id), problems };
}

/** Active reasons of the type, and those that apply to every type. */
const reasonsOf = (db: Executor, typeId: number) =>
  db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, typeId), isNull(reasons.typeId))))
    .orderBy(asc(reasons.position), asc(reasons.id));
