import { eq } from 'drizzle-orm';
import {
  carrierType,
  freightRouteType,
  freightTypeType,
  postalCodeType,
  trackingEventType,
} from '#contract/records/freight.ts';
import { countMomentText, readCountMoment } from '#contract/rules/orders/shownStock.ts';
import type { CustomerAddress } from '../../db/tables/customers/customers.ts';
import {
  carriers,
  freightLegs,
  freightRoutes,
  freightTypes,
  postalCodes,
  trackingEvents,
} from '../../db/tables/index.ts';
import { isStrayTown, STRAY_TOWN } from '../../sac/registration/rules.ts';
import { mapRecords } from '../mapping.ts';

export const freightTypeRecords = mapRecords(freightTypeType, {
  table: freightTypes,
  entity: 'freight_types',
  columns: {
    codigo: freightTypes.key,
    nome: freightTypes.name,
    proprio: freightTypes.own,
    compradorPaga: freightTypes.buyerPays,
    ativo: freightTypes.active,
  },
});

export const trackingEventRecords = mapRecords(trackingEventType, {
  table: trackingEvents,
  entity: 'tracking_events',
  columns: {
    codigo: trackingEvents.key,
    tipo: trackingEvents.kind,
    rastreio: trackingEvents.trackingCode,
    evento: trackingEvents.code,
    descricao: trackingEvents.description,
    momento: {
      column: trackingEvents.at,
      read: (instant) => countMomentText(new Date(instant as string)),
      write: (text) => readCountMoment(String(text))?.toISOString() ?? null,
    },
  },
  search: (text) => eq(trackingEvents.trackingCode, text),
  complete({ after }) {
    const moment = typeof after.momento === 'string' ? readCountMoment(after.momento) : null;
    if (moment) (after as Record<string, unknown>).momento = countMomentText(moment);
  },
  rules(rows) {
    for (const row of rows)
      if (row.changed.has('momento') && !readCountMoment(String(row.after.momento)))
        row.refuse('momento', 'Este dia e hora não existem.');
  },
});

export const freightRouteRecords = mapRecords(freightRouteType, {
  table: freightRoutes,
  entity: 'freight_routes',
  columns: {
    codigo: freightRoutes.code,
    transportadora: freightRoutes.carrierId,
    tipoFrete: freightRoutes.freightTypeId,
    condicional: freightRoutes.conditionId,
    redespacho: freightRoutes.redispatch,
    uf: freightRoutes.state,
    ibge: freightRoutes.ibge,
    cepInicial: freightRoutes.cepFrom,
    cepFinal: freightRoutes.cepTo,
    dias: freightRoutes.weekdays,
    minimo: freightRoutes.minimum,
    isentoDe: freightRoutes.exemptFrom,
    pesoMaximo: freightRoutes.maxWeight,
    aConsultar: freightRoutes.toConsult,
    ativo: freightRoutes.active,
    trechos: {
      table: freightLegs,
      parent: freightLegs.routeId,
      order: freightLegs.sequence,
      columns: {
        ordem: freightLegs.sequence,
        modal: freightLegs.mode,
        origem: freightLegs.origin,
        tabela: freightLegs.tableName,
        tipoTabela: freightLegs.tableKind,
        dias: freightLegs.days,
        fixo: freightLegs.fixed,
        porQuilo: freightLegs.perKilo,
        percentual: freightLegs.percent,
      },
    },
  },
  rules(rows) {
    for (const row of rows) {
      const { dias, ibge, uf } = row.after;
      if (!/^[SN]{7}$/.test(String(dias))) row.refuse('dias', 'Informe sete letras, S ou N.');
      else if (!String(dias).includes('S'))
        row.refuse('dias', 'A rota não entrega em dia nenhum. Marque ao menos um com S.');
      if (ibge && isStrayTown({ ibge, uf } as CustomerAddress)) row.refuse('ibge', STRAY_TOWN);
    }
  },
});

export const postalCodeRecords = mapRecords(postalCodeType, {
  table: postalCodes,
  entity: 'postal_codes',
  columns: {
    cep: postalCodes.cep,
    logradouro: postalCodes.street,
    complemento: postalCodes.complement,
    bairro: postalCodes.district,
    cidade: postalCodes.city,
    uf: postalCodes.state,
    ibge: postalCodes.ibge,
  },
  rules(rows) {
    for (const row of rows) if (isStrayTown(row.after)) row.refuse('ibge', STRAY_TOWN);
  },
});

export const carrierRecords = mapRecords(carrierType, {
  table: carriers,
  entity: 'carriers',
  columns: {
    cnpj: carriers.cnpj,
    razaoSocial: carriers.legalName,
    nomeFantasia: carriers.tradeName,
    telefone: carriers.phone,
    email: carriers.email,
    ativo: carriers.active,
  },
});
