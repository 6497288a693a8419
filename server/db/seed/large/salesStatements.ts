import { EVENTS } from '../demo/sales/customers/customerHistory.ts';
import { drawn } from './statements.ts';

/**
 * As with tickets, each additional quote, order, agenda and conversation copies one of the small company's (its `template`)
 * for another customer, seller and time. They are spread over three years, in number order.
 */
const DAYS = 1095;
/** Open ones are at most this many days old, as in the small company. */
const OPEN_DAYS = 30;

/** The sellers of each branch. */
const SELLERS = `(
  select b.branch_id, array_agg(b.person_id order by b.person_id) as ids
  from person_branches b join people p on p.id = b.person_id and p.type in ('OPERADOR', 'VENDEDOR')
  group by b.branch_id
)`;

/** $1 first of the new customers. Each gets one seller. */
export const CUSTOMER_SELLERS = `
  insert into customer_sellers (customer_id, person_id)
  select n, s.ids[1 + ${drawn(1, 'cardinality(s.ids)')}]
  from (select customer_id as n, min(branch_id) as branch_id from customer_branches where customer_id >= $1 group by 1) c
  join ${SELLERS} s using (branch_id)`;

/** $1 number of customers, whose ids have no gaps. One row in 2000 belongs to the customer used in examples. */
const PARTIES = `
  select plan.*, c.id as customer_id, c.branch_id, c.representative_id, s.ids[1 + ${drawn(2, 'cardinality(s.ids)')}] as person_id
  from plan
  join (
    select c.id, c.representative_id, min(b.branch_id) as branch_id
    from customers c join customer_branches b on b.customer_id = c.id group by c.id
  ) c on c.id = case when n % 2000 = 0 then 2 else 2 + ${drawn(3, '($1::int - 1)')} end
  join ${SELLERS} s using (branch_id)`;

/** $2 rows, $3 first new id, $4 midnight of today. Templates are orders with few lines, so that each gets about two. */
export const ORDER_PLAN = `
  create temp table order_plan on commit drop as
  with templates as (
    select array_agg(id order by id) as ids,
      array_agg(id order by id) filter (where status in ('ENTREGUE', 'CANCELADO', 'DEVOLUCAO', 'REJEITADO', 'VENCIDO', 'PERDIDO'))
        as ended
    from orders where item_count between 1 and 3 and group_id is null
  ), dated as (
    select n, ($3 + n - 1)::int as id,
      $4::timestamptz - interval '24 hours' * (1 + ($2 - n) * ${DAYS} / $2)
        + interval '11 hours' + ${drawn(4, '36000')} * interval '1 second' as at
    from generate_series(1, $2::bigint) n
  ), plan as (
    select dated.*,
      case when at < $4::timestamptz - interval '${OPEN_DAYS} days' then ended[1 + ${drawn(5, 'cardinality(ended)')}]
        else ids[1 + ${drawn(6, 'cardinality(ids)')}] end as template
    from dated, templates
  ) ${PARTIES}`;

/** A template's time, shifted along with it; past events stay before today ($1). */
const moved = (time: string, from: string, at: string) => `${time} + (${at} - ${from})`;

export const ORDERS = `
  insert into orders (id, stage, status, customer_id, branch_id, representative_id, seller_id, channel,
    traffic_source_id, payment_method_id, payment_plan_id, price_table_id, freight_type_id, pickup, freight,
    freight_original, freight_paid, purchase_order, delivery_note, order_note, customer_note, valid_until, scheduled_on,
    item_count, subtotal, total, bonus, tax_total, cost, profit_percent, coupon_id, coupon_code, coupon_discount,
    loss_reason_id, loss_note, invoiced_on, ordered_at, created_at, updated_at)
  select p.id, t.stage, t.status, p.customer_id, p.branch_id, p.representative_id, p.person_id, t.channel,
    t.traffic_source_id, t.payment_method_id, t.payment_plan_id, t.price_table_id, t.freight_type_id, t.pickup, t.freight,
    t.freight_original, t.freight_paid, t.purchase_order, t.delivery_note, t.order_note, t.customer_note,
    t.valid_until + (p.at::date - t.created_at::date), t.scheduled_on + (p.at::date - t.created_at::date),
    t.item_count, t.subtotal, t.total, t.bonus, t.tax_total, t.cost, t.profit_percent, t.coupon_id, t.coupon_code,
    t.coupon_discount, t.loss_reason_id, t.loss_note,
    least(t.invoiced_on + (p.at::date - t.created_at::date), $1::timestamptz::date - 1),
    case when t.ordered_at is not null then p.at end, p.at, p.at
  from order_plan p join orders t on t.id = p.template`;

export const ORDER_ITEMS = `
  insert into order_items (order_id, line, branch_id, product_id, packaging_id, quantity, list_price, price,
    discount_percent, total, cost, taxes, bonus, tint, note, removed_at)
  select p.id, i.line, p.branch_id, i.product_id, i.packaging_id, i.quantity, i.list_price, i.price,
    i.discount_percent, i.total, i.cost, i.taxes, i.bonus, i.tint, i.note,
    case when i.removed_at is not null then p.at end
  from order_plan p join order_items i on i.order_id = p.template`;

export const PAYMENT_LINKS = `
  insert into payment_links (order_id, hash, status, amount, expires_at, paid_at, attempts, created_by_id, created_at)
  select p.id, md5(p.id || l.hash) || md5(l.hash || p.id), l.status, l.amount,
    ${moved('l.expires_at', 't.created_at', 'p.at')}, case when l.paid_at is not null then p.at end, l.attempts,
    p.person_id, p.at
  from order_plan p join orders t on t.id = p.template join payment_links l on l.order_id = p.template`;

/** The check digit of an access key (contract/rules/nfe/accessKey.ts): weights 2 to 9 from the right, modulo 11. */
const KEY_DIGIT = `
  select case when sum(substr(base, 44 - place, 1)::int * (2 + (place - 1) % 8)) % 11 < 2 then 0
    else 11 - sum(substr(base, 44 - place, 1)::int * (2 + (place - 1) % 8)) % 11 end
  from generate_series(1, 43) place`;

/** $1 first new invoice, $2 its number, $3 first new order. One invoice for each invoiced order. */
export const INVOICES = `
  insert into invoices (id, key, number, customer_id, branch_id, carrier_id, issued_on, item_count, total, order_id)
  select $1::int + place, base || (${KEY_DIGIT}), $2::int + place, customer_id, branch_id, carrier_id, invoiced_on,
    lines, total, id
  from (
    select place, id, customer_id, branch_id, carrier_id, invoiced_on, lines, total,
      state || to_char(invoiced_on, 'YYMM') || cnpj || '55001' || lpad(($2::int + place)::text, 9, '0') || '1'
        || lpad((1 + place * 48271 % 99999989)::text, 8, '0') as base
    from (
      select o.id, o.customer_id, o.branch_id, c.carrier_id, o.invoiced_on, i.lines, i.total, b.state, b.cnpj,
        row_number() over (order by o.invoiced_on, o.id) - 1 as place
      from orders o
      join (
        select order_id, count(*) as lines, sum(quantity * price) as total from order_items
        where order_id >= $3 and removed_at is null group by 1
      ) i on i.order_id = o.id
      join (select distinct on (branch_id) branch_id, substr(key, 1, 2) as state, substr(key, 7, 14) as cnpj
        from invoices order by branch_id, id) b on b.branch_id = o.branch_id
      left join (select customer_id, min(carrier_id) as carrier_id from customer_carriers group by 1) c
        on c.customer_id = o.customer_id
      where o.invoiced_on is not null and o.id >= $3
    ) invoiced
  ) keyed`;

/** $1 first new invoice. */
export const INVOICE_LINES = `
  insert into invoice_items (invoice_id, line, product_id, description, unit, purchased, unit_price, unit_price_no_tax)
  select v.id, row_number() over (partition by v.id order by i.line), i.product_id, p.description, p.unit, i.quantity,
    i.price, i.price
  from invoices v join order_items i on i.order_id = v.order_id join products p on p.id = i.product_id
  where v.id >= $1 and i.removed_at is null`;

/**
 * $1 first new invoice, $2 today. Two titles each, due four and eight weeks later; of the past ones, one in thirty is
 * overdue.
 */
export const TITLES = `
  insert into invoice_titles (invoice_id, number, due_on, amount, paid_on, payment_method_id, bank_code, bank_number)
  select n, number || '-' || part, due_on, case part when 1 then round(total / 2, 2) else total - round(total / 2, 2) end,
    case when due_on < $2::date and ${drawn(7, '30')} > 0 then due_on end,
    m.id, '237', lpad((n * 2 + part)::text, 8, '0')
  from (
    select v.id as n, v.number, v.total, part, v.issued_on + 28 * part as due_on
    from invoices v, generate_series(1, 2) part where v.id >= $1 and v.order_id is not null
  ) t, (select id from payment_methods where name = 'Boleto bancário') m`;

/** Sets the new customers' badges to match their data: $1 first of them, $2 today. */
export const BADGES = `
  update customers c set last_purchase_on = i.newest, open_titles = i.overdue, prospect = c.prospect and i.newest is null
  from (
    select c.id, max(v.issued_on) as newest,
      coalesce(bool_or(t.paid_on is null and t.due_on < $2::date), false) as overdue
    from customers c left join invoices v on v.customer_id = c.id left join invoice_titles t on t.invoice_id = v.id
    where c.id >= $1 group by 1
  ) i
  where i.id = c.id`;

/** $2 rows, $3 first new id, $4 midnight of today. The newest are two months ahead. */
export const AGENDA_PLAN = `
  create temp table agenda_plan on commit drop as
  with templates as (
    select array_agg(id order by id) filter (where finished_at is null) as open,
      array_agg(id order by id) filter (where finished_at is not null) as ended
    from agendas
  ), dated as (
    select n, ($3 + n - 1)::int as id,
      $4::timestamptz + interval '24 hours' * (60 - ($2 - n) * ${DAYS} / $2)
        + interval '11 hours' + ${drawn(4, '36')} * interval '15 minutes' as at
    from generate_series(1, $2::bigint) n
  ), plan as (
    select dated.*, case when at < $4::timestamptz - interval '1 day' and ${drawn(5, '100')} < 97
      then ended[1 + ${drawn(6, 'cardinality(ended)')}] else open[1 + ${drawn(6, 'cardinality(open)')}] end as template
    from dated, templates
  ) ${PARTIES}`;

/** $1 midnight of today. */
export const AGENDAS = `
  insert into agendas (id, kind, customer_id, branch_id, representative_id, person_id, subject, description,
    scheduled_at, finished_at, finish_reason_id, finish_note, dialer_status, dialer_updated_at, origin, external_id,
    created_by_id, created_at, updated_at)
  select p.id, t.kind, p.customer_id, p.branch_id, p.representative_id, p.person_id, t.subject, t.description, p.at,
    ${moved('t.finished_at', 't.scheduled_at', 'p.at')}, t.finish_reason_id, t.finish_note, t.dialer_status,
    ${moved('t.dialer_updated_at', 't.scheduled_at', 'p.at')}, t.origin,
    case when t.external_id is not null then 'ERP-' || (1000000 + p.id) end,
    case when t.created_by_id is not null then p.person_id end,
    least(p.at - interval '5 days', $1::timestamptz - interval '1 day'),
    least(p.at - interval '5 days', $1::timestamptz - interval '1 day')
  from agenda_plan p join agendas t on t.id = p.template`;

/** A conversation for every second completed agenda. $1 first new agenda. */
export const CONVERSATIONS = `
  insert into service_records (customer_id, person_id, agenda_id, reason_id, description, started_at, registered_at,
    created_at)
  select a.customer_id, a.person_id, a.id, t.reason_id, t.description, a.finished_at - interval '10 minutes',
    a.finished_at, a.finished_at
  from agendas a
  cross join (
    select array_agg(id order by id) as ids from service_records where registered_at is not null and order_id is null
  ) said
  join service_records t on t.id = said.ids[1 + a.id % cardinality(said.ids)]
  where a.id >= $1 and a.id % 2 = 0 and a.finished_at is not null`;

/** $1 first new order, $2 first new agenda, $3 first new conversation, $4 first new customer. */
export const LOG = `
  insert into customer_log (customer_id, type, item_id, text, person_id, at)
  select customer_id, type, item_id, text, person_id, at from (${EVENTS}) told
  where (type in ('ORCAMENTO', 'PEDIDO') and item_id >= $1) or (type = 'AGENDA' and item_id >= $2)
    or (type = 'ATENDIMENTO' and item_id >= $3) or (type = 'CADASTRO' and customer_id >= $4)`;
