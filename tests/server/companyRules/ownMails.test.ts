import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customers, outboxEmails, ticketEvents } from '#server/db/tables/index.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
const MAIL = {
  ...{ formato: 1, id: 'prazo-novo', titulo: 'Prazo novo', assunto: 'Novo prazo do ticket {{numero}}' },
  texto: ['Olá, {{nome}}.', 'A prioridade mudou: {{situacao}}.'],
};
const at = (key: string) => `/config/definicoes/mails/${key}`;
async function publishMail(conteudo: { id: string } & Readonly<Record<string, unknown>>) {
  const versao = (await fixture.call('GET', at(conteudo.id))).body.data?.versao ?? 0;
  const saved = await fixture.call('PUT', `${at(conteudo.id)}/rascunho`, { conteudo, versao });
  return fixture.call('POST', `${at(conteudo.id)}/publicar`, {
    versao: saved.body.data?.versao ?? 0,
    nota: '',
  });
}
const sends = (modelo: string) => ({ ...RULE, entao: [{ acao: 'EMAIL_MODELO', modelo }] });

beforeAll(async () => {
  fixture = await ruleFixture();
  await fixture.db
    .update(customers)
    .set({ email: 'compras@exemplo.com.br' })
    .where(eq(customers.id, fixture.customerIds.first));
  expect((await publishMail(MAIL)).status).toBe(200);
});
afterAll(() => fixture?.server.close());

describe('a template of the company', () => {
  it('is chosen by rules; those that the console sends by itself are not', async () => {
    const { body } = await fixture.call('GET', '/config/regras-opcoes');
    expect(body.modelosEmail).toEqual([{ valor: 'prazo-novo', titulo: 'Prazo novo' }]);
  });

  it.each(['nao-existe', 'resposta'])('is not "%s"', async (modelo) => {
    const { status, body } = await fixture.publish({ ...sends(modelo), id: 'ruim' });
    expect(status).toBe(422);
    expect(body.problemas.map(({ ponteiro }: { ponteiro: string }) => ponteiro)).toContain('/entao/0/modelo');
  });

  it('is sent within the conversation of the ticket, under its own subject, once', async () => {
    await fixture.live({ ...sends('prazo-novo'), id: 'avisa' });
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const sent = await fixture.db
      .select()
      .from(outboxEmails)
      .where(eq(outboxEmails.ticketId, id))
      .orderBy(outboxEmails.id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      subject: `Novo prazo do ticket ${id}`,
      toAddress: 'compras@exemplo.com.br',
    });
    expect(sent[0]?.bodyText).toMatch(/A prioridade mudou: [A-Z]/);
    expect(sent[0]?.bodyText).toContain('/descadastro/');
    const events = await fixture.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.id);
    expect(events.map(({ note }) => note)).toContain('Pela regra Regra de teste: Prazo novo');
  });

  it('stays while a rule or a macro sends it, which are named', async () => {
    const macro = {
      ...sends('prazo-novo'),
      id: 'manda',
      titulo: 'Manda o prazo',
      quando: { tipo: 'PESSOA' },
    };
    const { papel: _, ...own } = macro;
    expect((await fixture.publish(own)).status).toBe(200);
    const { versao } = (await fixture.call('GET', at('prazo-novo'))).body.data;
    const { status, body } = await fixture.call('POST', `${at('prazo-novo')}/arquivar`, { versao });
    expect(status).toBe(422);
    expect(body.error).toMatch(/Manda o prazo.*Regra de teste/);
    expect((await publishMail({ ...MAIL, id: 'sem-uso', titulo: 'Sem uso' })).status).toBe(200);
    const unused = (await fixture.call('GET', at('sem-uso'))).body.data.versao;
    expect((await fixture.call('POST', `${at('sem-uso')}/arquivar`, { versao: unused })).status).toBe(200);
    const frame = (await fixture.call('GET', at('moldura'))).body.data.versao;
    expect((await fixture.call('POST', `${at('moldura')}/arquivar`, { versao: frame })).status).toBe(422);
  });
});
