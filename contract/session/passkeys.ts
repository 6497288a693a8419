import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Strict, Text, Title } from '../route.ts';
import { SessionMessage, SessionToken } from './session.ts';

const Bytes = (title: string, most: number) =>
  Type.String({ title, minLength: 1, maxLength: most, pattern: '^[A-Za-z0-9_-]+$' });

/** A device's response to the creation of a key, reduced to what is verified. */
export const MadePasskey = Strict(
  {
    id: Bytes('Credencial', 1400),
    clientDataJSON: Bytes('Dados do navegador', 8000),
    attestationObject: Bytes('Atestado do aparelho', 20_000),
    transports: Type.Array(Text('Caminho até o aparelho', 30), { title: 'Caminhos', maxItems: 10 }),
  },
  { title: 'Chave nova' },
);
export type MadePasskey = Static<typeof MadePasskey>;

/** A device's signed response when a key is used. */
export const UsedPasskey = Strict(
  {
    id: Bytes('Credencial', 1400),
    clientDataJSON: Bytes('Dados do navegador', 8000),
    authenticatorData: Bytes('Dados do aparelho', 4000),
    signature: Bytes('Assinatura', 8000),
  },
  { title: 'Chave usada' },
);
export type UsedPasskey = Static<typeof UsedPasskey>;

export const Passkey = Type.Object(
  {
    id: Id('Chave'),
    nome: Type.String({ title: 'Nome' }),
    criada: Instant('Criada em'),
    usada: Nullable(Instant('Último uso')),
    /** Whether it is synchronised by a service and available on several devices. */
    sincronizada: Type.Boolean({ title: 'Sincronizada' }),
  },
  { title: 'Chave de acesso' },
);
export type Passkey = Static<typeof Passkey>;

/** Options for `navigator.credentials`, in the JSON form of the WebAuthn specification. */
const Options = Type.Object({
  opcoes: Type.Record(Type.String(), Type.Unknown(), {
    title: 'O que o navegador pede ao aparelho',
    additionalProperties: true,
  }),
});

const base = '/config/conta/chaves-de-acesso';

export const passkeyRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Minhas chaves de acesso',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    response: Type.Array(Passkey),
  },
  begin: {
    method: 'POST',
    path: `${base}/iniciar`,
    summary: 'Começar a criar uma chave de acesso',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    recentProof: true,
    response: Options,
  },
  /** The first second factor of an account comes with recovery codes, which are shown only then. */
  add: {
    method: 'POST',
    path: base,
    summary: 'Criar uma chave de acesso',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    body: Strict({ nome: Title('Nome', 60), chave: MadePasskey }),
    response: Type.Object({
      message: Type.String({ title: 'Mensagem' }),
      codigos: Type.Array(Type.String(), { title: 'Códigos de recuperação, mostrados só agora' }),
    }),
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Retirar uma chave de acesso',
    permission: 'session',
    recentProof: true,
    params: Strict({ id: Id('Chave') }),
    response: SessionMessage,
  },
  /** An alternative way to satisfy a CONFIRMACAO_NECESSARIA refusal with `chave`. */
  beginProof: {
    method: 'POST',
    path: `${base}/desafio`,
    summary: 'Começar a confirmar com uma chave quem está na sessão',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'reads',
    response: Options,
  },
  prove: {
    method: 'POST',
    path: `${base}/confirmar`,
    summary: 'Confirmar com uma chave quem está na sessão',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'reads',
    body: Strict({ chave: UsedPasskey }),
    response: SessionMessage,
  },
  /** Without `pendente`, it replaces CPF and password; with it, it replaces the code after the password. */
  beginSignIn: {
    method: 'POST',
    path: '/login/chave',
    summary: 'Começar a entrar com uma chave de acesso',
    permission: 'public',
    body: Strict({ pendente: Type.Optional(Text('Entrada pendente', 43, { minLength: 43 })) }),
    response: Options,
  },
  signIn: {
    method: 'POST',
    path: '/login/chave/entrar',
    summary: 'Entrar com uma chave de acesso',
    permission: 'public',
    body: Strict({
      pendente: Type.Optional(Text('Entrada pendente', 43, { minLength: 43 })),
      chave: UsedPasskey,
    }),
    response: SessionToken,
  },
});
