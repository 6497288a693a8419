import { ADDED_FIELD } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { CustomField } from '#contract/records/customType.ts';
import { columnName } from '#contract/records/fields/columnNames.ts';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import type { Arriving } from '../config/definitions/rules.ts';
import { extraFieldsWith } from '../config/fields/queries.ts';
import type { Executor } from '../db/client.ts';
import { namingPart } from './naming.ts';
import {
  fieldsOf,
  type ReadField,
  readField,
  type SourcedEntities,
  type SourcedEntity,
} from './sourcedEntity.ts';
import { choicesText, isTrue, KINDS, optionsOf, storedText } from './storedValues.ts';

/** The entities that administrators may add fields to, with these. */
export async function entitiesWithAdded(db: Executor, arriving?: Arriving): Promise<SourcedEntities> {
  const entities: Record<string, SourcedEntity> = {};
  for (const [name, entity] of Object.entries(ENTITIES)) {
    const definition = entity.adicionais && (await extraFieldsWith(db, entity.adicionais, arriving));
    if (!definition) continue;
    // An archived field keeps its values, and the reports on them. Files are no figures.
    const reported = definition.campos.filter(({ tipo }) => tipo !== 'ARQUIVO');
    const { campos, sql } = fieldsOf(
      Object.fromEntries(
        reported.map((each) => [`${ADDED_FIELD}${columnName(each.chave)}`, addedField(each)]),
      ),
    );
    entities[name] = { ...entity, campos: { ...entity.campos, ...campos }, added: sql };
  }
  return entities;
}

function addedField(each: ExtraField): ReadField {
  const { chave, tipo, pessoal, cadastro, fonte } = each;
  const text = storedText(chave);
  const titulo = each.arquivado ? `${each.titulo} (arquivado)` : each.titulo;
  const kind = KINDS[tipo as CustomField['tipo']];
  const relation = fonte
    ? readField('TEXTO', titulo, `coalesce(r.campos -> '${chave}' ->> 'rotulo', ${text})`)
    : tipo === 'CHECKBOX'
      ? readField('LOGICO', titulo, isTrue(text))
      : tipo === 'MULTISELECT' || cadastro === null
        ? readField('TEXTO', titulo, choicesText(text))
        : readField(kind?.[0] ?? 'TEXTO', titulo, kind?.[1](text) ?? text, kind?.[2]);
  const mark = personalKind({ tipo: tipo as CustomField['tipo'], ...(pessoal && { pessoal }) });
  const values = fonte
    ? { origem: { fonte, guarda: 'ROTULO' as const } }
    : optionsOf({ tipo, ...(each.opcoes && { opcoes: each.opcoes }) });
  const field = { ...relation, ...values, ...(mark && { pessoal: mark }) };
  return { ...field, ...namingPart(field, fonte) };
}
