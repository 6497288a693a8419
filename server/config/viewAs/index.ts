import { eq } from 'drizzle-orm';
import { viewAsRoutes } from '#contract/config/people/people.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { sessions } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { signal } from '../../realtime/signal.ts';
import { VIEW_MINUTES } from '../../session/currentUser.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { findPerson, mayViewAs, type PersonRecord } from '../people/queries.ts';

/** Viewing the console as another person. */
export const viewAsImplementation = implement(viewAsRoutes, {
  begin: command(viewAsRoutes.begin, begin),
  end: command(viewAsRoutes.end, end),
});

type Begin = typeof viewAsRoutes.begin;
type End = typeof viewAsRoutes.end;

async function begin(tx: Tx, ctx: Context, { params }: Input<Begin>): Promise<Output<Begin>> {
  const record = await findPerson(tx, ctx.user, params.idPessoa);
  if (!record) throw notFound();
  refuseView(ctx, record);
  const until = new Date(ctx.now().getTime() + VIEW_MINUTES * 60 * 1000);
  await setView(tx, ctx, { viewAsId: record.person.id, viewAsUntil: until });
  await audit(tx, ctx, {
    action: 'VER_COMO',
    entity: 'people',
    entityId: record.person.id,
    after: { nome: record.person.name, ate: until.toISOString() },
  });
  return { data: { id: record.person.id, message: `Vendo como ${record.person.name}.` } };
}

function refuseView({ user }: Context, record: PersonRecord) {
  const { person } = record;
  if (person.id === user.id) throw refused('PROPRIA_CONTA', 'Esta é a sua própria conta.');
  if (!person.active) throw refused('DESATIVADA', 'Esta pessoa está desativada e não entra no console.');
  if (!mayViewAs(user, record))
    throw refused(
      'ALEM_DOS_SEUS_DIREITOS',
      'Esta pessoa tem permissões ou filiais que você não tem: você não pode ver como ela.',
    );
}

async function end(tx: Tx, ctx: Context): Promise<Output<End>> {
  const [session] = await tx
    .select({ viewAsId: sessions.viewAsId })
    .from(sessions)
    .where(eq(sessions.id, ctx.user.sessionId))
    .for('update');
  if (!session?.viewAsId) return { data: { message: 'Você já está na sua própria conta.' } };
  await setView(tx, ctx, { viewAsId: null, viewAsUntil: null });
  await audit(tx, ctx, { action: 'SAIR_DA_VISAO', entity: 'people', entityId: session.viewAsId });
  return { data: { id: session.viewAsId, message: 'Você voltou à sua conta.' } };
}

/** The session's open connections recheck what they may receive. */
async function setView(
  tx: Tx,
  { user }: Context,
  view: { viewAsId: number | null; viewAsUntil: Date | null },
) {
  await tx.update(sessions).set(view).where(eq(sessions.id, user.sessionId));
  await signal(tx, { kind: 'sessions', sessionId: user.sessionId });
}
