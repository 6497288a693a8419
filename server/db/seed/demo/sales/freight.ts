import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import {
  carriers,
  deliveryAddresses,
  freightLegs,
  freightRoutes,
  trackingEvents,
} from '#server/db/tables/index.ts';
import { REGIONS } from '../places.ts';
import { RATES, type Rate, STATE_DISTANCE } from './freightRates.ts';
import type { SalesContext } from './salesContext.ts';

/** The demonstration's own lorries, as one of the carriers. */
const OWN_FLEET = {
  legalName: 'Frota própria Horizonte',
  tradeName: 'Frota própria',
  cnpj: '47283916000105',
};

/** The carriers' rate tables, and the tracking events of recent consignments. */
export async function seedFreight({ company, today, client, write }: SalesContext): Promise<void> {
  const types = await idsOf(client, 'select key as name, id from freight_types');
  const conditions = await idsOf(client, 'select name, id from freight_conditions');
  const ownFleet = company.carriers.length + 1;
  await write(carriers, [{ id: ownFleet, ...OWN_FLEET, phone: '', email: '' }]);
  const routes = RATES.flatMap((rate) => rate.states.map((state) => ({ rate, state })));
  await write(
    freightRoutes,
    routes.map(({ rate, state }, index) => ({
      id: index + 1,
      carrierId: rate.carrier ?? ownFleet,
      freightTypeId: types.get(rate.type) ?? 0,
      conditionId: rate.condition ? (conditions.get(rate.condition) ?? null) : null,
      redispatch: rate.redispatch ?? false,
      state,
      ibge: rate.ibge ?? null,
      cepFrom: rate.ceps?.[0] ?? null,
      cepTo: rate.ceps?.[1] ?? null,
      weekdays: rate.weekdays ?? 'NSSSSSN',
      minimum: rate.minimum ?? '0',
      exemptFrom: rate.exemptFrom ?? null,
      maxWeight: rate.maxWeight ?? null,
      toConsult: rate.toConsult ?? false,
    })),
  );
  await write(
    freightLegs,
    routes.flatMap(({ rate, state }, index) => legsOf(rate, state, index + 1)),
  );
  await write(
    trackingEvents,
    company.invoices
      .filter(({ row }) => isTracked(row.issuedOn, today))
      .flatMap(({ row }) => eventsOf(row.number, row.issuedOn, today)),
  );
}

/** Invoices of this many days have a tracking code. */
const TRACKED_DAYS = 60;
const isTracked = (issuedOn: CalendarDate, today: CalendarDate): boolean =>
  issuedOn >= addDays(today, -TRACKED_DAYS);
export const TRACKING_KIND = 'TRANSPORTADORA';
export const trackingCode = (number: number): string => `HZ${String(number).padStart(9, '0')}BR`;

async function idsOf(client: SalesContext['client'], query: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; id: number }>(query);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function legsOf(rate: Rate, state: string, routeId: number): (typeof freightLegs.$inferInsert)[] {
  const distance = STATE_DISTANCE[state] ?? 1;
  return rate.legs.map((leg, index) => ({
    routeId,
    sequence: index + 1,
    mode: leg.mode,
    origin: leg.origin,
    tableName: leg.table,
    tableKind: leg.kind,
    days: leg.days + (index === 0 ? distance - 1 : 0),
    fixed: leg.fixed,
    perKilo: (Number(leg.perKilo) * distance).toFixed(4),
    percent: leg.percent,
  }));
}

const STEPS = [
  { after: 0, hour: 16, code: 'COL', description: 'Mercadoria coletada pela transportadora' },
  { after: 1, hour: 9, code: 'TRA', description: 'Em viagem para a unidade de destino' },
  { after: 3, hour: 7, code: 'UNI', description: 'Chegou à unidade de destino' },
  { after: 4, hour: 11, code: 'SAI', description: 'Saiu para entrega' },
  { after: 4, hour: 18, code: 'ENT', description: 'Entregue ao destinatário' },
] as const;

/** Every seventh has no events yet; every eleventh was delivered a day late. */
export function eventsOf(number: number, issuedOn: CalendarDate, today: CalendarDate) {
  if (number % 7 === 0) return [];
  const late = number % 11 === 0 ? 1 : 0;
  return STEPS.map(({ after, hour, code, description }, index) => ({
    kind: TRACKING_KIND,
    trackingCode: trackingCode(number),
    code,
    description,
    day: addDays(issuedOn, after + (index === STEPS.length - 1 ? late : 0)),
    hour,
  }))
    .filter(({ day }) => day < today)
    .map(({ day, hour, ...event }) => ({
      ...event,
      at: new Date(`${day}T${String(hour).padStart(2, '0')}:20:00-03:00`),
    }));
}

/** How titles are collected, how invoices were shipped, and other delivery addresses of customers. */
export async function seedDocuments(context: SalesContext): Promise<void> {
  await collect(context);
  await describeInvoices(context);
  await context.write(deliveryAddresses, addressRows(context));
}

const ACCOUNT = { boletoAgencia: '1234', boletoConta: '7654321', boletoCarteira: '09' };

/** Titles paid immediately are cash; of the others four in five are boletos of one of two banks, and one is due today. */
async function collect({ client, today }: SalesContext): Promise<void> {
  await client.query(`
    update invoice_titles t set
      payment_method_id = m.id,
      bank_code = case when m.name <> 'Boleto bancário' then '' when t.id % 3 = 0 then '341' else '237' end,
      bank_number = case when m.name <> 'Boleto bancário' then '' else lpad(t.id::text, 8, '0') end
    from invoices i, payment_methods m
    where i.id = t.invoice_id and m.name = case
      when t.due_on = i.issued_on then 'Dinheiro'
      when t.id % 5 = 0 then 'Depósito em conta' else 'Boleto bancário' end`);
  await client.query(
    `update invoice_titles set due_on = $1 where id = (
       select min(t.id) from invoice_titles t join invoices i on i.id = t.invoice_id
       where i.customer_id = 2 and t.paid_on is null and t.bank_code <> '')`,
    [today],
  );
  await client.query(
    `insert into parameters (area, key, value) select 'CALLCENTER', given.key, to_jsonb(given.value)
     from unnest($1::text[], $2::text[]) as given(key, value) on conflict do nothing`,
    [Object.keys(ACCOUNT), Object.values(ACCOUNT)],
  );
}

const NOTES = [
  'Entregar no horário comercial.',
  'Conferir volumes no recebimento.',
  'Mercadoria frágil.',
] as const;

async function describeInvoices({ client, company, today }: SalesContext): Promise<void> {
  const tracked = company.invoices.filter(({ row }) => isTracked(row.issuedOn, today) && row.id % 5 !== 0);
  await client.query(
    `update invoices set tracking = jsonb_build_object('tipo', $1::text, 'codigo', given.code)
     from unnest($2::int[], $3::text[]) as given(id, code) where invoices.id = given.id`,
    [TRACKING_KIND, tracked.map(({ row }) => row.id), tracked.map(({ row }) => trackingCode(row.number))],
  );
  await client.query(
    'update invoices set note = ($1::text[])[1 + id % 3] where id % 4 = 0 and issued_on > $2',
    [NOTES, addDays(today, -120)],
  );
}

const STREETS = [
  'Avenida das Indústrias',
  'Rua do Comércio',
  'Rodovia dos Trabalhadores',
  'Rua Sete de Setembro',
] as const;

/** Two in five customers have a warehouse elsewhere; the first companies have two. */
function addressRows({ company }: SalesContext): (typeof deliveryAddresses.$inferInsert)[] {
  return company.customers
    .filter(({ row }) => row.id > 1 && (row.id % 5 < 2 || row.id === 2))
    .flatMap(({ row }) =>
      [row.id, ...(row.id < 120 ? [row.id + 1] : [])].map((seed) => addressOf(row, seed)),
    );
}

function addressOf(
  { id, regionId }: { id: number; regionId?: number | null },
  seed: number,
): typeof deliveryAddresses.$inferInsert {
  const region = REGIONS[(regionId ?? 1) - 1] as (typeof REGIONS)[number];
  const city = region.cities[seed % region.cities.length] as (typeof region.cities)[number];
  return {
    customerId: id,
    cep: `${city.cep}${String(100 + (seed % 9) * 10)}`,
    street: STREETS[seed % STREETS.length] as string,
    number: String(100 + ((seed * 37) % 1900)),
    complement: seed % 3 === 0 ? 'Galpão B' : '',
    district: seed % 2 === 0 ? 'Distrito Industrial' : 'Centro',
    city: city.name,
    state: city.state,
    ibge: city.ibge,
    note: seed % 4 === 0 ? 'Doca 2, com agendamento' : '',
  };
}
