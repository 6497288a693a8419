import type { Route } from '../../contract/route.ts';
import type { User } from '../context.ts';
import { Refusal } from '../errors.ts';

/** How long a session remains trusted after its holder proved their identity. */
const PROOF_MINUTES = 15;

/** A user whose role requires a second factor must set it up first, and can do nothing else until then. */
export function requireRequiredFactor(route: Route, { lacksFactor }: User) {
  if (!lacksFactor || route.allowedWithoutSecondFactor) return;
  throw new Refusal(
    403,
    'SEGUNDO_FATOR_EXIGIDO',
    'O seu perfil exige a verificação em duas etapas. Ligue-a para continuar.',
  );
}

/** A session that was left open is not enough for actions that open other accounts and systems. */
export function admitProof(route: Route, user: User, now: Date) {
  if (route.recentProof === true) requireProof(user, now);
}

/** Refuses a session without a recent proof; the console asks for the proof and sends the request again. */
export function requireProof(user: User, now: Date) {
  const { provedAt, hasFactor, byProvider, hasApp = false, hasPasskey = false } = user;
  if (provedAt && now.getTime() - provedAt.getTime() < PROOF_MINUTES * 60 * 1000) return;
  const by = hasFactor ? 'CODIGO' : byProvider ? 'PROVEDOR' : 'SENHA';
  throw new Refusal(
    403,
    'CONFIRMACAO_NECESSARIA',
    `Confirme que é você: ${PROOFS[by]} e tente de novo.`,
    undefined,
    { por: by, ...(hasFactor && { aplicativo: hasApp, chave: hasPasskey }) },
  );
}

const PROOFS = {
  CODIGO: 'informe um código da verificação em duas etapas, ou use a sua chave de acesso,',
  PROVEDOR: 'entre de novo na sua conta da empresa',
  SENHA: 'informe a sua senha',
} as const;
