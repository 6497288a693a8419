import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict, Text } from '../route.ts';
import { Binary } from './platform.ts';

/** Of the definition's own making: its keys are not ours to name. */
const Json = (title: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, additionalProperties: true });

/** A form as the browser gets it (contract/rules/forms/formDefinition.ts). */
export const Form = Type.Object(
  {
    schema: Json('Esquema'),
    ui: Json('Apresentação'),
    validador: Type.String({ title: 'Endereço do validador' }),
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
  /** An ES module; the address holds the schema's hash, so it may be kept for ever. */
  validator: {
    method: 'GET',
    path: '/config/validadores/{arquivo}',
    summary: 'Validador compilado de um formulário',
    permission: 'session',
    params: Strict({ arquivo: Type.String({ title: 'Arquivo', pattern: '^[0-9a-f]{64}\\.js$' }) }),
    file: true,
    response: Binary,
  },
  /** Options of a field from a named source, in the person's scope; `valores` are those of the fields it depends on. */
  options: {
    method: 'POST',
    path: '/config/opcoes/{origem}',
    summary: 'Opções de um campo',
    permission: 'session',
    whileViewing: 'reads',
    params: Strict({ origem: Type.String({ title: 'Origem', pattern: '^[a-z][a-zA-Z0-9-]{1,70}$' }) }),
    body: Strict({
      q: Type.Optional(Text('Pesquisa', 100)),
      valores: Type.Optional(Json('Valores dos campos de que depende')),
      /** Instead of a search: the labels of these values. */
      escolhidos: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), { title: 'Valores escolhidos', maxItems: 200 }),
      ),
    }),
    response: Type.Object({
      itens: Type.Array(FormChoice, { title: 'Opções' }),
      maisQueIsso: Type.Boolean({ title: 'Há mais opções do que estas' }),
    }),
  },
  /** Studio: the form that a draft would give. */
  preview: {
    method: 'POST',
    path: '/config/formularios/previa',
    summary: 'Compilar um formulário em rascunho',
    permission: 'CONFIGURACAO',
    body: Strict({ schema: Json('Esquema'), ui: Json('Apresentação') }),
    response: Form,
  },
});
