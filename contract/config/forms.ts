import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict, Text } from '../route.ts';
import { Binary } from './platform.ts';

/** JSON whose keys are defined by the definition, not by us. */
const Json = (title: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, additionalProperties: true });

/** A form as sent to the browser (contract/rules/forms/formDefinition.ts). */
export const Form = Type.Object(
  {
    schema: Json('Esquema'),
    ui: Json('Apresentação'),
    validador: Type.String({ title: 'Endereço do validador' }),
    /** Only in forms whose conditions ask for it. */
    fatos: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Null()]), {
        title: 'O que se sabe do registro',
      }),
    ),
  },
  { title: 'Formulário' },
);
export type Form = Static<typeof Form>;

export const FormChoice = Type.Object({
  valor: Type.String({ title: 'Valor' }),
  rotulo: Type.String({ title: 'Rótulo' }),
  detalhe: Type.Optional(Type.String({ title: 'Detalhe' })),
});
export type FormChoice = Static<typeof FormChoice>;

export const formRoutes = defineRoutes({
  /** An ES module. Its address contains the schema's hash, so it may be cached forever. */
  validator: {
    method: 'GET',
    path: '/config/validadores/{arquivo}',
    summary: 'Validador compilado de um formulário',
    permission: 'session',
    params: Strict({ arquivo: Type.String({ title: 'Arquivo', pattern: '^[0-9a-f]{64}\\.js$' }) }),
    file: true,
    response: Binary,
  },
  /**
   * Options of a field from a named source, within the person's scope; `valores` are the values of the fields it depends on.
   */
  options: {
    method: 'POST',
    path: '/config/opcoes/{origem}',
    summary: 'Opções de um campo',
    permission: 'session',
    allowedWhileViewingAs: 'reads',
    params: Strict({ origem: Type.String({ title: 'Origem', pattern: '^[a-z][a-zA-Z0-9-]{1,70}$' }) }),
    body: Strict({
      q: Type.Optional(Text('Pesquisa', 100)),
      valores: Type.Optional(Json('Valores dos campos de que depende')),
      /** Values whose labels are returned instead of a search. */
      escolhidos: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), { title: 'Valores escolhidos', maxItems: 200 }),
      ),
    }),
    response: Type.Object({
      itens: Type.Array(FormChoice, { title: 'Opções' }),
      maisQueIsso: Type.Boolean({ title: 'Há mais opções do que estas' }),
    }),
  },
  /** Studio: the form that a draft would produce. */
  preview: {
    method: 'POST',
    path: '/config/formularios/previa',
    summary: 'Compilar um formulário em rascunho',
    permission: 'CONFIGURACAO',
    body: Strict({ schema: Json('Esquema'), ui: Json('Apresentação') }),
    response: Form,
  },
});
