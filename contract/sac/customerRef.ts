import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Id } from '../route.ts';

/** A badge of a customer (document 000 section 9); for code BD, `texto` is the reason of the block. */
export const Badge = Type.Object({
  codigo: Type.String({ title: 'Código' }),
  texto: Type.String({ title: 'Texto' }),
});

/** A customer as named in lists and tickets: id - trade name, legal name. */
export const CustomerRef = Type.Object(
  {
    id: Id('Cliente'),
    fant: Type.String({ title: 'Nome fantasia' }),
    razSoc: Type.String({ title: 'Razão social' }),
    legendas: Type.Array(Badge, { title: 'Legendas' }),
  },
  { title: 'Cliente' },
);
export type CustomerRef = Static<typeof CustomerRef>;

export const CustomerBranch = Type.Object({
  idFil: Id('Filial'),
  razSoc: Type.String({ title: 'Razão social' }),
});

export const CarrierOption = Type.Object({
  id: Id('Transportadora'),
  razSoc: Type.String({ title: 'Razão social' }),
});
export type CarrierOption = Static<typeof CarrierOption>;
