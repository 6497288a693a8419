import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Instant, Nullable, Strict, Text } from '../route.ts';
import { SessionMessage } from './session.ts';

/** What somebody goes to the company's provider for: to enter, to link the account that they have here, to prove who they are. */
export const OIDC_PURPOSES = ['ENTRAR', 'LIGAR', 'CONFIRMAR'] as const;
export type OidcPurpose = (typeof OIDC_PURPOSES)[number];

/** Where the provider sends the browser back to: a page of the console, which hands over what came along. */
export const OIDC_RETURN_PATH = '/entrar/retorno';

const Away = Type.Object({
  endereco: Type.String({ title: 'Endereço do provedor, para onde o navegador vai' }),
});

export const OidcLink = Type.Object(
  {
    /** As people call the provider; null: none is configured. */
    provedor: Nullable(Type.String({ title: 'Provedor' })),
    ligadaEm: Nullable(Instant('Ligada em')),
    usadaEm: Nullable(Instant('Último uso')),
  },
  { title: 'Conta da empresa' },
);
export type OidcLink = Static<typeof OidcLink>;

export const oidcRoutes = defineRoutes({
  /** The way there. A cookie ties the way back to this browser. */
  begin: {
    method: 'POST',
    path: '/login/oidc',
    summary: 'Começar a entrada pelo provedor da empresa',
    permission: 'public',
    response: Away,
  },
  /**
   * The way back: the query that the provider sent the browser with. A sign-in answers its token, or CODIGO_NECESSARIO where
   * a second factor is asked for besides (secondFactor.ts, signIn).
   */
  finish: {
    method: 'POST',
    path: '/login/oidc/concluir',
    summary: 'Concluir o que começou no provedor da empresa',
    permission: 'public',
    body: Strict({ consulta: Text('O que o provedor respondeu, como veio no endereço', 6000) }),
    response: Type.Object({
      para: Type.Union(
        OIDC_PURPOSES.map((purpose) => Type.Literal(purpose)),
        { title: 'O que foi concluído' },
      ),
      token: Type.Optional(Type.String({ title: 'Token da sessão' })),
      message: Type.String({ title: 'Mensagem' }),
    }),
  },
  /** OpenID Connect Back-Channel Logout 1.0: the provider tells that somebody left, or was taken out. */
  backChannel: {
    method: 'POST',
    path: '/login/oidc/saida',
    summary: 'Encerrar sessões a pedido do provedor da empresa',
    permission: 'public',
    form: true,
    body: Strict({ logout_token: Text('Token de saída', 20_000, { minLength: 1 }) }),
    response: SessionMessage,
  },
  state: {
    method: 'GET',
    path: '/config/conta/provedor',
    summary: 'Minha conta da empresa',
    permission: 'session',
    response: OidcLink,
  },
  link: {
    method: 'POST',
    path: '/config/conta/provedor/ligar',
    summary: 'Começar a ligar a minha conta da empresa',
    permission: 'session',
    recentProof: true,
    response: Away,
  },
  unlink: {
    method: 'POST',
    path: '/config/conta/provedor/desligar',
    summary: 'Desligar a minha conta da empresa',
    permission: 'session',
    recentProof: true,
    response: SessionMessage,
  },
  /** What a refusal CONFIRMACAO_NECESSARIA asks for where the session came from the provider: it asks anew who sits there. */
  prove: {
    method: 'POST',
    path: '/config/conta/provedor/confirmar',
    summary: 'Começar a confirmar no provedor quem está na sessão',
    permission: 'session',
    withoutFactor: true,
    whileViewing: 'reads',
    response: Away,
  },
});
