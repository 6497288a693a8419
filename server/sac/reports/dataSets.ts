import {
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  customRecordType,
  inUse,
} from '#contract/records/customType.ts';
import { nameKind, personalKind } from '#contract/records/fields/personalFields.ts';
import { standardType, standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { Output } from '#contract/route.ts';
import type { ExtraField } from '#contract/rules/fields/fieldSchema.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import { type ColumnType, OWN_DATA_SET } from '#contract/rules/reports/report.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { publishedWith } from '../../config/definitions/queries.ts';
import type { Arriving } from '../../config/definitions/rules.ts';
import { extraFieldsWith } from '../../config/fields/queries.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { mayRecords } from '../../records/access.ts';
import { customTarget } from '../../records/custom/customScope.ts';
import { ADDED_FIELD, ADDED_TO, DATA_SETS, type DataSet, type DataSetField } from './dataSetFields.ts';

/** The views that SQL can use in schema relatorio. */
export const VIEWS: ReadonlySet<string> = new Set(Object.keys(DATA_SETS));

/** The data sets that the person's declarative queries may use, for the studio. */
export async function dataSets({ db, user }: Context): Promise<Output<typeof reportDeskRoutes.dataSets>> {
  const sets = await allDataSets(db, user);
  return Object.entries(sets).map(([nome, { titulo, descricao, campos }]) => ({
    nome,
    titulo,
    descricao,
    campos: Object.entries(campos).map(([name, { titulo, tipo }]) => ({ nome: name, titulo, tipo })),
  }));
}

export type DataSets = Readonly<Record<string, DataSet>>;

/** All current data sets: the fixed ones, and one for each of the company's own types that the person may read. */
export async function allDataSets(db: Executor, user: User | null, arriving?: Arriving): Promise<DataSets> {
  const types = await readableDefinitions(db, user, arriving);
  const all = await definitionsWith(db, arriving);
  const referred = new Map(all.map((content) => [content.chave, marksOf(content)]));
  return {
    ...DATA_SETS,
    ...(await withAdded(db, arriving)),
    ...Object.fromEntries(types.map((type) => [dataSetName(type.chave), ownDataSet(type, referred)])),
  };
}

/** The sets of customers and tickets with the fields that administrators added to these. */
async function withAdded(db: Executor, arriving?: Arriving): Promise<DataSets> {
  const sets: Record<string, DataSet> = {};
  for (const [name, entity] of Object.entries(ADDED_TO)) {
    const set = DATA_SETS[name];
    const definition = await extraFieldsWith(db, entity, arriving);
    if (!set || !definition) continue;
    // An archived field keeps its values, and the reports on them.
    const added = definition.campos.map(
      (each) => [`${ADDED_FIELD}${columnName(each.chave)}`, addedField(each)] as const,
    );
    sets[name] = {
      ...set,
      campos: {
        ...set.campos,
        ...Object.fromEntries(added.map(([column, { sql: _, ...field }]) => [column, field])),
      },
      added: Object.fromEntries(added.map(([column, { sql }]) => [column, sql])),
    };
  }
  return sets;
}

function addedField(each: ExtraField): OwnField {
  const { chave, tipo, pessoal, cadastro, origem } = each;
  const text = storedText(chave);
  const titulo = each.arquivado ? `${each.titulo} (arquivado)` : each.titulo;
  const kind = KINDS[tipo as CustomField['tipo']];
  const made = origem
    ? field('TEXTO', titulo, `coalesce(r.campos -> '${chave}' ->> 'rotulo', ${text})`)
    : tipo === 'CHECKBOX'
      ? field('LOGICO', titulo, isTrue(text))
      : tipo === 'MULTISELECT' || cadastro === null
        ? field('TEXTO', titulo, `translate(${text}, '[]"', '')`)
        : field(kind?.[0] ?? 'TEXTO', titulo, kind?.[1](text) ?? text);
  const mark = personalKind({ tipo: tipo as CustomField['tipo'], ...(pessoal && { pessoal }) });
  return { ...made, ...(mark && { pessoal: mark }) };
}

/**
 * The keys of the types whose rows a run may show: the company's own types, and those standard types, shown by code and name,
 * that the person may read or that one of the own types references. Permission to read a record includes reading what it
 * references.
 */
export async function readableTypes(db: Executor, user: User): Promise<string[]> {
  const own = await readableDefinitions(db, user);
  const named = own.flatMap(({ campos }) => inUse(campos).flatMap(({ referencia }) => referencia ?? []));
  const standard = Object.values<AnyRecordType>(standardTypes as never).filter(
    (type) => named.includes(type.chave) || mayRecords(user, type, 'ler'),
  );
  return [...own, ...standard].map(({ chave }) => chave);
}

async function readableDefinitions(
  db: Executor,
  user: User | null,
  arriving?: Arriving,
): Promise<CustomTypeDefinition[]> {
  const found = await definitionsWith(db, arriving);
  return found.filter((content) => !user || mayRecords(user, customRecordType(content), 'ler'));
}

/** The published types as they would be with those that are published together with the report. */
async function definitionsWith(db: Executor, arriving?: Arriving): Promise<CustomTypeDefinition[]> {
  const types = [...(await publishedWith<CustomTypeDefinition>(db, 'records', arriving)).values()];
  return types.sort((a, b) => a.titulo.muitos.localeCompare(b.titulo.muitos, 'pt-BR'));
}

/** Keys contain hyphens but no underscores, so two keys never give the same name. */
const dataSetName = (key: string): string => `${OWN_DATA_SET}${key.replaceAll('-', '_')}`;

/** 'renovaSozinho' becomes renova_sozinho. */
const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface OwnField extends DataSetField {
  /** The expression that reads it, on `registros_proprios r`. */
  sql: string;
}

const field = (tipo: ColumnType, titulo: string, sql: string): OwnField => ({ tipo, titulo, sql });

/**
 * A type as a data set: its fields by title, plus those that every record has. Lists and confidential fields are left out.
 */
function ownDataSet(type: CustomTypeDefinition, referred: ReadonlyMap<string, Referred>): DataSet {
  const fields: Record<string, OwnField> = {
    registro_id: field('INTEIRO', 'Código interno', 'r.registro_id'),
    registro_arquivado: field('LOGICO', 'Arquivado', 'r.arquivado'),
    registro_criado_em: field('DATAHORA', 'Criado em', 'r.criado_em'),
    registro_atualizado_em: field('DATAHORA', 'Atualizado em', 'r.atualizado_em'),
  };
  const owner = customerField(type.campos);
  for (const one of inUse(type.campos))
    if (!one.sigiloso)
      for (const [name, made] of columnsOf(one, one.chave === owner))
        if (!(name in fields)) fields[name] = { ...made, ...personalPart(one, name, referred) };
  return {
    titulo: upperFirst(type.titulo.muitos),
    descricao: type.descricao,
    campos: Object.fromEntries(Object.entries(fields).map(([name, { sql: _, ...field }]) => [name, field])),
    own: {
      type: type.chave,
      sql: Object.fromEntries(Object.entries(fields).map(([name, { sql }]) => [name, sql])),
    },
  };
}

type Referred = NonNullable<CustomField['referidos']>;

/** What is personal in the code and the name of a type's records. */
function marksOf(definition: CustomTypeDefinition): Referred {
  const { field, nameKind } = customTarget(definition);
  return { codigo: personalKind(field), nome: nameKind };
}

/** A reference is shown by the code and the name of its record, and by an internal number, which says nothing. */
function personalPart(
  field: CustomField,
  name: string,
  referred: ReadonlyMap<string, Referred>,
): { pessoal?: PersonalKind } {
  const referidos = referred.get(field.referencia ?? '');
  const marked = { ...field, ...(referidos && { referidos }) };
  const isReference = field.tipo === 'REFERENCIA';
  if (isReference && name === `${columnName(field.chave)}_id`) return {};
  const pessoal = isReference && name === columnName(field.chave) ? nameKind(marked) : personalKind(marked);
  return pessoal ? { pessoal } : {};
}

/** A value as text. The key is validated again, because it becomes part of a query. */
function storedText(chave: string): string {
  if (!/^[a-z][a-zA-Z0-9]{1,39}$/.test(chave)) throw new Error(`not a key of a field: ${chave}`);
  return `(r.campos ->> '${chave}')`;
}

/** What is none of the kind reads as empty: a field may have had another type, or its key another field, and one odd value would end the whole report. */
const number = (text: string) => `relatorio.numero(${text})`;
const isTrue = (text: string) => `coalesce(${text} = 'true', false)`;

const KINDS: Partial<Record<CustomField['tipo'], [ColumnType, (text: string) => string]>> = {
  INTEIRO: ['INTEIRO', (text) => `trunc(${number(text)})::bigint`],
  DECIMAL: ['DECIMAL', number],
  DINHEIRO: ['DINHEIRO', number],
  PERCENTUAL: ['PERCENTUAL', number],
  DATE: ['DATA', (text) => `relatorio.dia(${text})`],
};

function columnsOf({ chave, titulo, tipo, referencia }: CustomField, owner: boolean): [string, OwnField][] {
  const name = columnName(chave);
  const text = storedText(chave);
  if (tipo === 'LISTA') return [];
  if (tipo === 'CHECKBOX') return [[name, field('LOGICO', titulo, isTrue(text))]];
  if (tipo === 'REFERENCIA') {
    const { nome, codigo } = namedBy(referencia ?? '', `${text}::integer`);
    return [
      [name, field('TEXTO', titulo, owner ? 'r.cliente' : nome)],
      ...(codigo
        ? [[`${name}_codigo`, field('TEXTO', `${titulo} (código)`, codigo)] as [string, OwnField]]
        : []),
      [`${name}_id`, field('INTEIRO', `${titulo} (código interno)`, `${text}::bigint`)],
    ];
  }
  const [kind, read] = KINDS[tipo] ?? ['TEXTO', (value) => value];
  return [[name, field(kind, titulo, read(text))]];
}

interface Named {
  nome: string;
  codigo?: string;
}

/** How a reference is read, by name and by the code that users know, within the scope of the person who runs the report. */
function namedBy(target: string, id: string): Named {
  const [view, key, nome, codigo] = NAMED_VIEWS[target] ?? [];
  if (view) {
    const read = (column: string) =>
      `(select v.${column} from relatorio.${view} as v where v.${key} = ${id})`;
    return { nome: read(nome ?? ''), ...(codigo && { codigo: read(codigo) }) };
  }
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(target)) throw new Error(`not a key of a type: ${target}`);
  const names = standardType(target) ? 'nomes_de_registros' : 'registros_proprios';
  const read = (column: string) =>
    `(select v.${column} from relatorio.${names} as v where v.cadastro = '${target}' and v.registro_id = ${id})`;
  return { nome: read('nome'), codigo: read('codigo') };
}

/** The types for which reports have views of their own. */
const NAMED_VIEWS: Readonly<
  Record<string, readonly [view: string, key: string, name: string, code?: string]>
> = {
  clientes: ['clientes', 'cliente_id', 'cliente', 'documento'],
  filiais: ['filiais', 'filial_id', 'filial'],
  pessoas: ['pessoas', 'pessoa_id', 'pessoa'],
  tickets: ['tickets', 'ticket_id', 'assunto'],
};
