import { and, asc, eq } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import type { Input, Output } from '#contract/route.ts';
import { passkeyRoutes } from '#contract/session/passkeys.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context, PublicContext } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { passkeys, people, sessions } from '../../db/tables/index.ts';
import { notFound, refused, unauthorized } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { mailPasskeyAdded, mailPasskeyRemoved } from '../account/accountEmails.ts';
import { addressSubject, countAttempt, countPerMinute, forgiveAttempt, forgiveMinute } from '../backoff.ts';
import {
  endSessionsOf,
  entryBrowser,
  lockSignIn,
  onlyByProvider,
  replaceSession,
  setSessionAndDevice,
} from '../openSession.ts';
import { dropCodesWithoutFactor, firstCodes } from '../secondFactor/codes.ts';
import { pendingIsOver, pendingOwner, takePending } from '../secondFactor/pending.ts';
import {
  creationOptions,
  requestOptions,
  verifiedRegistration,
  verifyKey,
  wrongPasskey,
} from './ceremony.ts';

type Named = typeof passkeyRoutes;

/** More devices than anyone has. */
const MAX_PASSKEYS = 20;

const tooMany = () => refused('CHAVES_DEMAIS', 'Retire uma chave antes de criar outra.');

const keysOf = (db: Executor, personId: number) =>
  db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.id));

async function list(_: unknown, { db, user }: Context): Promise<Output<Named['list']>> {
  return (await keysOf(db, user.id)).map(({ id, name, createdAt, lastUsedAt, synced }) => ({
    id,
    nome: name,
    criada: createdAt.toISOString(),
    usada: lastUsedAt?.toISOString() ?? null,
    sincronizada: synced,
  }));
}

async function begin(_: unknown, ctx: Context): Promise<Output<Named['begin']>> {
  const { user } = ctx;
  const existing = await keysOf(ctx.db, user.id);
  if (existing.length >= MAX_PASSKEYS) throw tooMany();
  const { nomeEmpresa } = await serviceParameters(ctx.db);
  const company = `Balcão ${nomeEmpresa}`.trim();
  const bound = { purpose: 'CRIAR', sessionId: user.sessionId } as const;
  return creationOptions(ctx, { id: user.id, name: user.name, company }, existing, bound);
}

/** Sessions that never proved the new key end, as with an authenticator app. */
async function add({ body }: Input<Named['add']>, ctx: Context): Promise<Output<Named['add']>> {
  const { user } = ctx;
  const name = body.nome.trim() || 'Chave de acesso';
  const registration = await verifiedRegistration(ctx, body.chave, {
    purpose: 'CRIAR',
    sessionId: user.sessionId,
  });
  // No `command`: the answer has recovery codes, which must not be kept with the key of the call.
  const codigos = await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, user.id);
    // Several may have been begun before the first was added.
    if ((await keysOf(tx, user.id)).length >= MAX_PASSKEYS) throw tooMany();
    const added = await tx
      .insert(passkeys)
      .values({ ...registration, personId: user.id, name, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) throw refused('CHAVE_REPETIDA', 'Esta chave de acesso já está em uma conta.');
    const codes = await firstCodes(tx, ctx, user.id);
    if (codes.length > 0) await endSessionsOf(tx, user.id, user.sessionId);
    await mailPasskeyAdded(tx, ctx, person, name);
    const after = { chave: name };
    await audit(tx, ctx, { action: 'CRIAR_CHAVE_DE_ACESSO', entity: 'people', entityId: user.id, after });
    return codes;
  });
  return { message: 'Chave de acesso criada.', codigos };
}

async function lockPerson(tx: Executor, id: number) {
  const [person] = await tx.select().from(people).where(eq(people.id, id)).for('update');
  if (!person) throw unauthorized();
  return person;
}

async function remove(tx: Tx, ctx: Context, { params }: Input<Named['remove']>) {
  const { user } = ctx;
  const person = await lockPerson(tx, user.id);
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, params.id), eq(passkeys.personId, user.id)))
    .returning({ name: passkeys.name });
  // Another person's key is treated as unknown, like one that has been removed.
  if (!removed) throw notFound();
  await dropCodesWithoutFactor(tx, user.id);
  await mailPasskeyRemoved(tx, ctx, person, removed.name);
  const before = { chave: removed.name };
  await audit(tx, ctx, { action: 'RETIRAR_CHAVE_DE_ACESSO', entity: 'people', entityId: user.id, before });
  return { message: 'Chave de acesso retirada.' };
}

const signedIn = ({ user }: Context) => user.viewer?.id ?? user.id;

async function beginProof(_: unknown, ctx: Context): Promise<Output<Named['beginProof']>> {
  const bound = { purpose: 'CONFIRMAR', sessionId: ctx.user.sessionId } as const;
  return requestOptions(ctx, await keysOf(ctx.db, signedIn(ctx)), bound);
}

async function prove({ body }: Input<Named['prove']>, ctx: Context): Promise<Output<Named['prove']>> {
  const personId = signedIn(ctx);
  await countAttempt(ctx, [{ subject: `chave:conta:${personId}`, free: 10 }]);
  const bound = { purpose: 'CONFIRMAR', sessionId: ctx.user.sessionId } as const;
  await verifyKey(ctx, body.chave, bound, personId);
  // No `command`: a proof is asked for again, never repeated.
  await ctx.db.transaction(async (tx) => {
    await tx.update(sessions).set({ provedAt: ctx.now() }).where(eq(sessions.id, ctx.user.sessionId));
    await audit(tx, ctx, { action: 'CONFIRMAR_IDENTIDADE', entity: 'people', entityId: personId });
  });
  await forgiveAttempt(ctx, `chave:conta:${personId}`);
  return { message: 'Confirmado.' };
}

async function beginSignIn(
  { body }: Input<Named['beginSignIn']>,
  ctx: PublicContext,
): Promise<Output<Named['beginSignIn']>> {
  await countPerMinute(ctx, wayOut(ctx));
  if (body.pendente === undefined)
    // No one has identified themselves yet, so the device offers the keys that it has for this console.
    return requestOptions(ctx, null, { purpose: 'ENTRAR', token: entryBrowser(ctx) });
  const person = await pendingOwner(ctx, body.pendente);
  if (!person) throw pendingIsOver();
  const allowed = await keysOf(ctx.db, person.id);
  return requestOptions(ctx, allowed, { purpose: 'SEGUNDO_FATOR', token: body.pendente });
}

/**
 * The device verifies its owner, so a key replaces both the password and the second factor; after a password it replaces the
 * code.
 */
async function signIn(
  { body }: Input<Named['signIn']>,
  ctx: PublicContext,
): Promise<Output<Named['signIn']>> {
  await countPerMinute(ctx, wayBack(ctx));
  const { pendente, chave } = body;
  const [owner, token] = await (pendente === undefined
    ? byKey(ctx, chave)
    : afterPassword(ctx, chave, pendente));
  await forgiveMinute(ctx, [wayOut(ctx), wayBack(ctx)]);
  return setSessionAndDevice(ctx, owner.cpf, token);
}

/** Whose beginnings and ends are counted together. */
const wayOut = ({ ip }: Pick<PublicContext, 'ip'>): string => `chave:ida:${addressSubject(ip)}`;
const wayBack = ({ ip }: Pick<PublicContext, 'ip'>): string => `chave:volta:${addressSubject(ip)}`;

type UsedKey = Input<Named['signIn']>['body']['chave'];

async function byKey(ctx: PublicContext, chave: UsedKey) {
  const owner = await verifyKey(ctx, chave, { purpose: 'ENTRAR', token: ctx.entryBrowser ?? '-' });
  const { oidc } = ctx.settings;
  if (oidc?.only && worksForCompany(owner.type)) throw onlyByProvider(oidc.name);
  const token = await ctx.db.transaction(async (tx) => {
    await lockKeyOf(tx, owner);
    return replaceSession(tx, ctx, owner.id);
  });
  return [owner, token] as const;
}

/** Refuses a key that was removed after its use was verified: whoever removes it for its owner ends the owner's sessions. */
async function lockKeyOf(tx: Tx, { id, keyId }: Awaited<ReturnType<typeof verifyKey>>) {
  await lockSignIn(tx, id);
  if ((await tx.$count(passkeys, eq(passkeys.id, keyId))) === 0) throw wrongPasskey();
}

async function afterPassword(ctx: PublicContext, chave: UsedKey, pendente: string) {
  const person = await pendingOwner(ctx, pendente);
  if (!person) throw pendingIsOver();
  const owner = await verifyKey(ctx, chave, { purpose: 'SEGUNDO_FATOR', token: pendente }, person.id);
  const token = await ctx.db.transaction(async (tx) => {
    await lockKeyOf(tx, owner);
    const pending = await takePending(tx, ctx, pendente);
    if (!pending) throw pendingIsOver();
    return replaceSession(tx, ctx, owner.id, pending.entry);
  });
  return [owner, token] as const;
}

export const passkeyImplementation = implement(passkeyRoutes, {
  list,
  begin,
  add,
  remove: command(passkeyRoutes.remove, remove),
  beginProof,
  prove,
  beginSignIn,
  signIn,
});
