import { eq, sql } from 'drizzle-orm';
import type { OptionSource } from '../../../../contract/rules/forms/optionSources.ts';
import * as tables from '../../../db/tables/index.ts';
import { branchScope } from '../../../session/scope.ts';
import { customerSource, operatorSource, regionSource, representativeSource } from './parties.ts';
import { bankSource, citySource, stateSource } from './places.ts';
import type { OptionSourceRules } from './source.ts';
import { rowsOf } from './tables.ts';
import {
  openingReasonSource,
  productReasonSource,
  stepSource,
  ticketStatusSource,
  ticketTypeSource,
} from './ticketSources.ts';

const { branches, carriers, products, sectors } = tables;

const listed = (table: typeof tables.activities) =>
  rowsOf({ table, id: table.id, label: table.name, active: table.active });
// The lists of the registration are tables of one shape under several names.
const asListed = (table: unknown) => listed(table as typeof tables.activities);

/** One for each name of OPTION_SOURCES: a missing one does not compile. */
export const optionSources: Record<OptionSource, OptionSourceRules> = {
  filiais: rowsOf({
    table: branches,
    id: branches.id,
    label: branches.tradeName,
    detail: sql<string>`${branches.city} || '/' || ${branches.state}`,
    scope: ({ user }) => branchScope(user),
    consumers: true,
  }),
  clientes: customerSource,
  produtos: rowsOf({
    table: products,
    id: products.id,
    label: products.description,
    detail: products.code,
    scope: (_, { escolhidos, offered }) =>
      escolhidos && !offered ? undefined : eq(products.unavailable, false),
    consumers: true,
  }),
  transportadoras: rowsOf({
    table: carriers,
    id: carriers.id,
    label: carriers.tradeName,
    active: carriers.active,
  }),
  representantes: representativeSource,
  regioes: regionSource,
  setores: rowsOf({ table: sectors, id: sectors.id, label: sectors.name, active: sectors.active }),
  operadores: operatorSource,
  tiposTicket: ticketTypeSource,
  statusTicket: ticketStatusSource,
  motivosAbertura: openingReasonSource,
  motivosProduto: productReasonSource,
  etapas: stepSource,
  atividades: asListed(tables.activities),
  comoConheceu: asListed(tables.leadSources),
  tabelasPreco: asListed(tables.priceTables),
  classificacoes: asListed(tables.customerClassifications),
  segmentos: asListed(tables.customerSegments),
  tiposContato: asListed(tables.contactTypes),
  bancos: bankSource,
  estados: stateSource,
  cidades: citySource,
};
