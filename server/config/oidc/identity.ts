import { and, eq, sql } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { externalIdentities, people } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { mailProviderLinked } from '../../session/account/accountEmails.ts';
import { storePassword } from '../../session/account/passwords.ts';
import { endSessionsOf } from '../../session/openSession.ts';
import { dropFactors } from '../../session/secondFactor/enrol.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { audit } from '../../writing/audit.ts';
import { type Claims, cpfOf, provenEmail } from './rules.ts';

type Person = typeof people.$inferSelect;

interface Known {
  person: Person;
  /** Null when the person was found but is not linked yet. */
  identityId: number | null;
}

/** Finds a person by issuer and subject, otherwise by a claim that proves to be the same person. The row is locked. */
export async function findKnown(
  tx: Tx,
  ctx: PublicContext,
  settings: OidcSettings,
  claims: Claims,
): Promise<Known | null> {
  const [linked] = await tx
    .select({ person: people, identityId: externalIdentities.id })
    .from(externalIdentities)
    .innerJoin(people, eq(people.id, externalIdentities.personId))
    .where(isIdentity(settings, claims))
    .for('update');
  if (linked) {
    await tx
      .update(externalIdentities)
      .set({ lastUsedAt: ctx.now() })
      .where(eq(externalIdentities.id, linked.identityId));
    return linked;
  }
  const found = (await byCpf(tx, settings, claims)) ?? (await byEmail(tx, ctx, settings, claims));
  if (!found) return null;
  await requireUnlinked(tx, settings, found.id);
  return { person: found, identityId: null };
}

export const isIdentity = ({ issuer }: OidcSettings, { sub }: Claims) =>
  and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, String(sub)));

/** Users cannot change their own CPF, so the person with the directory's CPF is this person. */
async function byCpf(tx: Tx, settings: OidcSettings, claims: Claims): Promise<Person | undefined> {
  const cpf = cpfOf(claims, settings);
  if (!cpf) return undefined;
  const [person] = await tx.select().from(people).where(eq(people.cpf, cpf)).for('update');
  return person;
}

/**
 * Users choose their own e-mail, so one could have entered another person's address and waited. Once an account is linked by
 * e-mail, its earlier password, second factor and sessions are therefore removed.
 */
async function byEmail(
  tx: Tx,
  ctx: PublicContext,
  settings: OidcSettings,
  claims: Claims,
): Promise<Person | undefined> {
  const email = settings.linkEmail ? provenEmail(claims) : null;
  if (!email) return undefined;
  const found = (
    await tx
      .select()
      .from(people)
      .where(and(eq(sql`lower(${people.email})`, email), eq(people.active, true)))
      .for('update')
  ).filter(({ type }) => worksForCompany(type));
  const [person] = found;
  if (!person || found.length > 1) return undefined;
  await requireUnlinked(tx, settings, person.id);
  await storePassword(tx, ctx, person.id, 'nenhuma');
  await dropFactors(tx, person.id);
  await endSessionsOf(tx, person.id);
  return person;
}

/**
 * Refuses a person already linked to another account there: an account recreated at the provider does not silently inherit
 * the old one.
 */
async function requireUnlinked(tx: Tx, { issuer }: OidcSettings, personId: number) {
  const others = await tx.$count(
    externalIdentities,
    and(eq(externalIdentities.personId, personId), eq(externalIdentities.issuer, issuer)),
  );
  if (others > 0) throw linkedToAnother();
}

export const linkedToAnother = () =>
  new Refusal(
    403,
    'LIGADA_A_OUTRA',
    'A sua conta do Balcão está ligada a outra conta da empresa. Entre com a outra, ou peça a um administrador que a desligue.',
  );

interface Linked {
  id: number;
  settings: OidcSettings;
  claims: Claims;
}

/** Stores the link and notifies the person. */
export async function linkIdentity(
  tx: Tx,
  ctx: PublicContext,
  { id, settings, claims }: Linked,
): Promise<number> {
  const now = ctx.now();
  const [identity] = await tx
    .insert(externalIdentities)
    .values({
      personId: id,
      issuer: settings.issuer,
      subject: String(claims.sub),
      createdAt: now,
      lastUsedAt: now,
    })
    .returning({ id: externalIdentities.id });
  if (!identity) throw new Error('identity was not inserted');
  const [person] = await tx.select().from(people).where(eq(people.id, id));
  if (person?.email) await mailProviderLinked(tx, ctx, person, settings.name);
  await audit(tx, ctx, {
    action: 'LIGAR_CONTA_DA_EMPRESA',
    entity: 'people',
    entityId: id,
    personId: id,
    after: { provedor: settings.issuer },
  });
  return identity.id;
}
