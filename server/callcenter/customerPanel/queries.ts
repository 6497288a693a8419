import { and, ne, sql } from 'drizzle-orm';
import { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { allows } from '#contract/permissions.ts';
import { addressText } from '#contract/rules/contact.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import type { Context, Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  activities,
  customerClassifications,
  leadSources,
  orders,
  priceTables,
  regions,
  representatives,
} from '../../db/tables/index.ts';
import { notFound, ShownRecord } from '../../errors.ts';
import {
  branchesOfCustomers,
  type CustomerRow,
  leadingVisible,
  nameOf,
  noteOf,
  visibleCustomer,
} from '../../sac/customers/queries.ts';
import { badgesFor } from '../../sac/customers/rules.ts';
import { refusedAddresses } from '../../sac/mailAddresses/queries.ts';
import { isConsumer, orderScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { mergedRegistrations } from '../customerMerges/queries.ts';
import { ordersOfCustomer } from './latestOrders.ts';
import { panelCounts } from './panelCounts.ts';

/** A customer within the user's scope. Never for an end consumer, since the panel shows the company's own data. */
export async function panelRow(id: number, { db, user }: Pick<Context, 'db' | 'user'>): Promise<CustomerRow> {
  const row = isConsumer(user) ? undefined : await visibleCustomer(db, user, id);
  if (!row) throw notFound();
  return row;
}

/** The header, and the rest as far as the user may see it. */
export async function panelCustomer(given: number, ctx: Context): Promise<PanelCustomer> {
  const row = isConsumer(ctx.user) ? undefined : await leadingVisible(ctx.db, ctx.user, given);
  if (!row) throw notFound();
  const { id } = row;
  const { grants } = ctx.user;
  const [counts, representative, registration, settings, refused, merged] = await Promise.all([
    panelCounts(id, ctx),
    nameOf(ctx.db, representatives, row.representativeId),
    allows(grants, 'CLIENTE_DADOS_CADASTRAIS') ? registrationOf(row, ctx) : {},
    allows(grants, 'CLIENTE_FREQUENCIA') ? settingsOf(row, ctx) : {},
    allows(grants, 'CLIENTE_EMAILS') ? refusedAddresses(ctx.db, row) : [],
    mergedRegistrations(ctx, id),
  ]);
  return {
    id: row.id,
    versao: row.version,
    cnpj: row.document,
    razSoc: row.legalName,
    fant: row.tradeName,
    telefone: row.phone,
    email: row.email,
    cid: row.address.cidade ?? '',
    uf: row.address.uf ?? '',
    legendas: badgesFor(ctx.user, row, localDate(ctx.now(), DEFAULT_TIME_ZONE)),
    motivoBloqueio: row.blocked ? row.blockReason || 'Bloqueio Definitivo' : null,
    prospect: row.prospect,
    simulacao: row.simulation,
    naoContatar: flag(row.doNotContact),
    emailsRecusados: refused,
    representante: named(row.representativeId, representative),
    contadores: counts,
    ...(merged.length > 0 && { unidos: merged }),
    ...registration,
    ...(allows(grants, 'CLIENTE_LOGISTICA') && { obsLogistica: row.logisticsNote }),
    ...settings,
  };
}

/** The fields written by the customer's forms, as the panel shows them. */
export async function writtenState(row: CustomerRow, ctx: Reading<'db' | 'user'>): Promise<ShownRecord> {
  const { classificacao } = await namesOf(ctx.db, row);
  const written = {
    versao: row.version,
    naoContatar: flag(row.doNotContact),
    flex: row.flex,
    classificacao: row.classificationId === null ? null : { id: row.classificationId, desc: classificacao },
    classificacaoObs: row.classificationNote,
    ...(await settingsOf(row, ctx)),
  };
  return new ShownRecord(written, PanelCustomer);
}

async function registrationOf(row: CustomerRow, ctx: Context): Promise<Partial<PanelCustomer>> {
  const { db, user } = ctx;
  const [total, branches, region, names] = await Promise.all([
    monthTotal(row.id, ctx),
    branchesOfCustomers(db, user, [row.id]),
    nameOf(db, regions, row.regionId),
    namesOf(db, row),
  ]);
  const { classificacao, ...others } = names;
  return {
    inscEst: row.stateRegistration,
    ...addressOf(row),
    categoria: row.category,
    prazMedMax: row.maxMeanTerm,
    dtUltComp: row.lastPurchaseOn,
    vlTotPedidosMes: total,
    classeVenda: row.salesClass,
    dtCad: row.createdAt.toISOString(),
    rede: row.network,
    classificacao: row.classificationId === null ? null : { id: row.classificationId, desc: classificacao },
    classificacaoObs: row.classificationNote,
    utm_source: row.utm.source ?? '',
    utm_medium: row.utm.medium ?? '',
    utm_campaign: row.utm.campaign ?? '',
    dtNascimento: row.birthDate,
    regiao: named(row.regionId, region),
    filiais: branches.get(row.id) ?? [],
    observacoes: noteOf(row.registration),
    ...others,
  };
}

async function namesOf(db: Executor, row: CustomerRow) {
  const [atividade, comoConheceu, tabelaPreco, classificacao] = await Promise.all([
    nameOf(db, activities, row.activityId),
    nameOf(db, leadSources, row.leadSourceId),
    nameOf(db, priceTables, row.priceTableId),
    nameOf(db, customerClassifications, row.classificationId),
  ]);
  return { atividade, comoConheceu, tabelaPreco, classificacao };
}

const addressOf = ({ address, deliveryAddress }: CustomerRow) => ({
  end: address.logradouro ?? '',
  num: address.numero ?? '',
  compl: address.complemento ?? '',
  bair: address.bairro ?? '',
  cep: address.cep ?? '',
  enderecoEntrega: deliveryAddress ? addressText(deliveryAddress) : '',
});

async function settingsOf(row: CustomerRow, { db, user }: Reading<'db' | 'user'>) {
  const zone = await zoneOf(db, user);
  const next = row.nextCollectionAt;
  const served = (day: number) => flag(row.servedOn.includes(day));
  return {
    frequenciaAtendimento: row.contactEvery,
    dtProximoContatoCobranca: next && `${localDate(next, zone)} ${localTime(next, zone)}:00`,
    atendidoDomingo: served(0),
    atendidoSegunda: served(1),
    atendidoTerca: served(2),
    atendidoQuarta: served(3),
    atendidoQuinta: served(4),
    atendidoSexta: served(5),
    atendidoSabado: served(6),
  };
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
const named = (id: number | null, nome: string) => (id === null || !nome ? null : { id, nome });

/** The total a customer ordered in the current month of the user's time zone, excluding cancelled orders. */
async function monthTotal(id: number, { db, user, now }: Context): Promise<Decimal> {
  const zone = await zoneOf(db, user);
  const monthStart = `${localDate(now(), zone).slice(0, 7)}-01`;
  const [row] = await db
    .select({ total: sql<Decimal>`coalesce(sum(${orders.total}), 0)::text` })
    .from(orders)
    .where(
      and(
        ordersOfCustomer(id),
        orderScope(user),
        ne(orders.status, 'CANCELADO'),
        sql`coalesce(${orders.orderedAt}, ${orders.createdAt}) >= ${monthStart}::timestamp at time zone ${zone}`,
      ),
    );
  return row?.total ?? '0';
}
