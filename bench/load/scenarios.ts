import type pg from 'pg';
import { TICKET_SORTS } from '../../contract/sac/tickets.ts';

export interface Scenario {
  name: string;
  /** What the request of this number asks. */
  path: (number: number) => string;
}

/** The list as it opens, in each sort, and with a filter that hardly two requests share: its count is never known. */
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
