import { branchType } from './branches.ts';
import { customerType } from './customers.ts';
import {
  accountOpeningType,
  creditLimitType,
  creditType,
  paymentMethodType,
  paymentPlanType,
  restrictionType,
} from './finance.ts';
import {
  carrierType,
  freightRouteType,
  freightTypeType,
  postalCodeType,
  trackingEventType,
} from './freight.ts';
import { invoiceType, titleType } from './invoices.ts';
import * as lists from './lists.ts';
import { dimensionType, sectorType } from './lists.ts';
import { pastOrderType } from './pastOrders.ts';
import { productPriceType, productType, stockType } from './products.ts';
import type { AnyRecordType } from './recordType.ts';
import {
  couponType,
  priceRuleType,
  productLinkType,
  representativeType,
  suggestionMenuType,
  tintColorType,
  tintPriceType,
} from './sales.ts';
import { ticketMenuType, ticketOriginType, ticketReasonType, ticketTypeType } from './ticketCatalog.ts';

/** The standard types by key, in menu order. The server does not compile unless it has a mapping for each. */
export const standardTypes = {
  filiais: branchType,
  habilidades: lists.skillType,
  setores: sectorType,
  regioes: lists.regionType,
  representantes: representativeType,
  transportadoras: carrierType,
  cobrancas: paymentMethodType,
  'planos-pagamento': paymentPlanType,
  clientes: customerType,
  notas: invoiceType,
  titulos: titleType,
  'historico-pedidos': pastOrderType,
  'limites-credito': creditLimitType,
  'creditos-cliente': creditType,
  'restricoes-cliente': restrictionType,
  produtos: productType,
  'tabelas-preco': lists.priceTableType,
  precos: productPriceType,
  estoque: stockType,
  'modelos-produto': lists.productModelType,
  'origens-trafego': lists.trafficSourceType,
  concorrentes: lists.competitorType,
  atividades: lists.activityType,
  'como-conheceu': lists.leadSourceType,
  classificacoes: lists.classificationType,
  'tipos-contato': lists.contactTypeType,
  segmentos: lists.segmentType,
  dimensoes: dimensionType,
  'motivos-agenda': lists.agendaReasonType,
  'motivos-negociacao': lists.negotiationReasonType,
  'motivos-perda': lists.lossReasonType,
  'motivos-atendimento': lists.serviceReasonType,
  'condicionais-frete': lists.freightConditionType,
  'regras-preco': priceRuleType,
  'produtos-relacionados': productLinkType,
  'cores-tinta': tintColorType,
  'precos-tinta': tintPriceType,
  cupons: couponType,
  'menus-sugestoes': suggestionMenuType,
  'saldos-iniciais': accountOpeningType,
  'tipos-frete': freightTypeType,
  'rotas-frete': freightRouteType,
  'eventos-rastreio': trackingEventType,
  ceps: postalCodeType,
  'menus-ticket': ticketMenuType,
  'tipos-ticket': ticketTypeType,
  'motivos-ticket': ticketReasonType,
  'origens-ticket': ticketOriginType,
} as const;

export type StandardTypeKey = keyof typeof standardTypes;

export const STANDARD_TYPE_KEYS = Object.keys(standardTypes) as StandardTypeKey[];

export const standardType = (key: string): AnyRecordType | undefined =>
  Object.hasOwn(standardTypes, key) ? (standardTypes as Record<string, AnyRecordType>)[key] : undefined;

/** Whether the company made the type, and with that its title and its fields' titles. */
export const isOwnType = ({ chave }: { chave: string }): boolean => standardType(chave) === undefined;

/** Types that can be referred to but are not records here, because their own screens write them. */
export const REFERENCE_ONLY_TYPES = ['pessoas', 'tickets'] as const;
/** Whether a reference with this key leads to a standard type; any other one leads to a type of the company's own. */
export const isStandardReference = (key: string): boolean =>
  standardType(key) !== undefined || REFERENCE_ONLY_TYPES.some((one) => one === key);

export type ReferenceOnlyType = (typeof REFERENCE_ONLY_TYPES)[number];
