import { and, eq, isNotNull } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import type { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context, PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { passkeys, people, roles, secondFactors } from '../../db/tables/index.ts';
import { invalid, refused, unauthorized } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import {
  mailCodesRenewed,
  mailFactorOff,
  mailFactorOn,
  mailFactorRemoved,
} from '../account/accountEmails.ts';
import { passwordMatches } from '../account/passwords.ts';
import { endSessionsOf, lockSignIn } from '../openSession.ts';
import { openFor, sealFor } from '../secrets.ts';
import {
  countCode,
  dropCodesWithoutFactor,
  lockFactor,
  newTotpSecret,
  redeemCode,
  replaceRecoveryCodes,
  totpAddress,
  totpStepOf,
  unusedCodes,
  wrongCode,
} from './codes.ts';
import { cancelPending, factorsOf, hasSecondFactor } from './pending.ts';

type Named = typeof secondFactorRoutes;

export async function factorState(_: unknown, { db, user }: Context): Promise<Output<Named['state']>> {
  const [[factor], [role], codigosRestantes] = await Promise.all([
    db.select().from(secondFactors).where(eq(secondFactors.personId, user.id)),
    db
      .select({ exigido: roles.demandsFactor })
      .from(people)
      .innerJoin(roles, eq(roles.id, people.roleId))
      .where(eq(people.id, user.id)),
    unusedCodes(db, user.id),
  ]);
  const desde = factor?.confirmedAt?.toISOString() ?? null;
  return { ativo: desde !== null, desde, codigosRestantes, exigido: role?.exigido ?? false };
}

/** No `command`, as with all calls of the factor: secrets and codes must not be kept with the key of a call. */
export async function beginFactor(_: unknown, ctx: Context): Promise<Output<Named['begin']>> {
  const { user } = ctx;
  const segredo = await ctx.db.transaction((tx) => begunSecret(tx, ctx));
  const { nomeEmpresa } = await serviceParameters(ctx.db);
  return { segredo, endereco: totpAddress(segredo, `Balcão ${nomeEmpresa}`.trim(), user.name) };
}

/** Milliseconds in which a session is shown the secret that it began with again. */
const SHOWN_AGAIN = 10 * 60_000;

/**
 * A reloaded page shows the secret that the app may have scanned already. Another session makes a new one: whoever has seen the
 * earlier secret must not hold the factor that this one confirms.
 */
async function begunSecret(tx: Tx, ctx: Context): Promise<string> {
  const { user } = ctx;
  const secret = newTotpSecret();
  const values = {
    sealedSecret: await sealFor(tx, user.id, secret),
    sessionId: user.sessionId,
    createdAt: ctx.now(),
    lastStep: 0,
  };
  const isOwn = eq(secondFactors.personId, user.id);
  const inserted = await tx
    .insert(secondFactors)
    .values({ personId: user.id, ...values })
    .onConflictDoNothing()
    .returning({ personId: secondFactors.personId });
  if (inserted.length === 0) {
    const [begun] = await tx.select().from(secondFactors).where(isOwn).for('update');
    if (begun?.confirmedAt) throw alreadyOn();
    const since = ctx.now().getTime() - SHOWN_AGAIN;
    if (begun && begun.sessionId === user.sessionId && begun.createdAt.getTime() > since)
      return openFor(tx, user.id, begun.sealedSecret);
    await tx.update(secondFactors).set(values).where(isOwn);
  }
  await audit(tx, ctx, { action: 'INICIAR_SEGUNDO_FATOR', entity: 'people', entityId: user.id });
  return secret;
}

const alreadyOn = () =>
  refused(
    'JA_LIGADA',
    'A verificação em duas etapas já está ativada. Desative-a antes de trocar de aparelho.',
  );

/** Activates the factor. Sessions that never proved it end. */
export async function confirmFactor(
  { body }: Input<Named['confirm']>,
  ctx: Context,
): Promise<Output<Named['confirm']>> {
  const { user } = ctx;
  const forgive = await countCode(ctx, user.id);
  const codigos = await ctx.db.transaction(async (tx) => {
    await lockSignIn(tx, user.id);
    await confirm(tx, ctx, body.codigo);
    await endSessionsOf(tx, user.id, user.sessionId);
    await audit(tx, ctx, { action: 'LIGAR_SEGUNDO_FATOR', entity: 'people', entityId: user.id });
    await mailFactorOn(tx, ctx, await ownAddress(tx, user.id));
    return replaceRecoveryCodes(tx, ctx, user.id);
  });
  await forgive();
  return { message: 'Verificação em duas etapas ativada. Guarde os códigos de recuperação.', codigos };
}

/** The row is locked, so that the second of two concurrent confirmations finds it confirmed. */
async function confirm(tx: Tx, { user, now }: Context, codigo: string) {
  const [begun] = await tx
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.personId, user.id))
    .for('update');
  if (begun?.confirmedAt) throw alreadyOn();
  const step =
    begun && totpStepOf(await openFor(tx, user.id, begun.sealedSecret), codigo.replace(/\s/g, ''), now());
  if (step === undefined)
    throw refused('NAO_INICIADA', 'Comece de novo: leia o QR code antes de informar o código.');
  if (step === null)
    throw invalid({
      codigo:
        'Código incorreto. Confira se o relógio do celular está certo e informe o código que aparece agora.',
    });
  await tx
    .update(secondFactors)
    .set({ confirmedAt: now(), lastStep: step })
    .where(eq(secondFactors.personId, user.id));
}

export async function renewCodes(_: unknown, ctx: Context): Promise<Output<Named['renewCodes']>> {
  const { user } = ctx;
  const codigos = await ctx.db.transaction(async (tx) => {
    // The lock makes the second of two concurrent requests replace the codes created by the first.
    await lockFactor(tx, user.id);
    if (!(await hasSecondFactor(tx, user.id))) throw notOn();
    await audit(tx, ctx, { action: 'TROCAR_CODIGOS', entity: 'people', entityId: user.id });
    await mailCodesRenewed(tx, ctx, await ownAddress(tx, user.id));
    return replaceRecoveryCodes(tx, ctx, user.id);
  });
  return { message: 'Códigos novos feitos. Os anteriores não valem mais.', codigos };
}

const notOn = () => refused('NAO_LIGADA', 'A verificação em duas etapas não está ativada nesta conta.');

export async function disableFactor(
  { body }: Input<Named['disable']>,
  ctx: Context,
): Promise<Output<Named['disable']>> {
  const { user } = ctx;
  const forgive = await countCode(ctx, user.id);
  const [person] = await ctx.db.select().from(people).where(eq(people.id, user.id));
  if (!person) throw unauthorized();
  if (!(await factorsOf(ctx.db, user.id)).aplicativo) throw notOn();
  if (!(await passwordMatches(body.senha, person.passwordHash)))
    throw invalid({ senha: 'A senha não confere.' });
  await ctx.db.transaction(async (tx) => {
    if (!(await redeemCode(tx, ctx, person, body.codigo))) throw wrongCode();
    await dropApp(tx, user.id);
    await audit(tx, ctx, { action: 'DESLIGAR_SEGUNDO_FATOR', entity: 'people', entityId: user.id });
    await mailFactorOff(tx, ctx, person);
  });
  await forgive();
  return { message: 'Verificação em duas etapas desativada.' };
}

/**
 * Removes a person's second factor on behalf of another user, and notifies the person. Their sessions end too, since whoever
 * holds the lost phone may have one. Returns whether there was a factor.
 */
export async function removeFactorOf(
  tx: Tx,
  ctx: Pick<PublicContext, 'settings' | 'now'>,
  person: { id: number; name: string; email: string },
): Promise<boolean> {
  if (!(await dropFactors(tx, person.id))) return false;
  await endSessionsOf(tx, person.id);
  await mailFactorRemoved(tx, ctx, person);
  return true;
}

/** Removes everything that makes up a second factor, including passkeys. Returns whether there was one. */
export async function dropFactors(tx: Tx, personId: number): Promise<boolean> {
  const keys = await tx
    .delete(passkeys)
    .where(eq(passkeys.personId, personId))
    .returning({ id: passkeys.id });
  return (await dropApp(tx, personId)) || keys.length > 0;
}

/** Also cancels the sign-ins that wait for one of its codes. */
async function dropApp(tx: Tx, personId: number): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.personId, personId), isNotNull(secondFactors.confirmedAt)))
    .returning({ personId: secondFactors.personId });
  await dropCodesWithoutFactor(tx, personId);
  await cancelPending(tx, personId);
  return removed.length === 1;
}

async function ownAddress(tx: Tx, id: number): Promise<{ name: string; email: string }> {
  const [person] = await tx
    .select({ name: people.name, email: people.email })
    .from(people)
    .where(eq(people.id, id));
  if (!person) throw unauthorized();
  return person;
}
