import type { CallFailure } from './failure.ts';

/**
 * Refusals that the person can resolve on the spot: the proof of identity has expired, or the role requires a second factor
 * that is not set up yet. The console asks for it, and the call is repeated.
 */
const RECOVERABLE_CODES = ['CONFIRMACAO_NECESSARIA', 'SEGUNDO_FATOR_EXIGIDO'] as const;
export type Proof = (typeof RECOVERABLE_CODES)[number];

const WAYS = ['CODIGO', 'SENHA', 'PROVEDOR'] as const;

export interface RequestedProof {
  proof: Proof;
  /**
   * What is asked for: a code or, for an account without a second factor, its password or a confirmation by the company's
   * provider.
   */
  by: (typeof WAYS)[number];
  /** Which second factors are available. */
  app: boolean;
  passkey: boolean;
}

let onRequested: (requested: RequestedProof) => Promise<boolean> = async () => false;
const asking = new Map<Proof, Promise<boolean>>();

/** Registers the handler that asks the person; it resolves to whether the call may be repeated. */
export const onProofRequested = (handler: (requested: RequestedProof) => Promise<boolean>) => {
  onRequested = handler;
};

/** Asks only once for all calls refused at the same time. */
export function obtainProof({ code, body }: CallFailure): Promise<boolean> {
  const proof = RECOVERABLE_CODES.find((each) => each === code);
  if (!proof) return Promise.resolve(false);
  const { por, aplicativo, chave } = body as { por?: unknown; aplicativo?: unknown; chave?: unknown };
  const by = WAYS.find((way) => way === por) ?? 'SENHA';
  const open =
    asking.get(proof) ??
    onRequested({ proof, by, app: aplicativo !== false, passkey: chave === true }).finally(() => {
      asking.delete(proof);
    });
  asking.set(proof, open);
  return open;
}
