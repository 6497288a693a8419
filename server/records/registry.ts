import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import {
  REFERENCE_ONLY_TYPES,
  type ReferenceOnlyType,
  type StandardTypeKey,
} from '#contract/records/index.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import { hasWords } from '../db/conditions.ts';
import { people, tickets } from '../db/tables/index.ts';
import { notFound } from '../errors.ts';
import { isConsumer, ticketScope } from '../session/scope.ts';
import { columnOf, isItemTable, isStored, type MappedType, type ReferenceTarget } from './mapping.ts';
import { accountOpeningRecords } from './standard/accountOpenings.ts';
import { customerRecords } from './standard/customers/customers.ts';
import {
  creditLimitRecords,
  creditRecords,
  paymentMethodRecords,
  paymentPlanRecords,
  restrictionRecords,
} from './standard/finance.ts';
import {
  carrierRecords,
  freightRouteRecords,
  freightTypeRecords,
  postalCodeRecords,
  trackingEventRecords,
} from './standard/freight.ts';
import { invoiceRecords, titleRecords } from './standard/invoices/invoices.ts';
import {
  branchRecords,
  dimensionRecords,
  listMappings,
  priceTableRecords,
  productModelRecords,
  regionRecords,
  sectorRecords,
} from './standard/lists.ts';
import { pastOrderRecords } from './standard/pastOrders.ts';
import { productPriceRecords, productRecords, stockRecords } from './standard/products.ts';
import {
  couponRecords,
  priceRuleRecords,
  productLinkRecords,
  representativeRecords,
  suggestionMenuRecords,
  tintColorRecords,
  tintPriceRecords,
} from './standard/sales.ts';
import {
  ticketMenuRecords,
  ticketOriginRecords,
  ticketReasonRecords,
  ticketTypeRecords,
} from './standard/ticketCatalog.ts';

/** One mapping per standard type: a missing one does not compile. */
export const mappedTypes: Record<StandardTypeKey, MappedType> = {
  filiais: branchRecords,
  setores: sectorRecords,
  regioes: regionRecords,
  representantes: representativeRecords,
  transportadoras: carrierRecords,
  cobrancas: paymentMethodRecords,
  'planos-pagamento': paymentPlanRecords,
  clientes: customerRecords,
  notas: invoiceRecords,
  titulos: titleRecords,
  'historico-pedidos': pastOrderRecords,
  'limites-credito': creditLimitRecords,
  'creditos-cliente': creditRecords,
  'restricoes-cliente': restrictionRecords,
  produtos: productRecords,
  'tabelas-preco': priceTableRecords,
  precos: productPriceRecords,
  estoque: stockRecords,
  'modelos-produto': productModelRecords,
  ...listMappings,
  dimensoes: dimensionRecords,
  'regras-preco': priceRuleRecords,
  'produtos-relacionados': productLinkRecords,
  'cores-tinta': tintColorRecords,
  'precos-tinta': tintPriceRecords,
  cupons: couponRecords,
  'menus-sugestoes': suggestionMenuRecords,
  'saldos-iniciais': accountOpeningRecords,
  'tipos-frete': freightTypeRecords,
  'rotas-frete': freightRouteRecords,
  'eventos-rastreio': trackingEventRecords,
  ceps: postalCodeRecords,
  'menus-ticket': ticketMenuRecords,
  'tipos-ticket': ticketTypeRecords,
  'motivos-ticket': ticketReasonRecords,
  'origens-ticket': ticketOriginRecords,
};

export const isTypeKey = (key: string): key is StandardTypeKey => Object.hasOwn(mappedTypes, key);

const MAX_ID = 2_147_483_647;
const numbersOf = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? [Number(text)] : []));

/** Tickets as a reference target: identified by number, newest first. */
const ticketTarget: ReferenceTarget = {
  table: tickets,
  id: tickets.id,
  key: sql`${tickets.id}::text`,
  among: (keys) => inArray(tickets.id, numbersOf(keys)),
  name: sql`concat_ws(' · ', ${tickets.id}, nullif(${tickets.subject}, ''))`,
  search: (words) =>
    words.length === 0
      ? undefined
      : or(inArray(tickets.id, numbersOf(words)), hasWords(tickets.foldedSubject, words)),
  order: desc(tickets.id),
  inUse: sql`not ${tickets.archived}`,
  scope: ticketScope,
  field: { tipo: 'TEXT', titulo: 'Número do ticket' },
  nameKind: null,
  titulo: { um: 'ticket', muitos: 'tickets', genero: 'm' },
};

const elsewhere: Record<ReferenceOnlyType, ReferenceTarget> = {
  pessoas: {
    table: people,
    id: people.id,
    key: people.cpf,
    name: people.name,
    // Files from other systems identify sellers more often by a login or an employee number than by CPF.
    alternatives: [
      { of: sql`lower(${people.email})`, spelled: (text) => text.trim().toLowerCase() },
      { of: people.employeeNumber, spelled: (text) => text.trim() },
    ],
    inUse: eq(people.active, true),
    // People are identified by CPF, so only staff may reference them.
    scope: ({ type }) => (type === 'REPRESENTANTE' || isConsumer({ type }) ? sql`false` : undefined),
    field: { tipo: 'CPF', titulo: 'CPF', pessoal: true },
    nameKind: null,
    titulo: { um: 'pessoa', muitos: 'pessoas', genero: 'f' },
  },
  tickets: ticketTarget,
};

/** The mapping of a standard type, where a custom type is not allowed; 404 for an unknown key. */
export function standardMapped(key: string): MappedType {
  if (!isTypeKey(key)) throw notFound();
  return mappedTypes[key];
}

/** The reference target for a type that may reference custom types; `undefined` if the target no longer exists. */
export const targetIn = (
  targets: MappedType['targets'],
  key: string | undefined,
): ReferenceTarget | undefined => {
  const custom = targets?.get(key ?? '');
  return custom ?? (isElsewhere(key) || isTypeKey(key ?? '') ? targetOf(key) : undefined);
};

/**
 * The reference target for a standard type. Throws if the type has no single natural key of its own, in which case nothing
 * can reference it.
 */
export function targetOf(key: string | undefined): ReferenceTarget {
  if (isElsewhere(key)) return elsewhere[key];
  if (!key || !isTypeKey(key)) throw new Error(`${key} is no standard type`);
  const { type, mapping } = mappedTypes[key];
  const [codigo, ...more] = type.codigo;
  const column = mapping.columns[codigo ?? ''];
  const name = mapping.columns[type.nome];
  const active = type.situacao ? mapping.columns[type.situacao] : undefined;
  const field = type.campos[codigo ?? ''];
  const isOwn = field && field.tipo !== 'REFERENCIA' && more.length === 0;
  if (!column || !name || !isOwn || !isPlain(column) || !isPlain(name))
    throw new Error(`${key} cannot be referred to: it has no single natural key of its own`);
  return {
    table: mapping.table,
    id: mapping.table.id,
    key: column,
    name,
    inUse: active && inUse(active),
    scope: mapping.scope,
    field,
    nameKind: nameKindOf(type),
    titulo: type.titulo,
  };
}

const nameKindOf = ({ nome, campos }: MappedType['type']): PersonalKind | null => {
  const named = campos[nome];
  return named ? personalKind(named) : null;
};

/** The condition that a record is active, in the form that its column stores. */
function inUse(active: MappedType['mapping']['columns'][string]): SQL | undefined {
  const column = columnOf(active);
  return column ? eq(column, isStored(active) ? active.write(true) : true) : undefined;
}

const isElsewhere = (key: string | undefined): key is ReferenceOnlyType =>
  REFERENCE_ONLY_TYPES.some((one) => one === key);

const isPlain = (column: MappedType['mapping']['columns'][string]): column is AnyPgColumn =>
  !isItemTable(column) && !isStored(column);
