import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable, One, Strict } from '../route.ts';

/** How the company shows itself on paper, in its e-mails and to those who pay: that of a branch, or of the company as a whole. */
export const Brand = Type.Object(
  {
    /** Trade name of the branch, or the company's name. */
    nome: Type.String({ title: 'Nome' }),
    /** Empty for the company as a whole. */
    razSoc: Type.String({ title: 'Razão social' }),
    /** 14 characters, or empty for the company as a whole. */
    cnpj: Type.String({ title: 'CNPJ' }),
    /** In one line; empty if it is not known. */
    endereco: Type.String({ title: 'Endereço' }),
    /** `#RRGGBB`. */
    cor: Type.String({ title: 'Cor' }),
    /** Path of the picture; null while nobody has put one in place. */
    logo: Nullable(Type.String({ title: 'Logotipo' })),
    /** Behind a light logo, which nobody would see on white; null for one that needs none. */
    fundoLogo: Nullable(Type.String({ title: 'Cor atrás do logotipo' })),
  },
  { title: 'Marca' },
);
export type Brand = Static<typeof Brand>;

export const brandRoutes = defineRoutes({
  brand: {
    method: 'GET',
    path: '/config/marca',
    summary: 'Nome, endereço, cor e logotipo de uma filial, ou da empresa',
    permission: 'session',
    query: Strict({ filial: Type.Optional(Id('Filial da marca')) }),
    response: One(Brand),
  },
});
