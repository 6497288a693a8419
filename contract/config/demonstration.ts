import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, One, Strict, Text } from '../route.ts';
import { PASSWORD_BOUNDS } from '../rules/person.ts';

/** What would be removed together with the demonstration company, and what prevents it. */
export const Demonstration = Type.Object(
  {
    /** The name to type as confirmation. */
    empresa: Type.String({ title: 'Nome a digitar' }),
    /** Whether the caller is signed in with a demonstration account, whose password is public. */
    contaNova: Type.Boolean({ title: 'Pede uma conta nova de administrador' }),
    sai: Type.Array(
      Type.Object({
        um: Type.String({ title: 'De um' }),
        muitos: Type.String({ title: 'De vários' }),
        quantidade: Type.Integer({ title: 'Quantidade' }),
      }),
      { title: 'O que sai' },
    ),
    impede: Type.Array(Type.String(), { title: 'O que impede' }),
  },
  { title: 'Empresa de demonstração' },
);
export type Demonstration = Static<typeof Demonstration>;

/** The company's own first account, as in an installation without the demonstration. */
export const OwnAdministrator = Strict({
  cpf: Text('CPF', 14, { minLength: 11 }),
  nome: Text('Nome', 100, { minLength: 1 }),
  email: Text('E-mail', 100, { format: 'email' }),
  senha: Text('Senha', PASSWORD_BOUNDS.maximo, { minLength: PASSWORD_BOUNDS.minimo }),
});

const base = '/config/demonstracao';
const permission = 'CONFIGURACAO_PERFIS';

export const demonstrationRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: base,
    summary: 'O que sairia com a empresa de demonstração',
    permission,
    response: One(Demonstration),
  },
  /** Removes all business data at once and permanently; the configuration and the person's own account are kept. */
  clear: {
    method: 'POST',
    path: `${base}/remover`,
    summary: 'Remover a empresa de demonstração e começar com a própria',
    permission,
    body: Strict({
      empresa: Text('Nome da demonstração', 100, { minLength: 1 }),
      administrador: Type.Optional(OwnAdministrator),
    }),
    idempotent: true,
    response: One(
      Type.Object({
        message: Type.String({ title: 'Mensagem' }),
        /** The session has ended; the person's own account has to sign in. */
        entrar: Type.Boolean({ title: 'É preciso entrar de novo' }),
      }),
    ),
  },
});
