import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Id, Instant, Nullable, Strict } from './route.ts';

/** `atual` of a 409 for an outdated `versao`: who has written since, when, and the current state. */
export const Conflict = Type.Object({
  /** The version to send on the next attempt. */
  versao: Type.Integer({ title: 'Versão' }),
  por: Nullable(Type.String({ title: 'Quem mudou' })),
  em: Nullable(Instant('Quando')),
  /** The record as returned by the noun's reading route; absent if the client has to fetch it again. */
  estado: Type.Optional(Type.Unknown({ title: 'Como está agora' })),
});

export type Conflict = Static<typeof Conflict>;

/** A value of a catalogue as an option of a field, titled as the catalogue words it when it is read. */
export const literalOf = <V extends string>(row: { readonly value: V; readonly label: string }) =>
  Object.defineProperty(Type.Literal(row.value), 'title', { enumerable: true, get: () => row.label });

const RowId = Type.Integer({ title: 'Código' });

/** Response of every bulk action (docs/domain.md 5): one failing row never stops the rest. */
export const rowResults = {
  processados: Type.Integer({ title: 'Processados' }),
  sucesso: Type.Array(RowId, { title: 'Feitos' }),
  falhas: Type.Array(
    Type.Object({
      id: RowId,
      codigo: Type.String({ title: 'Código da recusa' }),
      mensagem: Type.String({ title: 'O que houve' }),
    }),
    { title: 'Recusados' },
  ),
};

export const RowResults = Type.Object(rowResults, { title: 'Resultado por linha' });

export type RowResults = Static<typeof RowResults>;

/** An id that foreign clients may also send as form text. */
export const LooseId = (title: string) =>
  Type.Union([Id(title), Type.String({ title, pattern: '^[1-9]\\d{0,8}$' })], { title });

/** The same for an optional form field: absent, null and an empty text are equivalent. */
export const LooseChoice = (title: string) =>
  Type.Optional(Nullable(Type.Union([LooseId(title), Type.Literal('', { title })])));

/** 0 or 1, as used for switches in the documents. */
export const Flag = (title: string) =>
  Type.Optional(Type.Union([Type.Literal(0, { title }), Type.Literal(1, { title })], { title }));

/** The version that was read; foreign clients do not send it. */
export const Version = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));

/** Query of a list in the simple-REST dialect: three JSON texts, as sent by ra-data-simple-rest. */
export const simpleListQuery = Strict({
  filter: Type.Optional(Type.String({ title: 'Filtro', maxLength: 2000 })),
  range: Type.Optional(Type.String({ title: 'Intervalo', maxLength: 40 })),
  sort: Type.Optional(Type.String({ title: 'Ordem', maxLength: 80 })),
});

/** Response of a write in the simple-REST dialect: `id` where react-admin's provider expects it, the rest like `Done`. */
export const WrittenRecord = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  data: Type.Object({
    id: Type.Integer({ title: 'Código' }),
    message: Type.String({ title: 'Mensagem' }),
  }),
});
