import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { ANALYSIS_SUGGESTED, publicTicketChannel, ticketChannel } from '#contract/realtime.ts';
import {
  auditLog,
  products,
  proposedAnalyses,
  realtimeEvents,
  ticketEvents,
  ticketItems,
} from '#server/db/tables/index.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
const live: string[] = [];
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());
afterEach(async () => {
  for (const id of live.splice(0)) await fixture.off(id);
});

const refuse = {
  ...{ acao: 'PROPOR_ANALISE', proposta: 'RECUSAR', contagem: 'outra_marca' },
  motivo: 'Não vendemos esta marca',
};
const start = async (id: string, entao: object[]) => {
  await fixture.live({ id, titulo: `Regra ${id}`, entao });
  live.push(id);
};

/** A ticket at its analysis with one line of a loose product. */
async function analysing(): Promise<number> {
  const [product] = await fixture.db
    .insert(products)
    .values({ code: `V${Math.random()}`, description: 'Vela', brand: 'Serra', price: '10' })
    .returning();
  const id = await fixture.addTicket({ stepKey: 'ANALISE_DEVOLUCAO', status: 'EM_ATENDIMENTO' });
  const line = { ticketId: id, line: 1, description: 'Vela', requested: '1', unitPrice: '10' };
  await fixture.db.insert(ticketItems).values({ ...line, productId: product?.id ?? 0 });
  return id;
}
const proposalsOf = (id: number) =>
  fixture.db.select().from(proposedAnalyses).where(eq(proposedAnalyses.ticketId, id));
const suggested = async (id: number) =>
  (await fixture.get(`tickets/${id}/sugestoes-analise`, 'OPERADOR')).body;

describe('a rule about an analysis', () => {
  it('proposes, and moves nothing that the customer would notice', async () => {
    await start('marca', [refuse]);
    const id = await analysing();
    expect(await suggested(id)).toMatchObject([{ marca: 'OLHAR:SEM_NOTA' }]);
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await suggested(id)).toMatchObject([
      {
        marca: 'RECUSAR:REGRA',
        recusa: { contador: 'outra_marca', motivo: 'Não vendemos esta marca' },
        motivos: ['Regra Regra marca: Não vendemos esta marca', expect.any(String), expect.any(String)],
      },
    ]);
    const [line] = await fixture.db.select().from(ticketItems).where(eq(ticketItems.ticketId, id));
    expect(line).toMatchObject({ status: 'AN', analysisReason: '' });
    const events = await fixture.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.id);
    expect(JSON.stringify(events)).not.toContain('marca');
    const audited = and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'SUGERIR_ANALISE'));
    expect(await fixture.db.select().from(auditLog).where(audited).orderBy(auditLog.id)).toMatchObject([
      { after: { proposta: 'RECUSAR', motivo: 'Não vendemos esta marca', por: 'regra Regra marca' } },
    ]);
  });

  it('tells the company that has the ticket open, and nobody outside it', async () => {
    await start('conta', [refuse]);
    const id = await analysing();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const told = (await fixture.db.select().from(realtimeEvents).orderBy(realtimeEvents.id)).filter(
      ({ data }) => data.id === id && data.tipo === ANALYSIS_SUGGESTED,
    );
    expect(told.map(({ channels }) => channels)).toEqual([expect.arrayContaining([ticketChannel(id)])]);
    expect(JSON.stringify(told)).not.toContain(publicTicketChannel(id));
  });

  it('proposes no more once it is switched off or corrected, until it does so anew', async () => {
    await start('corrigida', [refuse]);
    const id = await analysing();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const marks = async () => (await suggested(id)).map(({ marca }: { marca: string }) => marca);
    expect(await marks()).toEqual(['RECUSAR:REGRA']);
    await fixture.off('corrigida');
    expect(await marks()).toEqual(['OLHAR:SEM_NOTA']);
    await fixture.setMode('corrigida', 'LIGADA');
    expect(await marks()).toEqual(['RECUSAR:REGRA']);
    // The same words in another version are what that one has to say itself.
    const corrected = {
      ...RULE,
      id: 'corrigida',
      titulo: 'Regra corrigida',
      descricao: 'Outra',
      entao: [refuse],
    };
    expect((await fixture.publish(corrected)).status).toBe(200);
    expect(await marks()).toEqual(['OLHAR:SEM_NOTA']);
    await fixture.prioritize(id, 'BAIXA');
    await fixture.act();
    expect(await marks()).toEqual(['RECUSAR:REGRA']);
  });

  it('says the same once, and anew what has changed', async () => {
    await start('de-novo', [refuse]);
    const id = await analysing();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const [first] = await proposalsOf(id);
    await fixture.prioritize(id, 'BAIXA');
    await fixture.act();
    expect(await proposalsOf(id)).toEqual([first]);
    expect((await fixture.runs('de-novo')).map(({ state }) => state)).toEqual(['FEITO', 'FEITO']);
    await fixture.db.update(ticketItems).set({ requested: '2' }).where(eq(ticketItems.ticketId, id));
    expect(await suggested(id)).toMatchObject([{ marca: 'OLHAR:SEM_NOTA' }]);
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await suggested(id)).toMatchObject([{ marca: 'RECUSAR:REGRA' }]);
    expect(await proposalsOf(id)).toHaveLength(1);
  });

  it('has nothing to say of a ticket without goods', async () => {
    await start('sem-produtos', [refuse]);
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await proposalsOf(id)).toEqual([]);
    expect((await fixture.runs('sem-produtos')).map(({ state }) => state)).toEqual(['FEITO']);
  });

  it('is published with its words, and a counter that there is', async () => {
    const statuses: number[] = [];
    for (const wrong of [
      { acao: 'PROPOR_ANALISE', proposta: 'APROVAR' },
      { acao: 'PROPOR_ANALISE', proposta: 'RECUSAR', motivo: 'Sem contagem' },
      { ...refuse, contagem: 'nada' },
      { ...refuse, proposta: 'NEGAR' },
    ])
      statuses.push((await fixture.publish({ ...RULE, id: 'errada', entao: [wrong] })).status);
    expect(statuses).toEqual([422, 422, 422, 422]);
  });
});

describe('a macro about an analysis', () => {
  it('proposes as the person who uses it, until it is corrected', async () => {
    const macro = {
      ...{ formato: 1, id: 'confere', titulo: 'Conferir', entidade: 'tickets' },
      ...{ quando: { tipo: 'PESSOA' } },
      entao: [{ acao: 'PROPOR_ANALISE', proposta: 'OLHAR', motivo: 'Ligar antes' }],
    };
    await fixture.publish(macro);
    const id = await analysing();
    const used = await fixture.call('POST', `/sac/tickets/${id}/macros/confere`, {}, 'OPERADOR');
    expect(used.status).toBe(200);
    expect(await suggested(id)).toMatchObject([
      { marca: 'OLHAR:REGRA', motivos: expect.arrayContaining(['Macro Conferir: Ligar antes']) },
    ]);
    await fixture.publish({ ...macro, titulo: 'Conferir melhor' });
    expect(await suggested(id)).toMatchObject([{ marca: 'OLHAR:SEM_NOTA' }]);
  });
});
