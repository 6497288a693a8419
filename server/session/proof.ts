import type { Route } from '../../contract/route.ts';
import type { User } from '../context.ts';
import { Refusal } from '../errors.ts';

/** So long a session is taken at its word after it proved who holds it. */
const PROOF_MINUTES = 15;

/** Whose role demands a second factor sets it up first, and does nothing else. */
export function admitFactor(route: Route, { lacksFactor }: User) {
  if (!lacksFactor || route.withoutFactor) return;
  throw new Refusal(
    403,
    'SEGUNDO_FATOR_EXIGIDO',
    'O seu perfil exige a verificação em duas etapas. Ligue-a para continuar.',
  );
}

/** A session that was left open is not enough for what opens other accounts and systems. */
export function admitProof(route: Route, user: User, now: Date) {
  if (route.recentProof === true) requireProof(user, now);
}

/** Refuses a session that proved nothing of late; the console asks for the proof and sends the call again. */
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
