import { MOST_BULK_ROWS, type TicketSelection } from '../../../../contract/sac/ticketBulk.ts';
import type { Context } from '../../../context.ts';
import { invalid, refused } from '../../../errors.ts';
import { listCondition } from './listCondition.ts';
import { limitedIds } from './places.ts';

/**
 * The numbers of the selected tickets, in their order. Those that were named are not judged here: each is asked for
 * with its row, and one out of scope is then as unknown as one that is not there.
 */
export async function selectedTickets(
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
  selection: TicketSelection,
): Promise<number[]> {
  const { ids, filtros } = requireSelection(selection);
  const excluded = new Set(selection.excluidos);
  const chosen = ids ?? (await matching(ctx, filtros ?? {}, MOST_BULK_ROWS + excluded.size + 1));
  const left = [...new Set(chosen)].filter((id) => !excluded.has(id)).sort((a, b) => a - b);
  if (left.length > MOST_BULK_ROWS) throw tooMany();
  if (left.length === 0) throw invalid({ ids: 'Nenhum ticket selecionado.' });
  return left;
}

/** One of the two says which tickets: neither is nothing, and both would be a riddle. */
export function requireSelection<S extends Pick<TicketSelection, 'ids' | 'filtros'>>(selection: S): S {
  if (!selection.ids && !selection.filtros)
    throw invalid({ ids: 'Informe os tickets, ou os filtros da lista.' });
  if (selection.ids && selection.filtros)
    throw invalid({ filtros: 'Informe os tickets ou os filtros, e não os dois.' });
  return selection;
}

async function matching(
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
  filters: NonNullable<TicketSelection['filtros']>,
  most: number,
): Promise<number[]> {
  const condition = await listCondition(ctx, filters);
  const rows = condition ? await limitedIds(ctx.db, condition, most) : [];
  return rows.map(({ id }) => id);
}

const tooMany = () =>
  refused('SELECAO_GRANDE', 'São mais de 10.000 tickets. Restrinja os filtros e faça em partes.');
