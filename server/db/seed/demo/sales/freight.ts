import { addDays, type CalendarDate } from '../../../../../contract/rules/time/calendarDate.ts';
import { carriers, freightLegs, freightRoutes, trackingEvents } from '../../../tables/index.ts';
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

/** Invoices of this many days have a tracking code (written by documents.ts). */
const TRACKED_DAYS = 60;
export const isTracked = (issuedOn: CalendarDate, today: CalendarDate): boolean =>
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
