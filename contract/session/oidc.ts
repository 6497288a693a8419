import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Instant, Nullable, Strict, Text } from '../route.ts';
import { SessionMessage } from './session.ts';

/** Why a person is sent to the company's provider: to sign in, to link their existing account, or to prove who they are. */
export const OIDC_PURPOSES = ['ENTRAR', 'LIGAR', 'CONFIRMAR'] as const;
export type OidcPurpose = (typeof OIDC_PURPOSES)[number];

/** Where the provider redirects the browser: a page of the console that submits the returned query. */
export const OIDC_RETURN_PATH = '/entrar/retorno';

const Away = Type.Object({
  endereco: Type.String({ title: 'Endereço do provedor, para onde o navegador vai' }),
});

export const OidcLink = Type.Object(
  {
    /** Display name of the provider; null if none is configured. */
    provedor: Nullable(Type.String({ title: 'Provedor' })),
    ligadaEm: Nullable(Instant('Ligada em')),
    usadaEm: Nullable(Instant('Último uso')),
  },
  { title: 'Conta da empresa' },
);
export type OidcLink = Static<typeof OidcLink>;

export const oidcRoutes = defineRoutes({
  /** Starts the redirect. A cookie ties the return to this browser. */
  begin: {
    method: 'POST',
    path: '/login/oidc',
    summary: 'Começar a entrada pelo provedor da empresa',
    permission: 'public',
    response: Away,
  },
  /**
   * Completes the redirect with the query from the provider. A sign-in returns its token, or CODIGO_NECESSARIO if a second
   * factor is also required (secondFactor.ts, signIn).
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
  /** OpenID Connect Back-Channel Logout 1.0: the provider reports that a person signed out or was removed. */
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
  /**
   * Satisfies a CONFIRMACAO_NECESSARIA refusal for a session that came from the provider, which authenticates the person
   * again.
   */
  prove: {
    method: 'POST',
    path: '/config/conta/provedor/confirmar',
    summary: 'Começar a confirmar no provedor quem está na sessão',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'reads',
    response: Away,
  },
});
