import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { ReturnReason } from '../../../contract/callcenter/returns.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { reasons, ticketMenus, ticketTypes } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { typeColumns } from '../../sac/ticketCatalog/queries.ts';
import { productReasonsOf, type TypeRow, typeOf } from '../../sac/ticketCatalog/rules.ts';

/** The ticket type of a request, as the parameter names it; `undefined` where no active type has that key. */
export async function returnType(db: Executor): Promise<TypeRow | undefined> {
  const { tipoSolicitacaoTroca } = await serviceParameters(db);
  const [row] = await db
    .select(typeColumns)
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .where(and(eq(ticketTypes.key, tipoSolicitacaoTroca), eq(ticketTypes.active, true)));
  return row;
}

export async function requiredReturnType(db: Executor): Promise<TypeRow> {
  const type = await returnType(db);
  if (!type)
    throw refused(
      'SEM_TIPO_DE_TROCA',
      'Nenhum tipo de ticket está escolhido para as solicitações de troca. Peça a um administrador que o escolha nos parâmetros.',
    );
  return type;
}

/** The tree of the request, then the reasons of its products. */
export async function returnReasons(_input: unknown, { db }: Context): Promise<ReturnReason[]> {
  const type = await requiredReturnType(db);
  const known = await db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, type.id), isNull(reasons.typeId))))
    .orderBy(asc(reasons.position), asc(reasons.id));
  return [
    ...(typeOf(type, known).motivos?.itens ?? []).map((reason) => ({
      ...reason,
      uso: 'SOLICITACAO' as const,
    })),
    ...productReasonsOf(known, type.id).map((reason) => ({ ...reason, uso: 'PRODUTO' as const })),
  ] as ReturnReason[];
}
