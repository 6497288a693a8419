import type pg from 'pg';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';

export interface Scenario {
  name: string;
  /** Path of the request with this number. */
  path: (number: number) => string;
}

/**
 * The list in its default view, in each sort order, and with a filter that hardly any two requests share, so that its count
 * is never cached.
 */
export async function scenariosOf(pool: pg.Pool): Promise<Scenario[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select distinct customer_id as id from (select customer_id from tickets order by id desc limit 20000) t',
  );
  return [
    { name: 'lista, ordem padrão', path: () => 'tickets' },
    {
      name: 'lista, cada ordem',
      path: (number) =>
        `tickets?orderBy=${TICKET_SORTS[number % TICKET_SORTS.length]}&direction=${number % 4 < 2 ? 'ASC' : 'DESC'}`,
    },
    {
      name: 'lista, sempre outro filtro',
      path: (number) =>
        `tickets?idCli=${rows[number % rows.length]?.id}&orderBy=${TICKET_SORTS[number % TICKET_SORTS.length]}`,
    },
  ];
}
