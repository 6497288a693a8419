import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../support/servers/freePort.ts';
import { CLIENT } from '../../support/signIn/oidcForger.ts';
import { startProvider, type TestProvider } from '../../support/signIn/oidcProvider.ts';
import { expectAccessible } from '../support/axe.ts';
import { dropSession, expectNoSidewaysScroll, LOOKS, launch, visit } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';

describe("company's own sign-in", () => {
  let browser: Browser;
  let console: RunningConsole;
  let provider: TestProvider;
  before(async () => {
    const port = await freePort();
    provider = await startProvider(`http://localhost:${port}`);
    [browser, console] = await Promise.all([
      launch(),
      startConsole({
        port,
        env: {
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: CLIENT.id,
          OIDC_CLIENT_SECRET: CLIENT.secret,
          OIDC_NAME: 'conta da Azul',
          OIDC_ROLES: '{"balcao-gerentes":"GERENTE"}',
          OIDC_CPF_CLAIM: 'cpf',
          PRIVATE_HOSTS: '127.0.0.1',
        },
      }),
    ]);
    provider.accounts.gerente = { groups: ['balcao-gerentes'], cpf: '20000000299', name: 'Gerente Azul' };
    provider.accounts.visita = { groups: ['outros'], name: 'Visita Azul' };
  });
  after(async () => {
    await browser.close();
    await console.stop();
    await provider.stop();
  });

  const start = async (page: Page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar com conta da Azul' }).click();
  };
  const atProvider = async (page: Page, login: string) => {
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('qualquer');
    await page.locator('button[type=submit]').click();
  };

  for (const look of LOOKS) {
    it(`accepts a person with a role and refuses one without, at ${look.width} px`, async () => {
      await visit(browser, { ...look, url: console.url }, async (page) => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Entrar com conta da Azul' }).waitFor();
        await expectAccessible(page, 'the sign-in with a provider');
        await expectNoSidewaysScroll(page);
        await start(page);
        await atProvider(page, 'visita');
        await page.getByText('não tem nenhum perfil do Balcão', { exact: false }).waitFor();
        await expectAccessible(page, 'a refused sign-in by the provider');
        await expectNoSidewaysScroll(page);
        await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
        await page.waitForURL('**/login');

        await dropSession(page);
        await start(page);
        await atProvider(page, 'gerente');
        await page.waitForURL('**/home');
        await page.goto('/conta/dados');
        await page.getByRole('heading', { name: 'conta da Azul' }).waitFor();
        await page.getByRole('button', { name: 'Desligar conta da Azul' }).waitFor();
      });
    });
  }

  it('says that it was cancelled at the provider', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: console.url }, async (page) => {
      await start(page);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByText('foi cancelada', { exact: false }).waitFor();
    });
  });

  it('signs out at the provider too, without a question', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: console.url }, async (page) => {
      await start(page);
      await atProvider(page, 'gerente');
      await page.waitForURL('**/home');
      await page.getByRole('button', { name: /Menu do usuário/ }).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      // By way of the provider, which does not redirect back after asking for confirmation.
      await page.waitForURL('**/login');
      await start(page);
      await page.locator('input[name=login]').waitFor();
    });
  });

  it('ends the session here when it ends at the provider', async () => {
    await visit(browser, { width: 1280, scheme: 'light', url: console.url }, async (page) => {
      await start(page);
      await atProvider(page, 'gerente');
      await page.waitForURL('**/home');
      // Checked outside the page, which navigates on its own when its session ends.
      const status = async () =>
        (await page.request.get('/sac/validar-sessao', { headers: { App: 'balcao' } })).status();
      const there = await page.context().newPage();
      await there.goto(`${provider.issuer}/session/end`);
      await there.getByRole('button', { name: /Yes/ }).click();
      await there.getByText('Sign-out Success').waitFor();
      await eventually(status, (answered) => answered === 401, 'the session of the console goes on');
    });
  });
});
