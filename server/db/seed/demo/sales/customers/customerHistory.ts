import { dials, operatorStatuses, serviceRecords } from '#server/db/tables/index.ts';
import { inOfficeHours, type SalesContext } from '../salesContext.ts';

/** Ids of every company's initial service reasons, with texts for each. */
const SAID: readonly (readonly [number, readonly string[]])[] = [
  [1, ['Fechou o pedido da semana.', 'Pediu a tabela nova antes de decidir.', 'Repôs a linha de limpeza.']],
  [2, ['Ainda compara com o concorrente.', 'Aprovou e pediu para aguardar o caixa.']],
  [3, ['Prometeu pagar na sexta-feira.', 'Já pagou: pediu a baixa do título.']],
  [4, ['Recebeu tudo certo.', 'Elogiou a entrega.']],
  [5, ['Mudou o comprador: contato atualizado.']],
  [6, ['Não atendeu em duas tentativas.', 'Caixa postal.']],
];
const STATUSES = ['DISPONIVEL', 'EM_ATENDIMENTO', 'PAUSA', 'OFFLINE'] as const;
const HOUR = 3_600_000;
const RECORDS = 900;

interface Quote {
  id: number;
  customer: number;
  status: string;
  loss: number | null;
}

/** Half a year of conversations, every operator status and some dialer calls; one conversation is in progress. */
export async function seedServiceRecords(context: SalesContext): Promise<void> {
  const { company, write } = context;
  const speaking = company.people.filter(({ row }) => row.type === 'VENDEDOR' || row.type === 'OPERADOR');
  const quotes = await quotesByCustomer(context);
  await write(serviceRecords, conversations(context, speaking, quotes));
  await write(
    operatorStatuses,
    // The demonstration's own operator and seller have no status yet, so that nothing gets in the way of users trying it.
    speaking
      .filter(({ row }) => row.id > 7)
      .map(({ row }, at) => ({ personId: row.id, status: STATUSES[at % STATUSES.length] ?? 'OFFLINE' })),
  );
  await write(dials, calls(context, speaking));
}

async function quotesByCustomer({ client }: SalesContext): Promise<Map<number, Quote[]>> {
  const { rows } = await client.query<Quote>(
    `select id, customer_id as customer, status, loss_reason_id as loss from orders
     where stage = 'ORCAMENTO' order by id`,
  );
  const grouped = new Map<number, Quote[]>();
  for (const row of rows) grouped.set(row.customer, [...(grouped.get(row.customer) ?? []), row]);
  return grouped;
}

type People = SalesContext['company']['people'];

function conversations(context: SalesContext, speaking: People, quotes: ReadonlyMap<number, Quote[]>) {
  const { chance, company } = context;
  const served = company.customers.filter(({ row }) => row.id > 1);
  return Array.from({ length: RECORDS }, (_, at) => {
    // The customer that nearly every example uses has several pages of them.
    const customer = at % 45 === 0 ? served[0] : chance.pick(served);
    const near = speaking.filter((person) => person.branchIds.some((id) => customer?.branchIds.includes(id)));
    const [reasonId, words] = chance.pick(SAID);
    const quote = reasonId === 2 ? quotes.get(customer?.row.id ?? 0)?.[0] : undefined;
    const startedAt = momentOf(context, at);
    return {
      customerId: customer?.row.id ?? 2,
      personId: chance.pick(near.length > 0 ? near : speaking).row.id,
      orderId: quote?.id ?? null,
      reasonId,
      description: chance.pick(words),
      returnAt: chance.happens(15) ? new Date(startedAt.getTime() + chance.int(2, 9) * 24 * HOUR) : null,
      quoteSituation: quote ? (quote.status === 'PERDIDO' ? 'PERDIDO' : 'ABERTO') : null,
      lossReasonId: quote?.status === 'PERDIDO' ? quote.loss : null,
      startedAt,
      registeredAt: new Date(startedAt.getTime() + chance.int(2, 25) * 60_000),
      createdAt: startedAt,
    } satisfies typeof serviceRecords.$inferInsert;
  }).map((row, at, all) =>
    // The last one belongs to a busy operator and is not registered yet.
    at === all.length - 1
      ? { ...row, personId: busyPerson(speaking), registeredAt: null, reasonId: null, description: '' }
      : row,
  );
}

/** The first person whose status says that they are in a conversation. */
const busyPerson = (speaking: People): number => speaking.filter(({ row }) => row.id > 7)[1]?.row.id ?? 4;

/** In order, over the last half year until this morning. */
const momentOf = ({ chance, today }: SalesContext, at: number): Date =>
  inOfficeHours(
    new Date(Date.parse(`${today}T10:30:00Z`) - (RECORDS - at) * 4.8 * HOUR - chance.int(0, 4) * HOUR),
  );

function calls({ chance, company, today }: SalesContext, speaking: People) {
  return Array.from({ length: 120 }, (_, at) => {
    const customer = chance.pick(company.customers);
    const accepted = chance.happens(92);
    return {
      personId: chance.pick(speaking).row.id,
      number: customer.row.phone ?? '',
      customerId: customer.row.id,
      accepted,
      answer: accepted ? '' : chance.pick(['Ramal ocupado', 'Sem linha disponível']),
      at: inOfficeHours(new Date(Date.parse(`${today}T10:00:00Z`) - (120 - at) * HOUR)),
    };
  });
}

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
