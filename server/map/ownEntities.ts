import type { MapEntity, MapRelation } from '#contract/map/entity.ts';
import { OWN_ENTITY } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import {
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  inUse,
} from '#contract/records/customType.ts';
import { columnName, referenceColumn } from '#contract/records/fields/columnNames.ts';
import { nameKind, personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { standardType } from '#contract/records/index.ts';
import { RECORD_OPTIONS } from '#contract/rules/fields/campoSchema.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import { customTarget } from '../records/custom/customScope.ts';
import { namingPart } from './naming.ts';
import { fieldsOf, type ReadField, readField, type SourcedEntity } from './sourcedEntity.ts';
import { choicesText, isTrue, KINDS, optionsOf, storedText } from './storedValues.ts';

/** Keys contain hyphens but no underscores, so two keys never give the same name. */
export const ownEntityKey = (type: string): string => `${OWN_ENTITY}${type.replaceAll('-', '_')}`;

/** What is personal in the code and the name of a record that another refers to. */
type Referred = NonNullable<RecordField['referidos']>;

export function marksOf(definition: CustomTypeDefinition): Referred {
  const { field, nameKind } = customTarget(definition);
  return { codigo: personalKind(field), nome: nameKind };
}

/**
 * A type as an entity: its fields by title, plus those that every record has. Lists and confidential fields are left out.
 * `referred` are all types, whoever may read them.
 */
export function ownEntity(
  type: CustomTypeDefinition,
  referred: ReadonlyMap<string, Referred>,
): SourcedEntity {
  const fields: Record<string, ReadField> = {
    registro_id: readField('INTEIRO', 'Código interno', 'r.registro_id'),
    registro_arquivado: readField('LOGICO', 'Arquivado', 'r.arquivado'),
    registro_criado_em: readField('DATAHORA', 'Criado em', 'r.criado_em'),
    registro_atualizado_em: readField('DATAHORA', 'Atualizado em', 'r.atualizado_em'),
  };
  const relacoes: Record<string, MapRelation> = {};
  const owner = customerField(type.campos);
  for (const one of inUse(type.campos)) {
    if (one.sigiloso) continue;
    const added = columnsOf(one, one.chave === owner).filter(([name]) => !(name in fields));
    for (const [name, made] of added)
      fields[name] = { ...made, ...namingPart(made, one.referencia), ...personalPart(one, name, referred) };
    // A type from before such pairs were refused may have this column from another field, whose values name no record.
    const relation = added.some(([name]) => name === referenceColumn(one.chave)) && relationOf(type, one);
    if (relation) relacoes[columnName(one.chave)] = relation;
  }
  const { campos, sql } = fieldsOf(fields);
  return {
    titulo: { um: type.titulo.um, muitos: type.titulo.muitos },
    descricao: type.descricao,
    chave: ['registro_id'],
    periodo: 'registro_criado_em',
    campos,
    relacoes,
    own: { type: type.chave, sql },
  };
}

/** A reference leads to the record, where the map has its entity. */
function relationOf(type: CustomTypeDefinition, field: CustomField): MapRelation | null {
  const { tipo, chave, titulo, referencia = '' } = field;
  if (tipo !== 'REFERENCIA') return null;
  const standard = standardType(referencia) || NAMED_VIEWS[referencia];
  const alvo = standard ? referencia.replaceAll('-', '_') : ownEntityKey(referencia);
  const target: Pick<MapEntity, 'chave'> | undefined = standard ? ENTITIES[alvo] : { chave: ['registro_id'] };
  const [key, ...more] = target?.chave ?? [];
  if (key === undefined || more.length > 0) return null;
  const own = ownEntityKey(type.chave);
  return {
    titulo,
    alvo,
    por: [[referenceColumn(chave), key]],
    volta: { chave: `${own}_${columnName(chave)}`, titulo: `${type.titulo.muitos} (${titulo})` },
  };
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
  if (isReference && name === referenceColumn(field.chave)) return {};
  const pessoal = isReference && name === columnName(field.chave) ? nameKind(marked) : personalKind(marked);
  return pessoal ? { pessoal } : {};
}

function columnsOf(field: CustomField, owner: boolean): [string, ReadField][] {
  const { chave, titulo, tipo, referencia } = field;
  const name = columnName(chave);
  const text = storedText(chave);
  if (tipo === 'LISTA') return [];
  if (tipo === 'CHECKBOX') return [[name, readField('LOGICO', titulo, isTrue(text))]];
  if (tipo === 'REFERENCIA') {
    const { nome, codigo } = namedBy(referencia ?? '', `${text}::integer`);
    const referenceField = (guarda: 'VALOR' | 'ROTULO') => ({
      origem: { fonte: `${RECORD_OPTIONS}${referencia}`, guarda },
    });
    return [
      [name, readField('TEXTO', titulo, owner ? 'r.cliente' : nome, referenceField('ROTULO'))],
      ...(codigo
        ? [
            [`${name}_codigo`, readField('TEXTO', `${titulo} (código)`, codigo, referenceField('VALOR'))] as [
              string,
              ReadField,
            ],
          ]
        : []),
      [referenceColumn(chave), readField('INTEIRO', `${titulo} (código interno)`, `${text}::bigint`)],
    ];
  }
  if (tipo === 'MULTISELECT') return [[name, readField('TEXTO', titulo, choicesText(text))]];
  const [kind, read, more] = KINDS[tipo] ?? ['TEXTO', (value: string) => value];
  return [[name, readField(kind, titulo, read(text), { ...more, ...optionsOf(field) })]];
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
