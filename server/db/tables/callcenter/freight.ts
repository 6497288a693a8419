import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, money, namedList, quantity, recordCode, updatedAt, version } from '../columns.ts';
import { carriers } from '../people/organization.ts';

/** How goods are shipped (`tipoFrete`). `own`: the company's own fleet ('PROPRIO'), whose dialog does its own calculation. */
export const freightTypes = pgTable('freight_types', {
  id: identity(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  own: boolean('own').notNull().default(false),
  /** The buyer pays the carrier (FOB), so nothing is charged here. */
  buyerPays: boolean('buyer_pays').notNull().default(false),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** Additional services for a delivery (`condicionais-frete`): night delivery, unloading. */
export const freightConditions = namedList('freight_conditions');

/** Where a carrier delivers, by postal code, town or state; the narrowest matching route is used. */
export const freightRoutes = pgTable(
  'freight_routes',
  {
    id: identity(),
    carrierId: integer('carrier_id')
      .notNull()
      .references(() => carriers.id),
    freightTypeId: integer('freight_type_id')
      .notNull()
      .references(() => freightTypes.id),
    conditionId: integer('condition_id').references(() => freightConditions.id),
    redispatch: boolean('redispatch').notNull().default(false),
    state: text('state').notNull(),
    ibge: text('ibge'),
    cepFrom: text('cep_from'),
    cepTo: text('cep_to'),
    /** Seven letters S or N, starting with Sunday (`diasSemanaEntrega`). */
    weekdays: text('weekdays').notNull().default('NSSSSSN'),
    /** Minimum charge (`vlMin`), and the total from which delivery is free (`vlIsenta`). */
    minimum: money('minimum').notNull().default('0'),
    exemptFrom: money('exempt_from'),
    maxWeight: quantity('max_weight'),
    /** The carrier has to be asked (`aConsultar`), so there is no price. */
    toConsult: boolean('to_consult').notNull().default(false),
    active: boolean('active').notNull().default(true),
    code: recordCode(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('freight_routes_state_idx').on(t.state, t.freightTypeId)],
);

/** The legs of a route (trechos), in order; their days and prices are added up. */
export const freightLegs = pgTable(
  'freight_legs',
  {
    id: identity(),
    routeId: integer('route_id')
      .notNull()
      .references(() => freightRoutes.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    mode: text('mode').notNull(),
    origin: text('origin').notNull(),
    tableName: text('table_name').notNull(),
    tableKind: text('table_kind').notNull(),
    days: integer('days').notNull(),
    fixed: money('fixed').notNull().default('0'),
    perKilo: money('per_kilo').notNull().default('0'),
    /** Percent of the goods' value (ad valorem). */
    percent: quantity('percent').notNull().default('0'),
  },
  (t) => [index('freight_legs_route_idx').on(t.routeId, t.sequence)],
);

/** Events of a consignment, by its tracking code. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: identity(),
    kind: text('kind').notNull(),
    trackingCode: text('tracking_code').notNull(),
    code: text('code').notNull(),
    description: text('description').notNull(),
    at: instant('at').notNull(),
    /** The natural key; `code` is the kind of event. */
    key: text('key').notNull().default(sql`nextval('record_codes')::text`).unique(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('tracking_events_code_idx').on(t.kind, t.trackingCode, t.at),
    index('tracking_events_tracking_idx').on(t.trackingCode),
  ],
);
