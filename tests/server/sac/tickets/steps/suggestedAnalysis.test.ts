import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, eq, inArray } from 'drizzle-orm';
import {
  analysisOutcomes,
  auditLog,
  invoiceItems,
  invoices,
  parameters,
  products,
  proposedAnalyses,
  roles,
  ticketEvents,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { goodsOf } from '#server/sac/tickets/suggestions/goodsOf.ts';
import { addAttachment } from '../ticketFixture.ts';
import { type Returning, type StepsFixture, stepsFixture } from './stepsFixture.ts';

let fixture: StepsFixture;
beforeAll(async () => {
  fixture = await stepsFixture();
});
afterAll(() => fixture?.close());

const db = () => fixture.server.deps.db;
const path = (id: number) => `tickets/${id}/sugestoes-analise`;
const suggested = async (id: number, who?: Parameters<StepsFixture['get']>[1]) =>
  (await fixture.get(path(id), who)).body as {
    id: number;
    proposta: string;
    motivos: string[];
    recusa: { contador: string; motivo: string } | null;
    marca: string;
  }[];
const marks = async (id: number, who?: Parameters<StepsFixture['get']>[1]) =>
  (await suggested(id, who)).map(({ marca }) => marca);
const outcomes = ({ lineIds }: Returning) =>
  db()
    .select()
    .from(analysisOutcomes)
    .where(inArray(analysisOutcomes.itemId, lineIds))
    .orderBy(asc(analysisOutcomes.id));
const issued = (ticket: Returning, issuedOn: string) =>
  db().update(invoices).set({ issuedOn }).where(eq(invoices.id, ticket.invoiceId));
const parameter = async (key: string, value: unknown) => {
  await db().delete(parameters).where(eq(parameters.key, key));
  if (value !== null)
    await db().insert(parameters).values({ area: 'SAC', key, value, description: key, public: false });
};

describe('who reads suggestions', () => {
  it('are those who may analyse, and never anybody outside the company', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const statusOf = async (who: Parameters<StepsFixture['get']>[1]) =>
      (await fixture.get(path(ticket.id), who)).status;
    expect(await statusOf('OTHER_OPERATOR')).toBe(404);
    expect(await statusOf('VENDEDOR')).toBe(403);
    expect(await statusOf('OPERADOR')).toBe(200);
    const own = await fixture.returning('ANALISE_DEVOLUCAO', ['3'], {
      customerId: fixture.customerIds.consumer,
    });
    expect(await statusOf('CONSUMIDOR_FINAL')).toBe(404);
    expect((await fixture.get(path(own.id), 'CONSUMIDOR_FINAL')).status).toBe(403);
    // A role may grant a representative the step; what is suggested to analysts is still not theirs.
    const [role] = await db().select().from(roles).where(eq(roles.key, 'REPRESENTANTE'));
    const more = ['TICKETS_ETAPA_ANALISE_DEVOLUCAO', 'TICKETS_RESPONDER_INTERNO'];
    await db()
      .update(roles)
      .set({
        grants: (role?.grants ?? []).map((grant) =>
          grant.nome === 'SAC_TICKETS'
            ? {
                ...grant,
                moduloAcoes: [...grant.moduloAcoes, ...more.map((nome) => ({ nome, autorizado: true }))],
              }
            : grant,
        ),
      })
      .where(eq(roles.id, role?.id ?? 0));
    const carried = await fixture.returning('ANALISE_DEVOLUCAO', ['3'], {
      representativeId: fixture.representativeId,
    });
    expect((await fixture.get(`tickets/${carried.id}`, 'REPRESENTANTE')).status).toBe(200);
    expect((await fixture.get(path(carried.id), 'REPRESENTANTE')).status).toBe(403);
  });

  it('find none outside an analysis', async () => {
    const ticket = await fixture.returning('CONFERENCIA_DEVOLUCAO', ['3']);
    expect(await suggested(ticket.id)).toEqual([]);
  });
});

describe('what is suggested', () => {
  it('rests on the window of the branch, counted to the opening of the ticket', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM']);
    await parameter('diasLimiteDevolucao', 30);
    await issued(ticket, '2020-01-01');
    const [line] = await suggested(ticket.id);
    expect(line).toMatchObject({ marca: 'RECUSAR:FORA_DO_PRAZO', recusa: { contador: 'fora_prazo' } });
    expect(line?.recusa?.motivo).toMatch(/^Fora do prazo: a nota tinha [\d.]+ dias .* prazo é de 30 dias\.$/);
    // Opened in time, it does not become too old by waiting for its analysis.
    await db()
      .update(tickets)
      .set({ createdAt: new Date('2020-01-20T12:00:00Z') })
      .where(eq(tickets.id, ticket.id));
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM']);
    await parameter('diasLimiteDevolucao', null);
  });

  it('asks for the photo of the product, and takes one on the line', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3', '2']);
    const [first] = fixture.productIds;
    await db().update(products).set({ photoRequired: true }).where(eq(products.id, first));
    expect(await marks(ticket.id)).toEqual(['OLHAR:SEM_FOTO', 'APROVAR:EM_ORDEM']);
    await addAttachment(fixture, { ticketId: ticket.id, name: 'solta.jpg' });
    expect(await marks(ticket.id)).toEqual(['OLHAR:SEM_FOTO', 'APROVAR:EM_ORDEM']);
    await addAttachment(fixture, { ticketId: ticket.id, name: 'a.jpg', itemId: ticket.lineIds[0] as number });
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM', 'APROVAR:EM_ORDEM']);
    await db().update(products).set({ photoRequired: false }).where(eq(products.id, first));
  });

  it('counts what others hold and what was returned, and not what the line holds itself', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['6']);
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM']);
    await db()
      .update(invoiceItems)
      .set({ returned: '4.001' })
      .where(eq(invoiceItems.invoiceId, ticket.invoiceId));
    const [line] = await suggested(ticket.id);
    expect([line?.marca, line?.motivos[0]]).toEqual([
      'OLHAR:ACIMA_DO_SALDO',
      'O pedido é de 6 UN, e da nota só restam 5,999 UN.',
    ]);
    await db()
      .update(invoiceItems)
      .set({ returned: '0' })
      .where(eq(invoiceItems.invoiceId, ticket.invoiceId));
    await db().update(invoices).set({ status: 'CANCELADA' }).where(eq(invoices.id, ticket.invoiceId));
    expect(await marks(ticket.id)).toEqual(['OLHAR:SEM_DIREITO']);
  });

  it('lets a person look above the limit of the branch', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    await db().update(ticketItems).set({ unitPrice: '10' }).where(eq(ticketItems.ticketId, ticket.id));
    await parameter('limiteValorSugestao', '30.00');
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM']);
    await parameter('limiteValorSugestao', '29.99');
    expect(await marks(ticket.id)).toEqual(['OLHAR:VALOR_ALTO']);
    await parameter('limiteValorSugestao', null);
  });

  it('knows of the history only what the person may see', async () => {
    const customerId = fixture.customerIds.second;
    const earlier = async (status: 'A' | 'N', branchId: number) => {
      const other = await fixture.returning('ANALISE_DEVOLUCAO', ['1'], { customerId, branchId });
      await db().update(ticketItems).set({ status }).where(eq(ticketItems.ticketId, other.id));
      return other;
    };
    await earlier('N', fixture.branchIds[1]);
    await earlier('N', fixture.branchIds[1]);
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3'], { customerId });
    expect(await marks(ticket.id, 'OPERADOR')).toEqual(['APROVAR:EM_ORDEM']);
    expect((await suggested(ticket.id, 'OPERADOR'))[0]?.motivos.join()).toContain(
      'não devolveu este produto',
    );
    const [whole] = await suggested(ticket.id, 'ADMIN');
    expect([whole?.marca, whole?.motivos[0]]).toEqual([
      'OLHAR:RECUSAS',
      'Este cliente devolveu este produto mais 2 vezes em 12 meses; houve aprovação em 0 de 2.',
    ]);
    const cancelled = await earlier('N', fixture.branchIds[0]);
    await db().update(tickets).set({ status: 'CANCELADO' }).where(eq(tickets.id, cancelled.id));
    const old = await earlier('N', fixture.branchIds[0]);
    await db()
      .update(tickets)
      .set({ createdAt: new Date(Date.now() - 400 * 86_400_000) })
      .where(eq(tickets.id, old.id));
    expect((await suggested(ticket.id, 'OPERADOR'))[0]?.motivos.join()).toContain(
      'não devolveu este produto',
    );
  });

  it('takes the rules of the company first, as long as the goods are those they spoke of', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const lines = await fixture.lines(ticket.id);
    await publishMacro('marca');
    await db()
      .insert(proposedAnalyses)
      .values({
        ticketId: ticket.id,
        ruleKey: 'marca',
        ruleVersion: 1,
        by: 'macro Marca nossa',
        proposal: 'RECUSAR',
        counter: 'outra_marca',
        words: 'Não vendemos esta marca',
        goods: goodsOf(lines),
        at: new Date(),
      });
    expect((await suggested(ticket.id))[0]).toMatchObject({
      marca: 'RECUSAR:REGRA',
      recusa: { contador: 'outra_marca', motivo: 'Não vendemos esta marca' },
    });
    await db()
      .update(ticketItems)
      .set({ requested: '4', held: '4' })
      .where(eq(ticketItems.ticketId, ticket.id));
    expect(await marks(ticket.id)).toEqual(['APROVAR:EM_ORDEM']);
    const linhas = [{ id: ticket.lineIds[0], autorizada: '4' }];
    expect((await fixture.advance(ticket.id, { analise: { linhas } })).status).toBe(200);
    expect(await db().$count(proposedAnalyses, eq(proposedAnalyses.ticketId, ticket.id))).toBe(0);
  });
});

async function publishMacro(id: string): Promise<void> {
  const path = `/config/definicoes/rules/${id}`;
  const conteudo = {
    ...{ formato: 1, id, titulo: 'Marca nossa', entidade: 'tickets', quando: { tipo: 'PESSOA' } },
    entao: [{ acao: 'PROPOR_ANALISE', proposta: 'OLHAR', motivo: 'Confira' }],
  };
  const token = fixture.tokens.ADMIN;
  const saved = await fixture.server.call('PUT', `${path}/rascunho`, {
    token,
    body: { conteudo, versao: 0 },
  });
  const body = { versao: saved.body.data.versao, nota: '' };
  expect((await fixture.server.call('POST', `${path}/publicar`, { token, body })).status).toBe(200);
}

describe('what became of a suggestion', () => {
  const line = (id: number | undefined, part: object) => ({ id, ...part });

  it('is stored with the analysis: what was seen, and whether it was followed', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3', '2', '4', '1']);
    const [first, second, third, fourth] = ticket.lineIds;
    const sugestao = 'APROVAR:EM_ORDEM';
    const body = {
      analise: {
        linhas: [
          line(first, { autorizada: '3', sugestao }),
          line(second, { autorizada: '1', falta: '1', motivoAnalise: 'Veio a menos', sugestao }),
          line(third, { autorizada: '0', avaria: '4', motivoAnalise: 'Usado', sugestao: 'OLHAR:SEM_FOTO' }),
          line(fourth, { autorizada: '1' }),
        ],
      },
    };
    const answer = await fixture.advance(ticket.id, body, 'OPERADOR');
    expect(answer.status).toBe(200);
    expect(answer.body.data.message).toContain('A sugestão de um produto tinha mudado desde que você a viu.');
    const stored = await outcomes(ticket);
    expect(
      stored.map(({ itemId, proposal, because, outcome, followed, decision }) => [
        ...[itemId, `${proposal}:${because}`, outcome, followed, decision],
      ]),
    ).toEqual([
      [first, sugestao, 'VISTA', true, 'APROVADA'],
      [second, sugestao, 'VISTA', false, 'EM_PARTE'],
      [third, 'OLHAR:SEM_FOTO', 'MUDOU', null, 'RECUSADA'],
      [fourth, sugestao, 'NAO_VISTA', null, 'APROVADA'],
    ]);
    expect(new Set(stored.map(({ personId }) => personId))).toEqual(new Set([fixture.people.OPERADOR]));
    // Neither the timeline, which customers read, nor the audit speaks of it.
    const events = await db()
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, ticket.id))
      .orderBy(ticketEvents.id);
    const audited = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(ticket.id)))
      .orderBy(auditLog.id);
    expect(JSON.stringify([events, audited])).not.toMatch(/suges|EM_ORDEM/i);
  });

  it('is judged by the facts before the analysis wrote anything', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    await issued(ticket, '2020-01-01');
    await parameter('diasLimiteDevolucao', 30);
    const [seen] = await suggested(ticket.id);
    const answer = await fixture.advance(ticket.id, {
      etapa: 'FINALIZADO',
      motivo: 'Fora do prazo',
      finalizacao: { idMotivo: await deniedReason(), obs: 'Prazo' },
      analise: {
        linhas: [
          line(ticket.lineIds[0], {
            autorizada: '0',
            fora_prazo: '3',
            motivoAnalise: seen?.recusa?.motivo,
            sugestao: seen?.marca,
          }),
        ],
      },
    });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(await outcomes(ticket)).toMatchObject([
      { proposal: 'RECUSAR', outcome: 'VISTA', followed: true, decision: 'RECUSADA' },
    ]);
    await parameter('diasLimiteDevolucao', null);
  });

  it('is not stored for an analysis that is refused, and once for one that is repeated', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const body = (autorizada: string) => ({
      analise: { linhas: [line(ticket.lineIds[0], { autorizada, sugestao: 'APROVAR:EM_ORDEM' })] },
    });
    expect((await fixture.advance(ticket.id, body('2'))).status).toBe(422);
    expect(await outcomes(ticket)).toEqual([]);
    const once = () =>
      fixture.server.call('POST', `/sac/tickets/${ticket.id}/avancar-etapa`, {
        token: fixture.tokens.ADMIN,
        body: body('3'),
        headers: { 'Idempotency-Key': 'uma-analise-so-deste-ticket' },
      });
    expect([(await once()).status, (await once()).status]).toEqual([200, 200]);
    expect(await outcomes(ticket)).toHaveLength(1);
  });

  it('takes a mark that the console never gave for none', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const linhas = [line(ticket.lineIds[0], { autorizada: '3', sugestao: 'APROVAR:constructor' })];
    expect((await fixture.advance(ticket.id, { analise: { linhas } })).status).toBe(200);
    expect(await outcomes(ticket)).toMatchObject([
      { because: 'EM_ORDEM', outcome: 'NAO_VISTA', followed: null },
    ]);
  });
});

async function deniedReason(): Promise<number> {
  const { body } = await fixture.get('consultas/motivos-finalizacao?tipo=DEVOLUCAO');
  const reason = (body as { id: number; resultado: string | null }[]).find(
    ({ resultado }) => resultado === 'IMPROCEDENTE',
  );
  return reason?.id ?? 0;
}
