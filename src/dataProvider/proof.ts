import type { CallFailure } from './failure.ts';

/**
 * What a call may be refused for that the person can mend on the spot: the session has not proved lately who holds it, or
 * the role demands a second factor that is not there yet. The console asks, and the call is repeated.
 */
const MENDABLE = ['CONFIRMACAO_NECESSARIA', 'SEGUNDO_FATOR_EXIGIDO'] as const;
export type Proof = (typeof MENDABLE)[number];

const WAYS = ['CODIGO', 'SENHA', 'PROVEDOR'] as const;

export interface AskedProof {
  proof: Proof;
  /** What is asked for: a code, or, of an account without a second factor, its password or a word of the company's provider. */
  by: (typeof WAYS)[number];
  /** Of a second factor: what there is of it. */
  app: boolean;
  passkey: boolean;
}

let onAsked: (asked: AskedProof) => Promise<boolean> = async () => false;
const asking = new Map<Proof, Promise<boolean>>();

/** The console says how it asks; the answer is whether the call may be sent again. */
export const onProofAsked = (handler: (asked: AskedProof) => Promise<boolean>) => {
  onAsked = handler;
};

/** One question for all the calls that are refused at once. */
export function proofGiven({ code, body }: CallFailure): Promise<boolean> {
  const proof = MENDABLE.find((each) => each === code);
  if (!proof) return Promise.resolve(false);
  const { por, aplicativo, chave } = body as { por?: unknown; aplicativo?: unknown; chave?: unknown };
  const by = WAYS.find((way) => way === por) ?? 'SENHA';
  const open =
    asking.get(proof) ??
    onAsked({ proof, by, app: aplicativo !== false, passkey: chave === true }).finally(() => {
      asking.delete(proof);
    });
  asking.set(proof, open);
  return open;
}
