import type { SalesContext } from './salesContext.ts';

/**
 * The activity log of everything in the demonstration, in the console's own wording. It is written by one SQL statement,
 * without loading anything here.
 */
export async function seedLog({ client }: SalesContext): Promise<void> {
  await client.query(`
    insert into customer_log (customer_id, type, item_id, text, person_id, at)
    select customer_id, type, item_id, text, person_id, at from (${EVENTS}) told
    where at <= now() order by at`);
}

const REGISTERED = `
  select id customer_id, 'CADASTRO' type, null::int item_id,
    case when prospect then 'Cliente pré-cadastrado' else 'Cliente cadastrado' end text,
    null::int person_id, created_at at
  from customers`;

const QUOTES = `
  select customer_id, 'ORCAMENTO', id, 'Orçamento ' || id || ' criado', seller_id, created_at from orders`;

const ORDERS = `
  select customer_id, 'PEDIDO', id, 'Orçamento ' || id || ' salvo como pedido', seller_id,
    coalesce(ordered_at, created_at)
  from orders where stage = 'PEDIDO'`;

const LOST = `
  select customer_id, 'ORCAMENTO', id,
    'Orçamento ' || id || ' perdido' || coalesce(': ' || nullif(loss_note, ''), ''), seller_id, updated_at
  from orders where status = 'PERDIDO'`;

const CANCELLED = `
  select customer_id, 'PEDIDO', id, 'Pedido ' || id || ' cancelado', seller_id, updated_at
  from orders where stage = 'PEDIDO' and status = 'CANCELADO'`;

const AGENDAS = `
  select customer_id, 'AGENDA', id, 'Agenda ' || id || ' criada: ' || subject,
    coalesce(created_by_id, person_id), created_at
  from agendas`;

const FINISHED_AGENDAS = `
  select customer_id, 'AGENDA', id, 'Agenda ' || id || ' finalizada', person_id, finished_at
  from agendas where finished_at is not null`;

const TICKETS = `
  select customer_id, 'TICKET', id, 'Ticket ' || id || ' aberto' || coalesce(': ' || nullif(subject, ''), ''),
    creator_id, created_at
  from tickets`;

const ENDED_TICKETS = `
  select t.customer_id, 'TICKET', t.id,
    'Ticket ' || t.id || case e.type when 'FINALIZACAO' then ' finalizado' when 'CANCELAMENTO' then ' cancelado'
      else ' reaberto' end || coalesce(': ' || nullif(t.subject, ''), ''),
    e.person_id, e.created_at
  from ticket_events e join tickets t on t.id = e.ticket_id
  where e.type in ('FINALIZACAO', 'CANCELAMENTO', 'REABERTURA')`;

const CONVERSATIONS = `
  select r.customer_id, 'ATENDIMENTO', r.id,
    'Atendimento registrado' || coalesce(': ' || why.name, ''), r.person_id, r.registered_at
  from service_records r left join service_reasons why on why.id = r.reason_id
  where r.registered_at is not null`;

/** All events as log rows. */
export const EVENTS = [
  REGISTERED,
  QUOTES,
  ORDERS,
  LOST,
  CANCELLED,
  AGENDAS,
  FINISHED_AGENDAS,
  TICKETS,
  ENDED_TICKETS,
  CONVERSATIONS,
].join(' union all ');
