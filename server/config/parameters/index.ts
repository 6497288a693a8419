import { asc, inArray } from 'drizzle-orm';
import { type Parameter, parameterRoutes, salesPlatformRoutes } from '#contract/config/parameters.ts';
import type { Output } from '#contract/route.ts';
import { type ParameterGroup, presentValue, sameValue } from '#contract/rules/parameters/parameterKind.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, parameters } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { branchScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import type { ParameterRow } from './kinds.ts';
import { serviceParameters, storedValue } from './queries.ts';
import { FIELD_SALES_PARAMETERS, PARAMETERS } from './rules.ts';
import { restoreParameter, seesEveryBranch, updateParameter } from './write.ts';

export const parameterImplementation = implement(parameterRoutes, {
  list: (_, ctx) => listParameters(ctx),
  titles: async () => parameterTitles(),
  update: command(parameterRoutes.update, updateParameter()),
  restore: command(parameterRoutes.restore, restoreParameter()),
});

const FIELD_SALES = 'Força de vendas';

export const salesPlatformImplementation = implement(salesPlatformRoutes, {
  fieldSales: async (_, { db, user }) => {
    const [branch] = user.branchIds.length === 1 ? user.branchIds : [];
    const all: Record<string, unknown> = await serviceParameters(db, branch);
    return Object.fromEntries(Object.keys(FIELD_SALES_PARAMETERS).map((key) => [key, all[key]]));
  },
  list: (_, ctx) => listParameters(ctx, FIELD_SALES),
  update: command(salesPlatformRoutes.update, updateParameter(FIELD_SALES)),
  restore: command(salesPlatformRoutes.restore, restoreParameter(FIELD_SALES)),
});

/** All parameters, or those of one group, with their stored values. */
async function listParameters(
  { db, user }: Context,
  group?: ParameterGroup,
): Promise<Output<typeof parameterRoutes.list>> {
  const [stored, filiais] = await Promise.all([storedRows(db), ownBranches(db, user)]);
  const rows = Object.entries<ParameterRow>(PARAMETERS).filter(
    ([, { grupo }]) => group === undefined || grupo === group,
  );
  const itens = rows.map(([key, row]) =>
    shown(
      key,
      row,
      stored.filter((each) => each.area === row.area && each.key === key),
      filiais,
    ),
  );
  return { itens, filiais, podeTodas: seesEveryBranch(user) };
}

/** Only those in the table, since values stored under other keys have no title. */
const parameterTitles = (): Output<typeof parameterRoutes.titles> =>
  Object.entries<ParameterRow>(PARAMETERS).map(([chave, { titulo, grupo, tipo, unidade }]) => ({
    chave,
    titulo,
    grupo,
    tipo,
    unidade: unidade ?? '',
  }));

const storedRows = (db: Executor) =>
  db
    .select({
      area: parameters.area,
      key: parameters.key,
      branchId: parameters.branchId,
      value: storedValue,
      updatedAt: parameters.updatedAt,
      version: parameters.version,
    })
    .from(parameters)
    .where(inArray(parameters.key, Object.keys(PARAMETERS)));

const ownBranches = (db: Executor, user: User) =>
  db
    .select({ id: branches.id, nome: branches.tradeName })
    .from(branches)
    .where(branchScope(user))
    .orderBy(asc(branches.id));

type Stored = Awaited<ReturnType<typeof storedRows>>[number];
type Branch = { id: number; nome: string };

function shown(
  chave: string,
  { read: _, ...row }: ParameterRow,
  stored: readonly Stored[],
  known: readonly Branch[],
): Parameter {
  const common = stored.find(({ branchId }) => branchId === 0);
  const valor = common ? presentValue(row.tipo, common.value) : row.padrao;
  const alterado = !sameValue(valor, row.padrao);
  return {
    ...row,
    chave,
    unidade: row.unidade ?? '',
    semValor: row.semValor ?? '',
    porFilial: row.porFilial === true,
    publico: row.publico === true,
    recarga: row.recarga === true,
    valor,
    alterado,
    alteradoEm: alterado ? (common?.updatedAt.toISOString() ?? null) : null,
    filiais: known.flatMap((filial) => {
      const own = stored.find(({ branchId }) => branchId === filial.id);
      return own ? [{ filial, valor: presentValue(row.tipo, own.value) }] : [];
    }),
    versao: common?.version ?? 0,
  };
}
