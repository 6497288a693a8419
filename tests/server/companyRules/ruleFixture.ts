import { eq } from 'drizzle-orm';
import { actDue } from '#server/companyRules/act.ts';
import { collectEvents } from '#server/companyRules/collect.ts';
import { judgeDue } from '#server/companyRules/judgeDue.ts';
import { takeTurns } from '#server/companyRules/takeTurns.ts';
import { companyRules, ruleActions, ruleRuns } from '#server/db/tables/index.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

export const RULE = {
  formato: 1,
  id: 'regra',
  titulo: 'Regra de teste',
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'PRIORIZADO' },
  entao: [{ acao: 'ANOTAR', mensagem: 'Feito.' }] as object[],
  papel: 'SUPERVISOR',
};

type Who = keyof TicketFixture['tokens'];

/** A server whose rules act only when a test lets them. */
export async function ruleFixture() {
  const fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const log = fixture.server.app.log as WorkDeps['log'];
  const deps: WorkDeps = { ...fixture.server.deps, log };
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who: Who = 'ADMIN') =>
    fixture.server.call(method, path, { token: fixture.tokens[who], ...(body && { body }) });
  const studio = '/config/definicoes/rules';
  async function publish(conteudo: { id: string } & Readonly<Record<string, unknown>>, who: Who = 'ADMIN') {
    const path = `${studio}/${conteudo.id}`;
    const known = await call('GET', path, undefined, who);
    const versao = known.body.data?.versao ?? 0;
    const saved = await call('PUT', `${path}/rascunho`, { conteudo, versao }, who);
    if (saved.status !== 200) return saved;
    return call('POST', `${path}/publicar`, { versao: saved.body.data.versao, nota: '' }, who);
  }
  async function setMode(id: string, modo: string, who: Who = 'ADMIN') {
    const { body } = await call('GET', `/config/regras/${id}`);
    return call('POST', `/config/regras/${id}/modo`, { modo, versao: body.data.versao }, who);
  }
  /** Everything that is due, to the end. */
  async function act() {
    for (let found = true; found; ) {
      await numberChanges(db);
      found = await collectEvents(deps);
      found = (await judgeDue(deps)) || found;
      found = (await actDue(deps)) || found;
      found = (await numberChanges(db)).count > 0 || found;
    }
  }
  await act();
  return {
    ...fixture,
    db,
    deps,
    call,
    publish,
    setMode,
    act,
    turns: (most?: number) => takeTurns(deps, most),
    /** Publishes a rule over the base and switches it on. */
    async live(change: { id: string } & Readonly<Record<string, unknown>>, modo = 'LIGADA') {
      const published = await publish({ ...RULE, ...change });
      if (published.status !== 200) throw new Error(JSON.stringify(published.body));
      const on = await setMode(change.id, modo);
      if (on.status !== 200) throw new Error(JSON.stringify(on.body));
    },
    off: (id: string) => setMode(id, 'DESLIGADA'),
    runs: (id: string) => db.select().from(ruleRuns).where(eq(ruleRuns.ruleKey, id)).orderBy(ruleRuns.id),
    done: (id: string) => db.select().from(ruleActions).where(eq(ruleActions.ruleKey, id)),
    standing: async (id: string) => (await db.select().from(companyRules).where(eq(companyRules.key, id)))[0],
    prioritize: (id: number, prioridade: string, who: Who = 'OPERADOR') =>
      call('POST', `/sac/tickets/${id}/prioridade`, { prioridade }, who),
  };
}

export type RuleFixture = Awaited<ReturnType<typeof ruleFixture>>;
