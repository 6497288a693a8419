import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Instant, Nullable, Secret, Strict, Text } from '../route.ts';
import { PASSWORD_BOUNDS } from '../rules/person.ts';
import { SessionMessage, SessionToken } from './session.ts';

/** Six digits from the app, or a recovery code, with or without its hyphens. */
const Code = Text('Código', 30, { minLength: 6 });

export const SecondFactor = Type.Object(
  {
    ativo: Type.Boolean({ title: 'Ativada' }),
    desde: Nullable(Instant('Ativada em')),
    codigosRestantes: Type.Integer({ title: 'Códigos de recuperação por usar' }),
    exigido: Type.Boolean({ title: 'Exigida pelo perfil' }),
  },
  { title: 'Segundo fator' },
);
export type SecondFactor = Static<typeof SecondFactor>;

/** Returned once; someone who loses the codes creates new ones. */
const RecoveryCodes = Type.Object(
  {
    message: Type.String({ title: 'Mensagem' }),
    codigos: Type.Array(Type.String(), { title: 'Códigos de recuperação, mostrados só agora' }),
  },
  { title: 'Códigos para guardar' },
);

const base = '/config/conta/segundo-fator';

export const secondFactorRoutes = defineRoutes({
  /**
   * Continues a sign-in that returned CODIGO_NECESSARIO, with the `pendente` from that response, which can be used once and
   * for five minutes.
   */
  signIn: {
    method: 'POST',
    path: '/login/segundo-fator',
    summary: 'Entrar: informar o código depois da senha',
    permission: 'public',
    body: Strict({ pendente: Text('Entrada pendente', 43, { minLength: 43 }), codigo: Code }),
    response: SessionToken,
  },
  state: {
    method: 'GET',
    path: base,
    summary: 'Minha verificação em duas etapas',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    response: SecondFactor,
  },
  /**
   * Creates a secret for the app. It takes effect once a code has been confirmed. For ten minutes, the same session is given the
   * same secret again, which may have been scanned already; starting later or elsewhere discards it.
   */
  begin: {
    method: 'POST',
    path: `${base}/iniciar`,
    summary: 'Começar a ativar a verificação em duas etapas',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    recentProof: true,
    response: Type.Object({
      segredo: Type.String({ title: 'Chave para digitar no aplicativo, mostrada só agora' }),
      endereco: Type.String({ title: 'Endereço otpauth, o que o QR code diz' }),
    }),
  },
  confirm: {
    method: 'POST',
    path: `${base}/confirmar`,
    summary: 'Ativar a verificação em duas etapas com um código do aplicativo',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    body: Strict({ codigo: Code }),
    response: RecoveryCodes,
  },
  renewCodes: {
    method: 'POST',
    path: `${base}/codigos`,
    summary: 'Fazer novos códigos de recuperação',
    permission: 'session',
    recentProof: true,
    response: RecoveryCodes,
  },
  disable: {
    method: 'POST',
    path: `${base}/desligar`,
    summary: 'Desativar a verificação em duas etapas',
    permission: 'session',
    body: Strict({ senha: Secret('Senha', 1, PASSWORD_BOUNDS.maximo), codigo: Code }),
    response: SessionMessage,
  },
  /** Satisfies a CONFIRMACAO_NECESSARIA refusal with a code, or with the password for an account without a second factor. */
  prove: {
    method: 'POST',
    path: '/config/conta/confirmar-identidade',
    summary: 'Confirmar de novo quem está na sessão',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'reads',
    body: Strict({
      codigo: Type.Optional(Code),
      senha: Type.Optional(Secret('Senha', 1, PASSWORD_BOUNDS.maximo)),
    }),
    response: SessionMessage,
  },
});
