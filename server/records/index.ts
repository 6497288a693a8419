import { sql } from 'drizzle-orm';
import { customerField, customRecordType, ticketField } from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import { type AnyRecordType, type RecordPermissions, sentenceOf } from '#contract/records/recordType.ts';
import { ownTypeRoutes } from '#contract/records/routes/ownTypes.ts';
import { recordRoutes } from '#contract/records/routes/records.ts';
import type { Input, Output } from '#contract/route.ts';
import { validatorAddress } from '../config/forms/rules.ts';
import type { Context, User } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { invalid } from '../errors.ts';
import { implement } from '../implement.ts';
import { COUNT_CAP, countOf } from '../paging/paging.ts';
import { command } from '../writing/command.ts';
import { mayRecords, requireRecords, seesAllOf } from './access.ts';
import { customDefinitions, customTypes, mappedType } from './custom/queries.ts';
import { fieldOwners } from './fieldOwners.ts';
import type { MappedType } from './mapping.ts';
import { exportRecords } from './read/exportRecords.ts';
import { listRecords, shownRow } from './read/listRecords.ts';
import { recordColumnsIn } from './read/recordGroupings.ts';
import { recordListSums } from './read/recordSums.ts';
import { mappedTypes } from './registry.ts';
import type { RowResult } from './write/pendingRow.ts';
import { lockedRecord, oneRecord, removeRecord } from './write/removeRecord.ts';
import { type SaveOptions, saveRecords } from './write/saveRecords.ts';

/** What the menu and the search need of the company's own types. */
export const ownTypeImplementation = implement(ownTypeRoutes, { list: ownTypes });

/** The calls for all record types: their input and output are determined by the type named in the path. */
export const recordImplementation = implement(recordRoutes, {
  types: recordTypes,
  type: recordType,
  list: listRecords,
  sums: recordListSums,
  exportFile: exportRecords,
  async get({ params }, ctx) {
    const mapped = await typeFor('ler')(ctx, { params });
    return { data: await shownRow(ctx, mapped, await oneRecord(ctx.db, ctx, mapped, params.id)) };
  },
  create: command(recordRoutes.create, {
    prepare: typeFor('criar'),
    work: async (tx, ctx, { body }, mapped) =>
      saved(mapped, await saveOne(tx, ctx, mapped, { dados: body.dados }, { mode: 'criar' })),
  }),
  update: command(recordRoutes.update, {
    prepare: typeFor('alterar'),
    async work(tx, ctx, { params, body }, mapped) {
      const { id } = await lockedRecord(tx, ctx, mapped, params.id, body.versao);
      return saved(mapped, await saveOne(tx, ctx, mapped, { id, dados: body.dados }, { mode: 'alterar' }));
    },
  }),
  updateMany: command(recordRoutes.updateMany, {
    prepare: typeFor('alterar'),
    async work(tx, ctx, { body }, mapped) {
      const rows = body.ids.map((id) => ({ id, dados: body.dados }));
      const results = await saveRecords(tx, ctx, mapped, rows, { mode: 'alterar' });
      return {
        linhas: results.map(({ resultado, erros }, index) => ({
          id: body.ids[index] ?? 0,
          resultado,
          ...(erros && { erros }),
        })),
      };
    },
  }),
  remove: removeRecord,
});

/** The type that the path names, if the person may do this with its records. */
function typeFor(verb: keyof RecordPermissions) {
  return async (ctx: Context, { params }: { params: { chave: string } }): Promise<MappedType> => {
    const mapped = await mappedType(ctx.db, params.chave);
    requireRecords(ctx.user, mapped.type, verb);
    return mapped;
  };
}

/** The types that the person may read, each with its number of records. */
async function recordTypes(_: unknown, ctx: Context): Promise<Output<typeof recordRoutes.types>> {
  const all = [...STANDARD_TYPE_KEYS.map((key) => mappedTypes[key]), ...(await customTypes(ctx.db))];
  const readable = all.filter(({ type }) => mayRecords(ctx.user, type, 'ler'));
  const itens = [];
  for (const { type, mapping } of readable) {
    const where = mapping.scope?.(ctx.user) ?? sql`true`;
    const limited = sql`(select ${mapping.table.id} from ${mapping.table} where ${where} limit ${COUNT_CAP})`;
    itens.push({ ...summary(type, ctx.user), total: await countOf(ctx.db, limited) });
  }
  return { itens };
}

async function ownTypes(_: unknown, ctx: Context): Promise<Output<typeof ownTypeRoutes.list>> {
  const found = await customDefinitions(ctx.db);
  const itens = found.flatMap(({ content }) => {
    const type = customRecordType(content);
    if (!mayRecords(ctx.user, type, 'ler')) return [];
    const { campos, noPainelDoCliente, noTicket } = content;
    const cliente = customerField(campos) ?? null;
    return [
      {
        ...summary(type, ctx.user),
        noPainelDoCliente: noPainelDoCliente ? cliente : null,
        noTicket: noTicket ? { ticket: ticketField(campos) ?? null, cliente } : null,
      },
    ];
  });
  return { itens };
}

async function recordType(
  { params }: Input<typeof recordRoutes.type>,
  ctx: Context,
): Promise<Output<typeof recordRoutes.type>> {
  const mapped = await typeFor('ler')(ctx, { params });
  const { type } = mapped;
  const owners = await fieldOwners(ctx.db, mapped);
  const form = formOf(type);
  const { colunas, ordem, ordenaveis, filtros = [] } = type.lista;
  return {
    data: {
      ...summary(type, ctx.user),
      codigo: [...type.codigo],
      nome: type.nome,
      busca: [...type.busca],
      situacao: type.situacao ?? null,
      veTodos: seesAllOf(ctx.user, mapped),
      campos: Object.fromEntries(
        Object.entries(type.campos).map(([key, field]) => [
          key,
          { ...field, ...(owners.has(key) && { origem: owners.get(key) }) },
        ]),
      ),
      lista: {
        colunas: [...colunas],
        ordem,
        ordenaveis: [...ordenaveis],
        filtros: [...filtros],
        ...recordColumnsIn(mapped, ctx.user),
      },
      formulario: { ...form, validador: await validatorAddress(ctx.db, form.schema) },
    },
  };
}

/** One schema object per type, because validators are cached by schema. */
const forms = new WeakMap<AnyRecordType, { schema: Record<string, unknown>; ui: Record<string, unknown> }>();
function formOf(type: AnyRecordType) {
  const cachedForm = forms.get(type);
  if (cachedForm) return cachedForm;
  const { schema, ui } = recordForm(type);
  const form = { schema: { ...schema }, ui: { ...ui } };
  forms.set(type, form);
  return form;
}

const summary = (type: AnyRecordType, user: User) => ({
  chave: type.chave,
  titulo: { ...type.titulo },
  icone: type.icone,
  grupo: type.grupo,
  descricao: type.descricao,
  pode: {
    criar: mayRecords(user, type, 'criar'),
    alterar: mayRecords(user, type, 'alterar'),
    excluir: mayRecords(user, type, 'excluir'),
    importar: mayRecords(user, type, 'importar'),
  },
});

/** Saves one row from a form: if it is refused, the call fails with a text for each field. */
async function saveOne(
  tx: Tx,
  ctx: Context,
  mapped: MappedType,
  row: Parameters<typeof saveRecords>[3][number],
  options: SaveOptions,
): Promise<RowResult> {
  const [result] = await saveRecords(tx, ctx, mapped, [row], options);
  if (!result) throw new Error('no result for the row');
  if (result.resultado !== 'recusado') return result;
  const { '': whole, ...fields } = result.erros ?? {};
  throw invalid(fields, whole);
}

const DONE: Readonly<Record<RowResult['resultado'], string>> = {
  criado: 'criado.',
  mudado: 'salvo.',
  igual: 'salvo.',
  recusado: 'recusado.',
};

const saved = ({ type }: MappedType, { id, resultado }: RowResult) => ({
  data: { ...(id !== undefined && { id }), resultado, message: sentenceOf(type, DONE[resultado]) },
});
