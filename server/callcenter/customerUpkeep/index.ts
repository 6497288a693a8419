import { and, asc, eq } from 'drizzle-orm';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import {
  SERVED_FLAGS,
  servedDays,
  servedFlags,
  settingsProblems,
} from '#contract/rules/customers/serviceForm.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { readMoment } from '#contract/rules/time/dayRange.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { activities, customerClassifications } from '../../db/tables/index.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { paginatorOf } from '../../paging/paging.ts';
import { type CustomerRow, carriersOfCustomer } from '../../sac/customers/queries.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { changeCustomer, lockCustomer } from '../customerCore/commands.ts';
import { writtenState } from '../customerPanel/queries.ts';
import { editEmail, editPhone } from './edits.ts';
import {
  accountBalanceOf,
  availableCreditOf,
  billersOf,
  creditsOf,
  limitsOf,
  restrictionsOf,
  unpaidTitles,
} from './finances.ts';

type Routes = typeof customerUpkeepRoutes;
type Named = typeof activities | typeof customerClassifications;

/** The name of an option if it can be chosen; `kept` stays valid even if it is no longer active. */
async function chosenName(db: Executor, table: Named, id: number, kept: number | null) {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  return row && (row.active || id === kept) ? row.name : null;
}

const nameOf = async (db: Executor, table: Named, id: number | null) =>
  id === null ? '' : ((await chosenName(db, table, id, id)) ?? '');

const classify = command(customerUpkeepRoutes.classify, async (tx, ctx, { params, body }) => {
  const row = await lockCustomer(tx, ctx, params.idCli, {
    versao: body.versao,
    state: (existing) => writtenState(existing, { ...ctx, db: tx }),
  });
  const classificationId = Number(body.classificacao);
  const name = await chosenName(tx, customerClassifications, classificationId, row.classificationId);
  if (name === null) throw invalid({ classificacao: 'Escolha uma das classificações.' });
  const classificationNote = plainTexts(body.obs ?? '').trim();
  await changeCustomer(tx, ctx, row.id, {
    set: { classificationId, classificationNote },
    text: `Classificado como ${name}`,
    before: { classificacao: row.classificationId, obs: row.classificationNote },
    after: { classificacao: classificationId, obs: classificationNote },
  });
  return { data: { id: row.id, message: 'Classificação atualizada com sucesso.' } };
});

const declassify = command(customerUpkeepRoutes.declassify, async (tx, ctx, { params }) => {
  const row = await lockCustomer(tx, ctx, params.idCli);
  if (row.classificationId !== null)
    await changeCustomer(tx, ctx, row.id, {
      set: { classificationId: null, classificationNote: '' },
      text: 'Classificação retirada',
      before: { classificacao: row.classificationId, obs: row.classificationNote },
      after: { classificacao: null, obs: '' },
    });
  return { data: { id: row.id, message: 'Classificação excluída com sucesso.' } };
});

/** A customer has one activity, so its row is identified by the customer's number. */
const changeActivity = command(customerUpkeepRoutes.changeActivity, async (tx, ctx, { params, body }) => {
  const row = await lockCustomer(tx, ctx, params.idCli);
  if (Number(body.id) !== row.id) throw notFound();
  const before = await nameOf(tx, activities, row.activityId);
  if ((Number(body.valoranterior) || null) !== row.activityId)
    throw conflict(
      `Outra pessoa já mudou a atividade para ${before || 'nenhuma'}. Confira antes de mudar de novo.`,
      { idAtividade: row.activityId, atividade: before },
    );
  const activityId = Number(body.valor);
  const name = await chosenName(tx, activities, activityId, row.activityId);
  if (name === null) throw invalid({ valor: 'Escolha uma das atividades.' });
  await changeCustomer(tx, ctx, row.id, {
    set: { activityId },
    text: `Atividade alterada para ${name}`,
    before: { atividade: before },
    after: { atividade: name },
  });
  return { data: { id: row.id, message: 'Atividade atualizada com sucesso.' } };
});

async function customerActivities(
  { params }: Input<Routes['activities']>,
  ctx: Context,
): Promise<Output<Routes['activities']>> {
  const row = await requireCustomer(ctx, params.idCli);
  const opcoes = await ctx.db
    .select({ id: activities.id, desc: activities.name })
    .from(activities)
    .where(and(eq(activities.active, true)))
    .orderBy(asc(activities.name));
  const item = {
    id: row.id,
    idAtividade: row.activityId,
    atividade: await nameOf(ctx.db, activities, row.activityId),
    permiteEditar: opcoes.length > 0 && allows(ctx.user.grants, 'CLIENTE_EDITAR'),
  };
  const itens = row.activityId === null && opcoes.length === 0 ? [] : [item];
  return { itens, paginator: paginatorOf({}, itens.length), opcoes };
}

type SaveSettings = typeof customerUpkeepRoutes.saveSettings;
type Settings = Input<SaveSettings>['body'];

const SAVED = 'Configurações de atendimento atualizadas com sucesso!';

const saveSettings = command(customerUpkeepRoutes.saveSettings, async (tx, ctx, { params, body }) => {
  const moment = body.dtProximoContatoCobranca ?? undefined;
  const errors = textsOf(settingsProblems(moment ? { dtProximoContatoCobranca: moment } : {}));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const row = await lockCustomer(tx, ctx, params.idCli, {
    versao: body.versao,
    state: (existing) => writtenState(existing, { ...ctx, db: tx }),
  });
  const set = columnsOf(body, row, await zoneOf(tx, ctx.user));
  await changeCustomer(tx, ctx, row.id, {
    set,
    text: 'Configurações de atendimento alteradas',
    before: auditedUpkeep(row),
    after: auditedUpkeep({ ...row, ...set }),
  });
  return { data: { id: row.id, message: SAVED } };
});

function columnsOf(body: Settings, row: CustomerRow, zone: string) {
  const moment = body.dtProximoContatoCobranca;
  const flags = { ...servedFlags(row.servedOn) };
  for (const flag of SERVED_FLAGS) flags[flag] = body[flag] ?? flags[flag];
  return {
    contactEvery: body.frequenciaAtendimento ?? row.contactEvery,
    doNotContact: body.naoContatar === undefined ? row.doNotContact : body.naoContatar === 1,
    nextCollectionAt: moment === undefined ? row.nextCollectionAt : moment ? readMoment(moment, zone) : null,
    servedOn: servedDays(flags),
  };
}

type Upkeep = Pick<CustomerRow, 'contactEvery' | 'doNotContact' | 'nextCollectionAt' | 'servedOn'>;
const auditedUpkeep = ({ contactEvery, doNotContact, nextCollectionAt, servedOn }: Upkeep) => ({
  frequenciaAtendimento: contactEvery,
  naoContatar: doNotContact,
  dtProximoContatoCobranca: nextCollectionAt?.toISOString() ?? null,
  diasAtendidos: servedOn,
});

const saveFlex = command(customerUpkeepRoutes.saveFlex, async (tx, ctx, { params, body }) => {
  const row = await lockCustomer(tx, ctx, params.idCli, {
    versao: body.versao,
    state: (existing) => writtenState(existing, { ...ctx, db: tx }),
  });
  if (compareDecimals(row.flex, body.flex) !== 0)
    await changeCustomer(tx, ctx, row.id, {
      set: { flex: body.flex },
      text: 'Flex alterado',
      before: { flex: row.flex },
      after: { flex: body.flex },
    });
  return { data: { id: row.id, message: 'Flex atualizado com sucesso.' } };
});

/** Reads something of a customer for users who may see that customer. */
const ofCustomer =
  <A>(read: (ctx: Context, idCli: number) => Promise<A>) =>
  async ({ params }: { params: { idCli: number } }, ctx: Context): Promise<A> => {
    await requireCustomer(ctx, params.idCli);
    return read(ctx, params.idCli);
  };

export const customerUpkeepImplementation = implement(customerUpkeepRoutes, {
  saveSettings,
  saveFlex,
  classify,
  declassify,
  editPhone,
  editEmail,
  changeActivity,
  activities: customerActivities,
  limits: ofCustomer(({ db }, id) => limitsOf(db, id)),
  credits: ofCustomer(({ db }, id) => creditsOf(db, id)),
  availableCredit: ofCustomer(async ({ db }, id) => ({ data: await availableCreditOf(db, id) })),
  restrictions: ofCustomer(({ db }, id) => restrictionsOf(db, id)),
  billers: ofCustomer(({ db }, id) => billersOf(db, id)),
  openTitles: ofCustomer((ctx, id) => unpaidTitles(ctx, id, 'ALL')),
  overdueTitles: ofCustomer((ctx, id) => unpaidTitles(ctx, id, 'OVERDUE')),
  accountBalance: ofCustomer(async ({ db }, id) => ({ data: await accountBalanceOf(db, id) })),
  carriers: ofCustomer(({ db }, id) => carriersOfCustomer(db, id)),
});
