import * as Type from '@sinclair/typebox';
import { Strict } from '../route.ts';

/** The query of a list in the simple-REST dialect: three JSON texts, as ra-data-simple-rest sends them. */
export const simpleListQuery = Strict({
  filter: Type.Optional(Type.String({ title: 'Filtro', maxLength: 2000 })),
  range: Type.Optional(Type.String({ title: 'Intervalo', maxLength: 40 })),
  sort: Type.Optional(Type.String({ title: 'Ordem', maxLength: 80 })),
});

/** Answer of a write in the simple-REST dialect: `id` where react-admin's provider looks for it, the rest as `Done`. */
export const WrittenRecord = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  data: Type.Object({
    id: Type.Integer({ title: 'Código' }),
    message: Type.String({ title: 'Mensagem' }),
  }),
});
