/** A number from 0 to below `below`, hashed from a row's number `n` and a salt, so that every run produces the same rows. */
export const drawn = (salt: number, below: string): string =>
  `((hashint8(n * 64 + ${salt}) & 2147483647) % ${below})`;

/**
 * The large demonstration is derived from the small one: each additional ticket copies one of its tickets (its `template`)
 * for another customer, invoice and time. Each table is written by one set-based statement. What looks random is a hash of
 * the ticket's number, so every run produces the same rows.
 */

/**
 * $1 tickets, $2 first id of the new tickets, $3 first new invoice, $4 midnight of today, $5 lines of an invoice. Old tickets
 * are nearly all closed; those of the last weeks resemble the small company's.
 */
export const PLAN = `
  create temp table plan on commit drop as
  with closed as (
    select array_agg(id order by id) as ids from tickets where status in ('FINALIZADO', 'CANCELADO') and not archived
  ), everything as (
    select array_agg(id order by id) as ids from tickets where not archived
  ), drawn as (
    select n, i.id as invoice_id, i.customer_id, i.branch_id, i.carrier_id,
      least(
        (i.issued_on + 1 + ${drawn(1, '19')}::int)::timestamp at time zone 'UTC'
          + interval '11 hours' + ${drawn(2, '36000')} * interval '1 second',
        $4::timestamptz - ${drawn(3, '90000')} * interval '1 second' - interval '1 hour') as created_at
    from generate_series(1, $1::bigint) n
    join invoices i on i.id = $3 + (n - 1) / $5
  )
  select n, ($2 + n - 1)::int as id, invoice_id, customer_id, branch_id, carrier_id, created_at,
    case when created_at < $4::timestamptz - interval '45 days' and ${drawn(4, '100')} < 97
      then closed.ids[1 + ${drawn(5, 'cardinality(closed.ids)')}]
      else everything.ids[1 + ${drawn(6, 'cardinality(everything.ids)')}]
    end as template
  from drawn, closed, everything`;

/** The template's line that its copies use. */
const FIRST_LINE = `(select distinct on (ticket_id) * from ticket_items order by ticket_id, line)`;

/**
 * One in ten old closed tickets is archived. All times are shifted together and stay before today. $1 midnight of today, $2
 * first new invoice line. The figures are those of the single line that each gets (TICKET_ITEMS), in the invoice's unit.
 */
export const TICKETS = `
  insert into tickets (id, type_id, status, archived, customer_id, branch_id, representative_id, region_id, sector_id,
    operator_id, creator_id, origin, subject, reasons, message, final_consumer, carrier_id, extension, flow_key,
    flow_version, step_key, step_entered_at, due_at, due_minutes, due_minutes_left, finished_at, result, final_reason,
    created_at, updated_at, version, quantity, worth)
  select p.id, t.type_id, t.status,
    t.status in ('FINALIZADO', 'CANCELADO') and p.created_at < $1::timestamptz - interval '120 days'
      and ${drawn(7, '10')} = 0,
    p.customer_id, p.branch_id, c.representative_id, c.region_id, t.sector_id,
    case when t.operator_id is null then null else o.operators[1 + ${drawn(8, 'cardinality(o.operators)')}] end,
    o.operators[1 + ${drawn(9, 'cardinality(o.operators)')}],
    t.origin, t.subject, t.reasons, t.message, false,
    case when t.carrier_id is null then null else p.carrier_id end,
    t.extension, t.flow_key, t.flow_version, t.step_key,
    least(t.step_entered_at + (p.created_at - t.created_at), $1),
    t.due_at + (p.created_at - t.created_at), t.due_minutes, t.due_minutes_left,
    case when t.finished_at is not null then least(t.finished_at + (p.created_at - t.created_at), $1) end,
    t.result, t.final_reason, p.created_at, least(t.updated_at + (p.created_at - t.created_at), $1), t.version,
    coalesce(round(h.quantity, 4), 0),
    coalesce(relatorio.valor_da_linha(h.quantity, l.unit_price, q.purchased, q.unit_price_no_tax, q.taxes), 0)
  from plan p
  join tickets t on t.id = p.template
  join customers c on c.id = p.customer_id
  join (
    select b.branch_id, array_agg(b.person_id order by b.person_id) as operators
    from person_branches b join people on people.id = b.person_id and people.type = 'OPERADOR'
    group by b.branch_id
  ) o on o.branch_id = p.branch_id
  left join ${FIRST_LINE} l on l.ticket_id = p.template
  left join invoice_items q on q.id = case when l.invoice_item_id is not null then $2 + p.n - 1 end
  cross join lateral (
    select relatorio.quantidade_vigente(l.status, l.requested, l.authorized, l.checked) as quantity
  ) h`;

/** $1 first new invoice line, $2 lines of an invoice. Quantities of a finished ticket count as returned (docs/domain.md 4.2). */
export const INVOICE_ITEMS = `
  insert into invoice_items (id, invoice_id, line, product_id, description, unit, purchased, returned, unit_price,
    unit_price_no_tax)
  select $1 + p.n - 1, p.invoice_id, 1 + (p.n - 1) % $2, s.product_id, s.description, s.unit, s.purchased,
    case when t.status = 'FINALIZADO' and l.status = 'A' and l.invoice_item_id is not null
      then coalesce(l.checked, l.authorized) else 0 end,
    s.unit_price, s.unit_price_no_tax
  from plan p
  join tickets t on t.id = p.template
  left join ${FIRST_LINE} l on l.ticket_id = p.template
  join invoice_items s on s.id = coalesce(l.invoice_item_id, 1 + ${drawn(10, '$3')})`;

export const TICKET_ITEMS = `
  insert into ticket_items (ticket_id, line, invoice_item_id, product_id, description, reason_id, reason_text, note,
    status, requested, authorized, out_of_term, other_brand, missing, damaged, broken, checked, settled, held,
    analysis_reason, unit_price)
  select p.id, 1, case when l.invoice_item_id is null then null else $1 + p.n - 1 end, l.product_id, l.description,
    l.reason_id, l.reason_text, l.note, l.status, l.requested, l.authorized, l.out_of_term, l.other_brand, l.missing,
    l.damaged, l.broken, l.checked, l.settled, l.held, l.analysis_reason, l.unit_price
  from plan p
  join ${FIRST_LINE} l on l.ticket_id = p.template`;

export const TOTALS = `
  update invoices i set total = s.total
  from (
    select invoice_id, sum(purchased * unit_price) as total from invoice_items where invoice_id >= $1 group by 1
  ) s
  where s.invoice_id = i.id`;

/** Sets the new customers' badges to match their data: $1 first of them. */
export const LAST_PURCHASES = `
  update customers c set last_purchase_on = i.newest
  from (select customer_id, max(issued_on) as newest from invoices group by 1) i
  where i.customer_id = c.id and c.id >= $1`;

export const TICKET_INVOICES = `
  insert into ticket_invoices (ticket_id, invoice_id)
  select p.id, p.invoice_id from plan p
  where exists (select from ticket_invoices ti where ti.ticket_id = p.template)`;

/** The first two messages of a template, so that a ticket has about five entries in total. */
export const MESSAGES = `
  insert into ticket_messages (ticket_id, type, author_id, html, sector_id, attendant_id, created_at)
  select p.id, m.type, m.author_id, m.html, m.sector_id, m.attendant_id,
    least(m.created_at + (p.created_at - t.created_at), $1)
  from plan p
  join tickets t on t.id = p.template
  join (
    select *, row_number() over (partition by ticket_id order by id) as place from ticket_messages
    where ticket_id < $2
  ) m on m.ticket_id = p.template and m.place <= 2`;

/** The opening, first steps and end of a template's timeline. */
export const EVENTS = `
  insert into ticket_events (ticket_id, type, note, internal, person_id, data, created_at)
  select p.id, e.type, e.note, e.internal, e.person_id, e.data,
    least(e.created_at + (p.created_at - t.created_at), $1)
  from plan p
  join tickets t on t.id = p.template
  join (
    select *, row_number() over (partition by ticket_id order by id) as place,
      row_number() over (partition by ticket_id order by id desc) as from_end
    from ticket_events
    where ticket_id < $2 and type not in ('MENSAGEM', 'ENCAMINHAMENTO', 'ARQUIVAMENTO')
  ) e on e.ticket_id = p.template and (e.place <= 3 or e.from_end = 1)`;
