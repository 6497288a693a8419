import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Instant, Nullable } from './route.ts';

/** `atual` of a 409 for an old `versao`: who wrote since, when, and what stands now. */
export const Conflict = Type.Object({
  /** The version that the next try sends. */
  versao: Type.Integer({ title: 'Versão' }),
  por: Nullable(Type.String({ title: 'Quem mudou' })),
  em: Nullable(Instant('Quando')),
  /** The record as the noun's reading route answers it; absent where the record is read anew instead. */
  estado: Type.Optional(Type.Unknown({ title: 'Como está agora' })),
});
export type Conflict = Static<typeof Conflict>;
