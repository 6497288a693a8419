import * as Type from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { Strict } from '#contract/route.ts';
import { parameterText, presentValue, sameValue } from '#contract/rules/parameters/parameterKind.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { parameters } from '../../../db/tables/index.ts';
import { restoreParameter, updateParameter } from '../../parameters/commands.ts';
import { storedValue } from '../../parameters/queries.ts';
import { PARAMETERS, type ParameterRow } from '../../parameters/rules.ts';
import type { Content } from '../rules.ts';
import type { PartRules, StandingPart } from './part.ts';

interface ParameterContent {
  chave: string;
  valor: unknown;
}
const asParameter = (content: Content) => content as unknown as ParameterContent;

const rowOf = (key: string): ParameterRow | undefined =>
  Object.hasOwn(PARAMETERS, key) ? PARAMETERS[key as keyof typeof PARAMETERS] : undefined;

/** The general values; those of branches stay, since branches are each installation's own. */
async function standing(db: Executor, _: User): Promise<StandingPart[]> {
  const stored = await db
    .select({
      area: parameters.area,
      key: parameters.key,
      value: storedValue,
      version: parameters.version,
    })
    .from(parameters)
    .where(eq(parameters.branchId, 0));
  return Object.entries<ParameterRow>(PARAMETERS).map(([key, { area, titulo, padrao, fica, tipo }]) => {
    const row = stored.find((one) => one.key === key && one.area === area);
    const valor = row ? presentValue(tipo, row.value) : padrao;
    const content: ParameterContent = { chave: key, valor };
    return {
      ...{ key, title: titulo, id: 0, version: row?.version ?? 0, stays: fica ?? null },
      content: content as unknown as Content,
    };
  });
}

async function write(
  tx: Tx,
  ctx: Context,
  { conteudo }: { conteudo: Content },
  { standing: before }: { standing: StandingPart | null },
): Promise<void> {
  const { chave, valor: sent } = asParameter(conteudo);
  const row = rowOf(chave);
  if (!row) throw new Error(`no parameter ${chave}`);
  const valor = presentValue(row.tipo, sent);
  const params = { area: row.area, chave };
  const which = { idFil: null, versao: before?.version ?? 0 };
  // What has no value by default can only be given one, or go back.
  if (sameValue(valor, row.padrao)) await restoreParameter()(tx, ctx, { params, body: which });
  else await updateParameter()(tx, ctx, { params, body: { ...which, valor } });
}

/** Parameters of the company, without those that say who it is. */
export const parameterParts: PartRules = {
  kind: 'parameters',
  schema: Strict({
    chave: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$' }),
    valor: Type.Unknown(),
  }),
  keyOf: (content) => asParameter(content).chave,
  titleOf: (content) => rowOf(asParameter(content).chave)?.titulo ?? asParameter(content).chave,
  standing,
  refusal(content) {
    const row = rowOf(asParameter(content).chave);
    if (!row) return 'Esta versão do console não tem este parâmetro.';
    return row.fica ? `Não vai em pacotes. ${row.fica}` : null;
  },
  changes(before, after) {
    const { chave, valor: sent } = asParameter(after);
    const row = rowOf(chave);
    if (!row || !before) return [];
    const valor = presentValue(row.tipo, sent);
    const text = (value: unknown) =>
      value === null ? (row.semValor ?? 'sem valor') : parameterText(row.tipo, value, row.unidade);
    const old = asParameter(before).valor;
    if (sameValue(old, valor)) return [];
    return [{ pointer: '/valor', sentence: `De ${text(old)} para ${text(valor)}` }];
  },
  write,
  // Every installation has all of them.
  remove: async () => undefined,
};
