import type pg from 'pg';

/**
 * What finance decided on the titles of each finished extension: granted where the ticket ended so, and then the
 * title is due later (server/sac/tickets/steps/financeExtension.ts). Two days for each day that the goods were late.
 */
export async function writeExtensionDecisions(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with decided as (
      select t.id as ticket_id, i.id as title_id, i.due_on as old_due_on, t.finished_at,
        coalesce(t.operator_id, t.creator_id) as person_id,
        t.result <> 'IMPROCEDENTE' and (t.result = 'PROCEDENTE' or i.id % 2 = 0) as granted,
        2 * (t.extension ->> 'diasAtraso')::integer as days
      from tickets t
      join ticket_invoices l on l.ticket_id = t.id
      join invoice_titles i on i.invoice_id = l.invoice_id
      where t.extension ->> 'logistica' = 'CONFIRMADA' and t.status = 'FINALIZADO' and i.paid_on is null
    ), written as (
      insert into extension_decisions (ticket_id, title_id, decision, old_due_on, new_due_on, decided_by, created_at)
      select ticket_id, title_id, case when granted then 'CONCEDIDA' else 'NEGADA' end, old_due_on,
        case when granted then old_due_on + days end, person_id, finished_at
      from decided order by ticket_id, title_id
      returning title_id, new_due_on
    )
    update invoice_titles i set due_on = w.due_on
    from (select title_id, max(new_due_on) as due_on from written group by title_id) w
    where w.title_id = i.id and w.due_on is not null`);
}
