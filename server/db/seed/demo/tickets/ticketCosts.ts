import type pg from 'pg';

/**
 * What about half of the finished returns cost: the freight back, and now and then the damage, which the carrier is
 * asked to pay. As `addCost` writes it: one entry of the timeline and one version for each cost.
 */
export async function writeTicketCosts(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with costly as (
      select t.id, t.carrier_id, t.updated_at as at,
        coalesce(t.operator_id, t.creator_id) as person_id,
        t.id % 5 = 0 as damaged, round(28 + (t.id * 37 % 900) / 7.0, 2) as amount
      from tickets t
      where t.status = 'FINALIZADO' and t.flow_key = 'DEVOLUCAO' and t.result <> 'IMPROCEDENTE' and t.id % 2 = 0
    ), costs as (
      insert into ticket_costs (ticket_id, kind, description, amount, carrier_id, created_by, created_at)
      select id, case when damaged then 'AVARIA' else 'FRETE_DEVOLUCAO' end,
        case when damaged then 'Constatada na conferência' else '' end,
        amount, case when damaged then carrier_id end, person_id, at
      from costly order by id
      returning ticket_id, kind, carrier_id, amount, created_by, created_at
    ), told as (
      insert into ticket_events (ticket_id, type, note, internal, person_id, created_at)
      select c.ticket_id, 'CUSTO',
        case c.kind when 'AVARIA' then 'Avaria no transporte' else 'Frete da devolução' end
          || ': R$ ' || replace(round(c.amount, 2)::text, '.', ',')
          || ', paga ' || coalesce('a transportadora ' || p.trade_name, 'a empresa') || '.',
        true, c.created_by, c.created_at
      from costs c left join carriers p on p.id = c.carrier_id order by c.ticket_id
    )
    update tickets t set version = t.version + 1 from costs c where c.ticket_id = t.id`);
}
