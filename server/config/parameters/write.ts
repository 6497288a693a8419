import * as Type from '@sinclair/typebox';
import { and, eq, sql } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import { Parameter, type parameterRoutes } from '#contract/config/parameters.ts';
import type { Input, Output } from '#contract/route.ts';
import type { ParameterGroup } from '#contract/rules/parameters/parameterKind.ts';
import { parameterProblem, presentValue } from '#contract/rules/parameters/parameterKind.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { branches, parameters } from '../../db/tables/index.ts';
import { invalid, notFound, Refusal, shownBy } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import type { ParameterArea, ParameterRow } from './kinds.ts';
import { storedValue } from './queries.ts';
import { PARAMETERS } from './rules.ts';

type Update = typeof parameterRoutes.update;
type Restore = typeof parameterRoutes.restore;

/** `group`: parameters of other groups are treated as unknown. */
export const updateParameter =
  (group?: ParameterGroup) =>
  (tx: Tx, ctx: Context, { params, body }: Input<Update>): Promise<Output<Update>> =>
    change(tx, ctx, { ...params, ...body, group }, (row) => {
      const value = plainTexts(body.valor);
      const problem = parameterProblem(row.tipo, value);
      if (problem) throw invalid({ valor: problem });
      return presentValue(row.tipo, value);
    });

export const restoreParameter =
  (group?: ParameterGroup) =>
  (tx: Tx, ctx: Context, { params, body }: Input<Restore>): Promise<Output<Restore>> =>
    change(tx, ctx, { ...params, ...body, group }, (row) => (body.idFil === null ? row.padrao : FOLLOWS));

/** Marks a branch that has no value of its own. */
const FOLLOWS = Symbol('follows the others');

interface Which {
  area: ParameterArea;
  chave: string;
  idFil: number | null;
  versao: number;
  group?: ParameterGroup | undefined;
}

/** What a conflict shows of a parameter: the value of the branch that was to be changed. */
const ParameterState = Type.Pick(Parameter, ['valor']);

async function change(tx: Tx, ctx: Context, which: Which, next: (row: ParameterRow) => unknown) {
  const row = rowOf(which);
  const branch = await writtenBranch(tx, ctx.user, row, which.idFil);
  const value = next(row);
  const version = await lockParameter(tx, which, row);
  const at = (branchId: number) => ofBranch(which, branchId);
  const [before] = await tx.select({ value: storedValue }).from(parameters).where(at(branch.id));
  await requireVersion(tx, which.versao, {
    entity: 'parameters',
    entityId: which.chave,
    version,
    name: 'este parâmetro',
    state: async () => shownBy(ParameterState, { valor: presentValue(row.tipo, before?.value ?? null) }),
  });
  if (value === FOLLOWS) await tx.delete(parameters).where(at(branch.id));
  else await store(tx, ctx, which, row, branch.id, value);
  await tx
    .update(parameters)
    .set({ version: version + 1 })
    .where(at(0));
  const auditedValue = (stored: unknown) => ({ filial: branch.nome, valor: stored ?? null });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'parameters',
    entityId: which.chave,
    before: auditedValue(before?.value),
    after: auditedValue(value === FOLLOWS ? undefined : value),
  });
  return { data: { message: message(row, value === FOLLOWS) } };
}

const message = ({ titulo, recarga }: ParameterRow, follows: boolean) =>
  `${titulo}: ${follows ? 'a filial segue as outras de novo' : 'valor salvo'}. ${
    recarga ? 'Quem está com o console aberto vê ao recarregar a página.' : 'Já vale a partir de agora.'
  }`;

function rowOf({ area, chave, group }: Which): ParameterRow {
  const row = Object.hasOwn(PARAMETERS, chave) ? PARAMETERS[chave as keyof typeof PARAMETERS] : undefined;
  if (row?.area !== area || (group && row.grupo !== group)) throw notFound();
  return row;
}

/** The row for all branches carries the version for every one of them, so it is created before versions are compared. */
async function lockParameter(tx: Tx, which: Which, row: ParameterRow): Promise<number> {
  const { area, chave: key } = which;
  await tx
    .insert(parameters)
    .values({ ...described(row), area, key, value: json(row.padrao), version: 0 })
    .onConflictDoNothing();
  const [locked] = await tx
    .select({ version: parameters.version })
    .from(parameters)
    .where(ofBranch(which, 0))
    .for('update');
  return locked?.version ?? 0;
}

const ofBranch = ({ area, chave }: Which, branchId: number) =>
  and(eq(parameters.area, area), eq(parameters.key, chave), eq(parameters.branchId, branchId));

async function store(
  tx: Tx,
  { now }: Context,
  { area, chave: key }: Which,
  row: ParameterRow,
  branchId: number,
  value: unknown,
) {
  const set = { value: json(value), updatedAt: now() };
  await tx
    .insert(parameters)
    .values({ ...described(row), area, key, branchId, ...set })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set });
}

const described = ({ titulo, publico }: ParameterRow) => ({ description: titulo, public: publico === true });

/** A JSON null, since the column would treat a database null as a missing value. */
const json = (value: unknown) => (value === null ? sql`'null'::jsonb` : value);

/** Only users who see every branch may set the value for all branches. */
export const seesEveryBranch = ({ type }: Pick<User, 'type'>): boolean =>
  personType.find(({ value }) => value === type)?.scope === 'TODAS_FILIAIS';

/** The branch that a write concerns, 0 for all; refuses what the parameter or the user's scope forbids. */
async function writtenBranch(
  db: Executor,
  user: User,
  { porFilial }: ParameterRow,
  idFil: number | null,
): Promise<{ id: number; nome: string }> {
  if (idFil === null) {
    if (seesEveryBranch(user)) return { id: 0, nome: 'todas as filiais' };
    throw new Refusal(
      403,
      'FORA_DO_ALCANCE',
      'Só quem vê todas as filiais muda o valor que vale para todas. Mude o da sua filial.',
    );
  }
  if (!porFilial) throw invalid({ idFil: 'Este parâmetro é um só para todas as filiais.' });
  const [branch] = await db
    .select({ id: branches.id, nome: branches.tradeName })
    .from(branches)
    .where(and(eq(branches.id, idFil), branchScope(user)));
  if (!branch) throw invalid({ idFil: 'Filial não encontrada.' });
  return branch;
}
