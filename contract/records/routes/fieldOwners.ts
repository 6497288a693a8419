import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Strict, Text } from '../../route.ts';
import { FIELD_OWNERS, type FieldOwner } from '../../rules/fields/campo.ts';
import type { RecordField } from '../fields/recordField.ts';
import type { AnyRecordType } from '../recordType.ts';
import { recordBase, TypeKey } from './records.ts';

const Owner = Type.Union(
  FIELD_OWNERS.map((each) => Type.Literal(each)),
  { title: 'Origem' },
);
const OwnedField = Type.Object({
  chave: Type.String({ title: 'Campo' }),
  titulo: Type.String({ title: 'Título' }),
  origem: Owner,
});
export type OwnedField = Static<typeof OwnedField>;

const params = Strict({ chave: TypeKey });

/** The owner of a field, `AMBOS` unless one was set. */
export const ownerOf = ({ origem }: Pick<RecordField, 'origem'>): FieldOwner => origem ?? 'AMBOS';

/**
 * Whether the field may have an owner. The natural key identifies the record and fields set once never change, so both keep
 * the values they came with.
 */
export const mayBeOwned = (type: Pick<AnyRecordType, 'campos' | 'codigo'>, key: string): boolean =>
  Object.hasOwn(type.campos, key) && !type.codigo.includes(key) && type.campos[key]?.fixo !== true;

/** Who controls each field of a type: people in the console, the ERP (calls and files), or the last writer. */
export const fieldOwnerRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: `${recordBase}/origem`,
    summary: 'Origem de cada campo de um cadastro',
    permission: 'CONFIGURACAO_PARAMETROS',
    params,
    response: Type.Object({
      data: Type.Object(
        {
          versao: Type.Integer({ title: 'Versão' }),
          /** For one of the company's own types, the definition decides it. */
          noEstudio: Type.Boolean({ title: 'Decidido na definição do cadastro' }),
          campos: Type.Array(OwnedField, { title: 'Campos' }),
        },
        { title: 'Origem dos campos' },
      ),
    }),
  },
  /**
   * Waits for lines that are currently being written, so that once it has answered nothing is written under the old rules.
   */
  update: {
    method: 'PUT',
    path: `${recordBase}/origem`,
    summary: 'Escolher a origem de cada campo de um cadastro',
    permission: 'CONFIGURACAO_PARAMETROS',
    params,
    body: Strict({
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 })),
      /** Fields that are not named are left unchanged. */
      campos: Type.Array(Strict({ chave: Text('Campo', 60), origem: Owner }), {
        title: 'Campos',
        maxItems: 100,
      }),
    }),
    idempotent: true,
    response: Done,
  },
});
