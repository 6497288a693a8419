import { eq } from 'drizzle-orm';
import {
  CustomerToMerge,
  type customerMergeRoutes,
  MERGED_FIELDS,
  type MergedField,
} from '#contract/callcenter/customers/customerMerges.ts';
import type { Input, Output } from '#contract/route.ts';
import { addressText } from '#contract/rules/contact.ts';
import { customerMergeObstacle, proposedLead } from '#contract/rules/customers/customerMerge.ts';
import type { Context } from '../../context.ts';
import {
  activities,
  agendas,
  customerClassifications,
  customerContacts,
  leadSources,
  orders,
  priceTables,
  representatives,
  tickets,
} from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { type CustomerRow, leadingVisible, nameOf } from '../../sac/customers/queries.ts';
import { maskedPart } from '../../session/personalData.ts';
import { panelRow } from '../customerPanel/queries.ts';
import { differing } from './mergedColumns.ts';
import { mergedCustomer } from './sides.ts';

type Options = (typeof customerMergeRoutes)['options'];

export async function mergeOptions(
  { params, query }: Input<Options>,
  ctx: Context,
): Promise<Output<Options>> {
  const leading = await sideRow(params.idCli, ctx);
  const other = await sideRow(query.outro, ctx);
  const [side, otherSide] = [await mergedCustomer(ctx.db, leading), await mergedCustomer(ctx.db, other)];
  const found = customerMergeObstacle(side, otherSide);
  const [principal, outro] = [await shown(ctx, leading), await shown(ctx, other)];
  const diferem = asked(ctx, differing(leading, other), [principal, outro]);
  return {
    principal: { ...principal, diferem, impedimento: null },
    outro: { ...outro, diferem, impedimento: found?.message ?? null },
    proposto: proposedLead(leading, other).id,
  };
}

type Side = Omit<CustomerToMerge, 'diferem' | 'impedimento'>;

/**
 * The fields to choose from: those that differ, and for whoever sees masks every hidden one that both have, so that nobody reads from
 * the question whether two customers have the same number or address (docs/domain.md 13).
 */
function asked(
  { user }: Context,
  differ: readonly MergedField[],
  both: readonly [Side, Side],
): MergedField[] {
  const masks = both.map((side) => maskedPart(user, CustomerToMerge, side));
  const isHidden = (field: MergedField) =>
    both.every((side, at) => side[field] && masks[at]?.[field] !== side[field]);
  return MERGED_FIELDS.map(({ value }) => value).filter((field) => differ.includes(field) || isHidden(field));
}

/** Whoever was merged in the meantime is told of with the one that it led to. */
async function sideRow(id: number, ctx: Context): Promise<CustomerRow> {
  const lead = await leadingVisible(ctx.db, ctx.user, id);
  if (lead && lead.id !== id) throw refused('JA_UNIDO', `O cliente ${id} já foi unido ao ${lead.id}.`);
  return panelRow(id, ctx);
}

async function shown({ db }: Context, row: CustomerRow): Promise<Side> {
  const [representante, classificacao, tabelaPreco, atividade, comoConheceu] = await Promise.all([
    nameOf(db, representatives, row.representativeId),
    nameOf(db, customerClassifications, row.classificationId),
    nameOf(db, priceTables, row.priceTableId),
    nameOf(db, activities, row.activityId),
    nameOf(db, leadSources, row.leadSourceId),
  ]);
  const [contacts, quotes, open, planned] = await Promise.all([
    db.$count(customerContacts, eq(customerContacts.customerId, row.id)),
    db.$count(orders, eq(orders.customerId, row.id)),
    db.$count(tickets, eq(tickets.customerId, row.id)),
    db.$count(agendas, eq(agendas.customerId, row.id)),
  ]);
  return {
    id: row.id,
    versao: row.version,
    razaoSocial: row.legalName,
    nomeFantasia: row.tradeName,
    documento: row.document,
    email: row.email,
    telefone: row.phone,
    inscricaoEstadual: row.stateRegistration,
    nascimento: row.birthDate,
    endereco: addressText(row.address),
    enderecoEntrega: row.deliveryAddress ? addressText(row.deliveryAddress) : '',
    representante,
    classificacao,
    tabelaPreco,
    atividade,
    comoConheceu,
    contatos: contacts,
    orcamentos: quotes,
    tickets: open,
    agendas: planned,
  };
}
