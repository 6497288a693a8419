import * as Type from '@sinclair/typebox';
import { Id, Nullable } from '../route.ts';

/** An id that foreign clients also send as the text of a form field. */
export const LooseId = (title: string) =>
  Type.Union([Id(title), Type.String({ title, pattern: '^[1-9]\\d{0,8}$' })], { title });

/** The same where a form may leave it out: absent, null and an empty text are one. */
export const LooseChoice = (title: string) =>
  Type.Optional(Nullable(Type.Union([LooseId(title), Type.Literal('', { title })])));

/** 0 or 1, as the documents send switches. */
export const Flag = (title: string) =>
  Type.Optional(Type.Union([Type.Literal(0, { title }), Type.Literal(1, { title })], { title }));

/** The version that was read; foreign clients do not know of it. */
export const Version = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));
