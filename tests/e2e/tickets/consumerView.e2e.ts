import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { asPerson } from '../support/asPerson.ts';
import {
  CONSUMER,
  LOOKS,
  launch,
  OPERATOR,
  openScreen,
  openSignedIn,
  SUPERVISOR,
  visit,
} from '../support/browser.ts';
import { expectConsumersWords } from '../support/consumersWords.ts';
import { expectAccessibleAndFitting as accessible } from '../support/expectAccessibleAndFitting.ts';
import { openComplaint } from '../support/questions.ts';
import { attachPhoto, composer, messages, reply, sendReply } from '../support/tickets/conversation.ts';
import { advance, read, send } from '../support/tickets/tickets.ts';

const NOTE = 'Cliente difícil, conceder só com o gerente.';
const FORWARDED = 'Verifiquem o entregador da rota quatro.';
const COST = 'Frete de volta por nossa conta.';

interface Row {
  id: number;
  cliente: { id: number };
}

describe('tickets of an end consumer', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`show only their own, without internal data, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        const heard = listen(page);
        await openSignedIn(page, CONSUMER);
        const id = await openComplaint(page, 'O entregador deixou a caixa na chuva.');
        await asPerson(browser, OPERATOR, (operator) => workBehind(operator, id));

        const foreign = await asPerson(browser, OPERATOR, (operator) => foreignTicket(operator, id));
        const { itens } = await read<{ itens: Row[] }>(page, '/sac/tickets?take=100');
        assert.equal(new Set(itens.map(({ cliente }) => cliente.id)).size, 1);
        assert.ok(itens.every((row) => row.id !== foreign));
        await page.goto(`/tickets/${foreign}`);
        await page.getByText('Solicitação não encontrada').waitFor();

        await openScreen(page, '/tickets');
        await page.getByText(String(id)).first().waitFor();
        for (const name of ['Operador', 'Prazo', 'Setor'])
          assert.equal(await page.getByRole('columnheader', { name }).count(), 0, name);
        await checked(page, "consumer's list");

        await openScreen(page, `/tickets/${id}`);
        await messages(page, 'Qual é o número do pedido?').waitFor();
        await page.getByText('Aguardamos a sua resposta na conversa.').waitFor();
        assert.equal(await page.getByRole('group', { name: 'Quem lê' }).count(), 0);
        assert.equal(await page.getByRole('checkbox', { name: 'Aguardar o cliente' }).count(), 0);
        assert.equal(await page.getByRole('button', { name: 'Respostas prontas' }).count(), 0);
        assert.equal(await page.getByRole('group', { name: 'Próxima etapa' }).count(), 0);
        await checked(page, "consumer's ticket");
        await expectNothingInternal(page);

        await reply(page).fill('É o pedido 4417. Veja a caixa.');
        await attachPhoto(page, 'chuva.jpg');
        await sendReply(page);
        await messages(page, 'É o pedido 4417.').getByRole('link', { name: 'Baixar chuva.jpg' }).waitFor();
        await statusRegion(page).getByText('Em atendimento').first().waitFor();
        await checked(page, "consumer's answered ticket");

        await page.reload();
        await messages(page, 'É o pedido 4417.').waitFor();
        await expectNothingInternal(page);
        await heard.silentOf([NOTE, FORWARDED, COST]);
      });
    });
  }

  it('can be withdrawn until work starts, and not afterwards', async () => {
    await visit(browser, { width: 360, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, CONSUMER);
      const id = await openComplaint(page, 'Abri por engano.');
      await show(page, id);
      await page.getByRole('button', { name: 'Ações', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Cancelar solicitação' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancelar solicitação' });
      await dialog.getByRole('button', { name: 'Cancelar solicitação' }).click();
      await dialog.getByText('Informe o motivo.').first().waitFor();
      await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Encontrei o pedido.');
      await checked(page, "consumer's cancel dialog");
      await dialog.getByRole('button', { name: 'Cancelar solicitação' }).click();
      await statusRegion(page).getByText('Cancelado').first().waitFor();
      await page.getByText('Esta solicitação está encerrada e não recebe mais mensagens.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Reabrir' }).count(), 0);
      await checked(page, "consumer's cancelled ticket");

      const other = await openComplaint(page, 'O segundo volume não veio.');
      await asPerson(browser, SUPERVISOR, async (supervisor) => {
        await advance(supervisor, other);
        await advance(supervisor, other, { etapa: 'REENVIO' });
      });
      await show(page, other);
      await page.getByRole('button', { name: 'Ações', exact: true }).click();
      const cancel = page.getByRole('menuitem', { name: /Cancelar solicitação/ });
      assert.equal(await cancel.getAttribute('aria-disabled'), 'true');
      assert.match(await cancel.innerText(), /Só antes da análise/);
    });
  });

  it('can be reopened after they ended, with a reason', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, CONSUMER);
      const id = await openComplaint(page, 'A troca não chegou.');
      await asPerson(browser, SUPERVISOR, async (supervisor) => {
        await advance(supervisor, id);
        await advance(supervisor, id, { finalizacao: { idMotivo: 106 } });
      });
      await show(page, id);
      await statusRegion(page).getByText('Finalizado').first().waitFor();
      await checked(page, "consumer's ended ticket");
      await statusRegion(page).getByRole('button', { name: 'Reabrir' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reabrir solicitação' });
      await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Continua sem chegar.');
      await dialog.getByRole('button', { name: 'Reabrir' }).click();
      await statusRegion(page).getByText('Em atendimento').first().waitFor();
      await reply(page).waitFor();
    });
  });
});

async function checked(page: Page, what: string) {
  await accessible(page, what);
  await expectConsumersWords(page, what);
}

/** Everything that the company does on a ticket without revealing it, and the question that it asks. */
async function workBehind(operator: Page, id: number) {
  const write = (body: object) => send(operator, `/sac/tickets/${id}/historico`, body);
  const [sector] = await read<{ id: number }[]>(operator, '/sac/consultas/setores');
  await write({ tipo: 'PRIVADO', mensagem: `<p>${NOTE}</p>` });
  await write({ tipo: 'ENCAMINHAMENTO', mensagem: `<p>${FORWARDED}</p>`, setor: sector?.id });
  await send(operator, `/sac/tickets/${id}/custos`, {
    tipo: 'FRETE_DEVOLUCAO',
    descricao: COST,
    valor: '48.90',
    responsavel: 'EMPRESA',
  });
  await write({ tipo: 'PUBLICO', mensagem: '<p>Qual é o número do pedido?</p>', aguardaCliente: true });
}

/** A ticket of another customer. */
async function foreignTicket(operator: Page, own: number): Promise<number> {
  const { data } = await read<{ data: Row }>(operator, `/sac/tickets/${own}`);
  const { itens } = await read<{ itens: Row[] }>(operator, '/sac/tickets?take=50');
  const other = itens.find(({ cliente }) => cliente.id !== data.cliente.id);
  if (!other) throw new Error('all tickets are of one customer');
  return other.id;
}

async function show(page: Page, id: number) {
  await page.goto(`/tickets/${id}`);
  await statusRegion(page).waitFor();
}

const statusRegion = (page: Page) => page.getByRole('region', { name: 'Situação e etapa' });

/** Checks the conversation, and the details with the whole timeline. */
async function expectNothingInternal(page: Page) {
  await expectUnsaid(page);
  const details = page.getByRole('tab', { name: 'Detalhes' });
  if (await details.isVisible()) await details.click();
  const all = page.getByRole('button', { name: 'Exibir todas as atividades' });
  await page.getByRole('region', { name: 'Atividades' }).waitFor();
  if (await all.isVisible()) await all.click();
  for (const name of ['Custos', 'Setores'])
    assert.equal(await page.getByRole('region', { name }).count(), 0, name);
  await checked(page, "consumer's facts");
  await expectUnsaid(page);
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await composer(page).waitFor();
}

async function expectUnsaid(page: Page) {
  const said = await page.locator('body').innerText();
  for (const secret of [NOTE, FORWARDED, COST, '48,90', 'Privado', 'Encaminha'])
    assert.ok(!said.includes(secret), `the page says '${secret}'`);
}

/** Records everything that the server sends to the page, to be searched at the end. */
function listen(page: Page) {
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => bodies.push(answer.text().catch(() => '')));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => bodies.push(Promise.resolve(String(payload)))),
  );
  return {
    async silentOf(secrets: readonly string[]) {
      const reported = await Promise.all(bodies);
      assert.ok(reported.some((body) => body.includes('Qual é o número do pedido?')));
      for (const secret of secrets)
        assert.ok(!reported.some((body) => body.includes(secret)), `an answer says '${secret}'`);
    },
  };
}
