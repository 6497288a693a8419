import type { AgendaKind } from '#contract/catalogs/callCenter.ts';
import { type DialerStatus, dialerStatus } from '#contract/catalogs/callCenter.ts';
import { addDays, type CalendarDate, formatDateTime, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { agendas, customerLog } from '#server/db/tables/index.ts';
import type { DemoCustomer } from '../customers.ts';
import type { DemoPerson } from '../people.ts';
import { branchOf } from '../places.ts';
import type { SalesContext } from './salesContext.ts';

type AgendaRow = typeof agendas.$inferInsert & { id: number; scheduledAt: Date; createdAt: Date };
type LogRow = typeof customerLog.$inferInsert;

/** One month back and one ahead, so that the calendar is full wherever it is opened. */
const DAYS_BACK = 30;
const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;
const PER_DAY: Partial<Record<DemoPerson['row']['type'], number>> = {
  SUPERVISOR: 1,
  OPERADOR: 2,
  VENDEDOR: 3,
  REPRESENTANTE: 1,
};

/** Agendas of sellers in every situation, kind, origin and dialer status, some of them rescheduled. */
export async function seedAgendas(context: SalesContext): Promise<void> {
  const { today, company, write } = context;
  const orders = await quotesByCustomer(context);
  const rows: AgendaRow[] = [];
  const log: LogRow[] = [];
  for (let offset = -DAYS_BACK; offset <= DAYS_AHEAD; offset++) {
    const day = addDays(today, offset);
    if (weekdayOf(day) === 0) continue;
    for (const person of company.people)
      for (let turn = 0; turn < (PER_DAY[person.row.type] ?? 0); turn++) {
        const row = agendaOf(context, person, { id: rows.length + 1, day, offset, orders });
        if (!row) continue;
        rows.push(row);
        log.push(...movesOf(context, row));
      }
  }
  await write(agendas, rows);
  await write(customerLog, log);
}

/** The latest quote or order of each customer, so that agendas can refer to one. */
async function quotesByCustomer({ client }: SalesContext): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; customer: number }>(
    'select max(id) as id, customer_id as customer from orders group by customer_id',
  );
  return new Map(rows.map(({ id, customer }) => [customer, id]));
}

interface Place {
  id: number;
  day: CalendarDate;
  /** Days from today. */
  offset: number;
  orders: ReadonlyMap<number, number>;
}

function agendaOf(
  context: SalesContext,
  person: DemoPerson,
  { id, day, offset, orders }: Place,
): AgendaRow | null {
  const { chance, today } = context;
  const customer = customerFor(context, person);
  if (!customer) return null;
  const branchId = person.branchIds[0] ?? customer.branchIds[0] ?? 1;
  const { timeZone } = branchOf(branchId);
  const scheduledAt = localInstant(day, timeOfDay(context), timeZone);
  const kind: AgendaKind = customer.row.openTitles && chance.happens(35) ? 'C' : 'A';
  // The older an agenda, the more likely it is done; of today's only those due this morning.
  const done =
    offset < -3 ? chance.happens(94) : offset < 0 ? chance.happens(75) : offset === 0 && chance.happens(20);
  const dialed = done && chance.happens(70) ? chance.pick(dialerStatus).value : null;
  const origin = chance.weighted([
    ['GO', 7],
    ['ERP', 2],
    ['AUTOMACAO', 1],
  ] as const);
  const [subject, description] = chance.pick(kind === 'C' ? COLLECTION : CONTACT);
  const finishedAt = done
    ? new Date(Math.min(scheduledAt.getTime() + chance.int(5, 90) * 60_000, startOf(today)))
    : null;
  return {
    id,
    kind,
    customerId: customer.row.id,
    branchId,
    representativeId: customer.row.representativeId ?? null,
    personId: person.row.id,
    orderId: chance.happens(40) ? (orders.get(customer.row.id) ?? null) : null,
    subject,
    description,
    scheduledAt,
    finishedAt,
    finishReasonId: done ? reasonOf(context, dialed) : null,
    finishNote: done && chance.happens(30) ? 'Pediu para receber a tabela por e-mail.' : '',
    dialerStatus: dialed,
    dialerUpdatedAt: dialed ? finishedAt : null,
    dialerOrigin: dialed && (id % 3 === 0 ? 'MANUAL' : 'DISCADORA'),
    origin,
    externalId: origin === 'ERP' ? `ERP-${100_000 + id}` : null,
    createdById: origin === 'GO' ? person.row.id : null,
    createdAt: new Date(
      Math.min(scheduledAt.getTime() - chance.int(2, 12) * DAY_MS, startOf(today) - 2 * DAY_MS),
    ),
  };
}

/** Nothing in the demonstration happens after this morning, or after its loading at night. */
const startOf = (today: CalendarDate) => Math.min(Date.parse(`${today}T11:00:00Z`), Date.now());

const timeOfDay = ({ chance }: SalesContext) =>
  `${String(chance.int(8, 17)).padStart(2, '0')}:${chance.pick(['00', '15', '30', '45'])}`;

/** A customer within the person's scope. */
function customerFor({ chance, company }: SalesContext, person: DemoPerson): DemoCustomer | undefined {
  for (let attempt = 0; attempt < 12; attempt++) {
    const customer = chance.pick(company.customers);
    if (customer.row.id === 1) continue;
    if (person.row.type === 'REPRESENTANTE' && customer.row.representativeId !== person.row.representativeId)
      continue;
    if (person.branchIds.every((id) => customer.branchIds.includes(id))) return customer;
  }
  return undefined;
}

/** Ids of the initial `agenda_reasons` of every company. */
const reasonOf = ({ chance }: SalesContext, dialed: DialerStatus | null): number =>
  dialed === 'LIGACAO_NAO_ATENDIDA' || dialed === 'LIGACAO_OCUPADA'
    ? chance.pick([3, 5])
    : chance.pick([1, 1, 2, 4]);

/** Log entries about rescheduling for one in five; creation and completion are logged by customerHistory.ts. */
function movesOf({ chance, today }: SalesContext, row: AgendaRow): LogRow[] {
  if (row.origin !== 'GO' || !chance.happens(20)) return [];
  const { timeZone } = branchOf(row.branchId);
  const when = (instant: Date) => formatDateTime(instant, timeZone).replace(' ', ' às ');
  const first = new Date(row.scheduledAt.getTime() - chance.int(1, 4) * DAY_MS);
  const at = Math.min(row.createdAt.getTime() + DAY_MS, startOf(today));
  return [
    {
      customerId: row.customerId,
      type: 'AGENDA',
      itemId: row.id,
      personId: row.personId,
      text: `Agenda reagendada de ${when(first)} para ${when(row.scheduledAt)}`,
      data: {
        acao: 'REAGENDAR',
        de: first.toISOString(),
        para: row.scheduledAt.toISOString(),
        motivo: chance.pick(WHY_MOVED),
      },
      at: new Date(at),
    },
  ];
}

type Topic = readonly [subject: string, description: string];
const CONTACT: readonly Topic[] = [
  ['Retornar sobre o orçamento', 'Confirmar quantidades e prazo de entrega antes de fechar.'],
  ['Apresentar a linha nova', 'Enviar a tabela e marcar a demonstração.'],
  ['Oferecer a reposição do mês', 'Comprou pouco no último pedido: perguntar o que falta no estoque.'],
  ['Acompanhar a entrega', 'Saber se a mercadoria chegou inteira.'],
  ['Atualizar o cadastro', 'Conferir o e-mail da nota fiscal e o nome do comprador.'],
  ['Recuperar o cliente', 'Não compra há tempo. Perguntar o que mudou.'],
];
const COLLECTION: readonly Topic[] = [
  ['Cobrar título vencido', 'Combinar a data do pagamento.'],
  ['Confirmar pagamento prometido', 'Prometeu pagar nesta semana.'],
];
const WHY_MOVED = [
  'Cliente pediu outro dia',
  'Comprador estava em reunião',
  'Aguardando a tabela nova',
  'Ligação não completou',
] as const;
