import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core';
import { branchType } from '#contract/records/branches.ts';
import * as types from '#contract/records/lists.ts';
import { dimensionType, sectorType } from '#contract/records/lists.ts';
import {
  activities,
  agendaReasons,
  branches,
  competitors,
  contactTypes,
  customerClassifications,
  customerSegments,
  customers,
  dimensionOptions,
  dimensions,
  freightConditions,
  leadSources,
  lossReasons,
  negotiationReasons,
  priceTables,
  productModels,
  products,
  regions,
  sectors,
  serviceReasons,
  skills,
  trafficSources,
} from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';
import { type MappedType, mapRecords } from '../mapping.ts';

type ListType = typeof types.regionType;

type ListTable = typeof regions;

type Referrers = NonNullable<MappedType['mapping']['referrers']>;

const ofCustomers = (column: AnyPgColumn): Referrers => [{ table: customers, column }];

/** A list of names; several types share this table shape under different table names. */
const listRecords = (type: ListType, table: unknown, referrers: Referrers = []): MappedType => {
  // Each table is built by `namedList`, under its own name.
  const named = table as ListTable;
  return mapRecords(type, {
    table: named,
    entity: getTableConfig(named).name,
    columns: { codigo: named.code, nome: named.name, ativo: named.active },
    referrers,
  });
};

export const regionRecords = listRecords(types.regionType, regions);

export const priceTableRecords = listRecords(
  types.priceTableType,
  priceTables,
  ofCustomers(customers.priceTableId),
);

export const productModelRecords = listRecords(types.productModelType, productModels, [
  { table: products, column: products.modelId },
]);

/** The lists that only their own screens refer to by name. */
export const listMappings = {
  'origens-trafego': listRecords(types.trafficSourceType, trafficSources),
  concorrentes: listRecords(types.competitorType, competitors),
  atividades: listRecords(types.activityType, activities, ofCustomers(customers.activityId)),
  'como-conheceu': listRecords(types.leadSourceType, leadSources, ofCustomers(customers.leadSourceId)),
  classificacoes: listRecords(
    types.classificationType,
    customerClassifications,
    ofCustomers(customers.classificationId),
  ),
  'tipos-contato': listRecords(types.contactTypeType, contactTypes),
  segmentos: listRecords(types.segmentType, customerSegments),
  'motivos-agenda': listRecords(types.agendaReasonType, agendaReasons),
  'motivos-negociacao': listRecords(types.negotiationReasonType, negotiationReasons),
  'motivos-perda': listRecords(types.lossReasonType, lossReasons),
  'motivos-atendimento': listRecords(types.serviceReasonType, serviceReasons),
  habilidades: listRecords(types.skillType, skills),
  'condicionais-frete': listRecords(types.freightConditionType, freightConditions),
};

export const sectorRecords = mapRecords(sectorType, {
  table: sectors,
  entity: 'sectors',
  columns: {
    chave: sectors.key,
    nome: sectors.name,
    habilidade: sectors.skillId,
    prioridade: sectors.priority,
    ativo: sectors.active,
  },
});

export const dimensionRecords = mapRecords(dimensionType, {
  table: dimensions,
  entity: 'dimensions',
  columns: {
    codigo: dimensions.code,
    nome: dimensions.name,
    ativo: dimensions.active,
    opcoes: {
      table: dimensionOptions,
      parent: dimensionOptions.dimensionId,
      columns: { descricao: dimensionOptions.description, ativo: dimensionOptions.active },
    },
  },
});

export const branchRecords = mapRecords(branchType, {
  table: branches,
  entity: 'branches',
  columns: {
    cnpj: branches.cnpj,
    razaoSocial: branches.legalName,
    nomeFantasia: branches.tradeName,
    inscricaoEstadual: branches.stateRegistration,
    cidade: branches.city,
    uf: branches.state,
    fuso: branches.timeZone,
    ativo: branches.active,
    endereco: branches.address,
  },
  scope: (user) => branchScope(user),
});
