import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Strict, Text } from '../route.ts';
import { FIELD_OWNERS, type FieldOwner, type RecordField } from './recordField.ts';
import type { AnyRecordType } from './recordType.ts';
import { recordBase, TypeKey } from './routes.ts';

const Owner = Type.Union(
  FIELD_OWNERS.map((each) => Type.Literal(each)),
  { title: 'Quem manda' },
);
const OwnedField = Type.Object({
  chave: Type.String({ title: 'Campo' }),
  titulo: Type.String({ title: 'Título' }),
  origem: Owner,
});
export type OwnedField = Static<typeof OwnedField>;

const params = Strict({ chave: TypeKey });

/** By whom a field is what it is, where nobody decided. */
export const ownerOf = ({ origem }: Pick<RecordField, 'origem'>): FieldOwner => origem ?? 'AMBOS';

/** The key names the record, and what is set once nobody changes: both stand as they came. */
export const mayBeOwned = (type: Pick<AnyRecordType, 'campos' | 'codigo'>, key: string): boolean =>
  Object.hasOwn(type.campos, key) && !type.codigo.includes(key) && type.campos[key]?.fixo !== true;

/** Who decides on each field of a type: people in the console, the ERP (calls and files), or whoever wrote last. */
export const fieldOwnerRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: `${recordBase}/origem`,
    summary: 'Quem manda em cada campo de um cadastro',
    permission: 'CONFIGURACAO_PARAMETROS',
    params,
    response: Type.Object({
      data: Type.Object(
        {
          versao: Type.Integer({ title: 'Versão' }),
          /** Of a type of the company's own the definition says it. */
          noEstudio: Type.Boolean({ title: 'Decidido na definição do cadastro' }),
          campos: Type.Array(OwnedField, { title: 'Campos' }),
        },
        { title: 'Quem manda nos campos' },
      ),
    }),
  },
  /** Waits for the lines that are being written: after the answer nothing is written by what held before. */
  update: {
    method: 'PUT',
    path: `${recordBase}/origem`,
    summary: 'Dizer quem manda em cada campo de um cadastro',
    permission: 'CONFIGURACAO_PARAMETROS',
    params,
    body: Strict({
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 })),
      /** What is not named stays. */
      campos: Type.Array(Strict({ chave: Text('Campo', 60), origem: Owner }), {
        title: 'Campos',
        maxItems: 100,
      }),
    }),
    idempotent: true,
    response: Done,
  },
});
