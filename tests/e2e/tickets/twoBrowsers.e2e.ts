import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { launch, OPERATOR, openSignedIn, SUPERVISOR, visit } from '../support/browser.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { advance, openReturn } from '../support/tickets/tickets.ts';

const LOOK = { width: 1280, scheme: 'light' } as const;

describe('two people on one ticket', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('see each other and each message at once, also after the connection was cut', async () => {
    await together(browser, async (bruno, silvia, line) => {
      await expectAccessibleAndFitting(bruno, 'ticket with a colleague');
      const reply = composer(bruno).getByRole('textbox', { name: 'Mensagem' });
      await reply.pressSequentially('Bom dia, estamos vendo');
      await composer(silvia).getByText('Bruno está digitando…').waitFor();

      await note(silvia, 'O cliente ligou de manhã.');
      await message(bruno, 'O cliente ligou de manhã.').waitFor();
      assert.equal(await reply.innerText(), 'Bom dia, estamos vendo');

      // An offline page would only send the end of its connection once it is back.
      await line.cut();
      await bruno.context().setOffline(true);
      await face(silvia, 'Bruno Carvalho').waitFor({ state: 'detached' });
      await bruno
        .getByText(/sem conexão/i)
        .first()
        .waitFor();
      await reply.pressSequentially(' a sua nota');
      await note(silvia, 'A transportadora confirmou a avaria.');
      line.remedy();
      await bruno.context().setOffline(false);
      await message(bruno, 'A transportadora confirmou a avaria.').waitFor();
      await face(silvia, 'Bruno Carvalho').waitFor();
      assert.equal(await reply.innerText(), 'Bom dia, estamos vendo a sua nota');
      await bruno
        .getByText(/Rascunho salvo às/)
        .first()
        .waitFor();
    });
  });

  it('see who acted first, keep their own input, and decide', async () => {
    await together(browser, async (bruno, silvia, line) => {
      for (const page of [silvia, bruno]) await otherWay(page, 'Pedir complemento ao cliente');
      await reason(bruno).fill('Faltam fotos da caixa.');
      await reason(silvia).fill('Falta a nota legível.');
      // Otherwise his dialog hears of it before he can act, and offers no way that is closed.
      await line.cut();
      await dialogButton(silvia, 'Pedir complemento ao cliente').click();
      await silvia.getByRole('dialog').waitFor({ state: 'detached' });

      // The ticket has left the step: the input for it is shown and can only be discarded.
      await dialogButton(bruno, 'Pedir complemento ao cliente').click();
      line.remedy();
      const changes = bruno.getByRole('dialog').getByRole('list', { name: 'O que mudou' });
      await changes.getByText('Sílvia Moura').waitFor();
      assert.equal(await reason(bruno).inputValue(), 'Faltam fotos da caixa.');
      await expectAccessibleAndFitting(bruno, 'conflict');
      assert.equal(
        await dialogButton(bruno, 'Aplicar o meu').count(),
        0,
        'what cannot be applied is not offered',
      );
      await dialogButton(bruno, 'Ficar com o dele').click();
      await bruno.getByRole('dialog').waitFor({ state: 'detached' });
      await step(bruno).getByText('Prazo pausado: aguarda o cliente').waitFor();

      // Something else has changed: the input is still valid and is applied.
      await otherWay(bruno, 'Voltar etapa');
      await reason(bruno).fill('As fotos já estavam nos anexos.');
      await answer(silvia, 'Pedi a nota também por telefone.');
      await dialogButton(bruno, 'Voltar etapa').click();
      await changes.getByText('Sílvia Moura').waitFor();
      assert.equal(await reason(bruno).inputValue(), 'As fotos já estavam nos anexos.');
      await dialogButton(bruno, 'Aplicar o meu').click();
      await bruno.getByRole('dialog').waitFor({ state: 'detached' });
      for (const page of [bruno, silvia]) {
        await step(page).getByRole('button', { name: 'Analisar a devolução' }).waitFor();
        await page.getByText('As fotos já estavam nos anexos.').first().waitFor();
        await message(page, 'Pedi a nota também por telefone.').waitFor();
      }
    });
  });
});

/** An operator and a supervisor open the same return in its analysis and see each other's avatar. */
const together = (browser: Browser, walk: (bruno: Page, silvia: Page, line: Line) => Promise<void>) =>
  visit(browser, LOOK, (bruno) =>
    visit(browser, LOOK, async (silvia) => {
      const line = await liveLine(bruno);
      await Promise.all([openSignedIn(bruno, OPERATOR), openSignedIn(silvia, SUPERVISOR)]);
      const { id } = await openReturn(bruno);
      await advance(bruno, id);
      await Promise.all([bruno, silvia].map((page) => page.goto(`/tickets/${id}`)));
      await face(bruno, 'Sílvia Moura').waitFor();
      await face(silvia, 'Bruno Carvalho').waitFor();
      await walk(bruno, silvia, line);
    }),
  );

type Line = Awaited<ReturnType<typeof liveLine>>;

/** The live connection of a page. Going offline alone only delays what an open connection carries. */
async function liveLine(page: Page) {
  let isCut = false;
  const open = new Set<{ close: WebSocketRoute['close'] }>();
  await page.context().routeWebSocket(/\/app\//, (line) => {
    if (isCut) return void line.close();
    open.add(line).add(line.connectToServer());
  });
  return {
    async cut() {
      isCut = true;
      await Promise.all([...open].map((end) => end.close()));
      open.clear();
    },
    remedy() {
      isCut = false;
    },
  };
}

const face = (page: Page, name: string) =>
  page.getByRole('img', { name: `Também está neste ticket: ${name}` });
const composer = (page: Page) => page.getByRole('region', { name: 'Escrever mensagem' });
const message = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Mensagens', exact: true }).getByText(text);
const step = (page: Page) => page.getByRole('region', { name: 'Situação e etapa' });
const reason = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' });
const dialogButton = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Writes an internal note, which changes nothing that others act on. */
const note = (page: Page, text: string) => write(page, text, ['Privado', 'Salvar nota privada']);

const answer = (page: Page, text: string) => write(page, text, ['Público', 'Enviar ao cliente']);

async function write(page: Page, text: string, [kind, send]: [string, string]) {
  await composer(page).getByRole('button', { name: kind }).click();
  await composer(page).getByRole('textbox', { name: 'Mensagem' }).pressSequentially(text);
  await composer(page).getByRole('button', { name: send }).click();
  await message(page, text).waitFor();
}

async function otherWay(page: Page, name: string) {
  await step(page).getByRole('button', { name: 'Outros caminhos' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog').waitFor();
}
