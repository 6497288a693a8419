import { and, eq, isNotNull } from 'drizzle-orm';
import type { PublicContext, Reading } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { passkeys, pendingSignIns, people, secondFactors } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { alive } from '../lifetime.ts';
import { openEntry, type ProviderEntry, sealEntry } from '../oidc/providerSignIn.ts';
import { hashToken, newToken } from '../secrets.ts';

/** Enough time to find a phone. */
export const PENDING_LIFE = 5 * 60 * 1000;

type Ctx = Pick<PublicContext, 'db' | 'now'>;

/**
 * The first half, password or provider, was right, and a code is required: this token continues the sign-in from there, once,
 * for this account.
 */
export async function openPending(
  { db, now }: Reading<'db' | 'now'>,
  personId: number,
  entry: ProviderEntry | null = null,
): Promise<Refusal> {
  const pendente = newToken();
  const expiresAt = new Date(now().getTime() + PENDING_LIFE);
  const sealedEntry = entry && (await sealEntry(db, personId, entry));
  await db
    .insert(pendingSignIns)
    .values({ tokenHash: hashToken(pendente), personId, expiresAt, sealedEntry });
  return new Refusal(
    401,
    'CODIGO_NECESSARIO',
    'Falta o código da verificação em duas etapas: informe o que o seu aplicativo mostra agora.',
    undefined,
    { pendente, ...(await factorsOf(db, personId)) },
  );
}

const usable = ({ now }: Pick<Ctx, 'now'>, token: string) =>
  and(eq(pendingSignIns.tokenHash, hashToken(token)), alive(pendingSignIns.expiresAt, PENDING_LIFE, now()));

interface PendingOwner {
  id: number;
  cpf: string;
  name: string;
  email: string;
}

/** The person whose sign-in waits under a token; undefined if the token is unknown, used or expired. */
export async function pendingOwner(ctx: Ctx, token: string): Promise<PendingOwner | undefined> {
  const [owner] = await ctx.db
    .select({ id: people.id, cpf: people.cpf, name: people.name, email: people.email })
    .from(pendingSignIns)
    .innerJoin(people, eq(people.id, pendingSignIns.personId))
    .where(and(usable(ctx, token), eq(people.active, true)));
  return owner;
}

/**
 * Uses up a token and returns what it carries; null if it is not valid. If the transaction is rolled back, the token stays
 * unused.
 */
export async function takePending(
  tx: Tx,
  ctx: Pick<Ctx, 'now'>,
  token: string,
): Promise<{ entry: ProviderEntry | null } | null> {
  const usedSignIns = await tx
    .delete(pendingSignIns)
    .where(usable(ctx, token))
    .returning({ personId: pendingSignIns.personId, sealedEntry: pendingSignIns.sealedEntry });
  const [row] = usedSignIns;
  if (!row) return null;
  return { entry: row.sealedEntry === null ? null : await openEntry(tx, row.personId, row.sealedEntry) };
}

export const cancelPending = (tx: Executor, personId: number) =>
  tx.delete(pendingSignIns).where(eq(pendingSignIns.personId, personId));

export const pendingIsOver = () =>
  new Refusal(401, 'ENTRADA_EXPIRADA', 'O tempo para informar o código acabou. Entre de novo.');

/** The factors that a person has set up: an authenticator app, and passkeys. */
export async function factorsOf(db: Executor, personId: number) {
  const { personId: owner, confirmedAt } = secondFactors;
  return {
    aplicativo: (await db.$count(secondFactors, and(eq(owner, personId), isNotNull(confirmedAt)))) > 0,
    chave: (await db.$count(passkeys, eq(passkeys.personId, personId))) > 0,
  };
}

export async function hasSecondFactor(db: Executor, personId: number): Promise<boolean> {
  const { aplicativo, chave } = await factorsOf(db, personId);
  return aplicativo || chave;
}
