import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import { Route } from 'react-router-dom';
import { DEFAULT_GRANTS } from '#contract/permissions.ts';
import { laterGroups } from '#src/shell/laterEntries.ts';
import { drawerGroups } from '#src/shell/screens.ts';
import { Page } from '#ui/shell/Page.tsx';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { renderConsole } from './renderConsole.tsx';

const server = serve();

const screens = (
  <CustomRoutes key="routes">
    <Route path="/paineis/:id" element={<Page title="Painel">Painel</Page>} />
    {[...drawerGroups, ...laterGroups].flatMap(({ entries }) =>
      entries.map(({ path, plural }) => (
        <Route key={path} path={path} element={<Page title={plural}>{plural}</Page>} />
      )),
    )}
  </CustomRoutes>
);

const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });
const shown = async () =>
  within(await menu())
    .getAllByRole('link')
    .map((link) => link.textContent);

afterEach(() => localStorage.clear());

function open(path: string) {
  const kept: unknown[] = [];
  server.use(
    http.put('/callcenter/conta/preferencias', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ data: { message: 'Preferências salvas.' } });
    }),
  );
  renderConsole([screens], { path, grants: [...DEFAULT_GRANTS.ADMIN] });
  return { user: userEvent.setup(), kept };
}

it('leads to Configuração and back, and keeps the focus on the way', async () => {
  const { user } = open('/home');
  await waitFor(async () => expect(await shown()).toHaveLength(10));
  await user.click(within(await menu()).getByRole('button', { name: 'Configuração' }));
  const back = within(await menu()).getByRole('button', { name: 'Voltar ao menu' });
  await waitFor(() => expect(back).toHaveFocus());
  expect(await shown()).toContain('Parâmetros');
  expect(await shown()).not.toContain('Tickets');
  await expectNoAxeViolations(await menu());
  await user.click(back);
  await waitFor(async () =>
    expect(within(await menu()).getByRole('button', { name: 'Configuração' })).toHaveFocus(),
  );
});

it('shows what the first level leaves out, also when it is collapsed', async () => {
  const { user } = open('/home');
  await waitFor(async () => expect(await shown()).toHaveLength(10));
  expect(await shown()).not.toContain('Campanhas');
  await user.click(await screen.findByRole('button', { name: 'Recolher o menu' }));
  await user.click(within(await menu()).getByRole('button', { name: /^Mais \d+$/ }));
  expect(within(await menu()).getByRole('link', { name: 'Campanhas' })).toBeInTheDocument();
});

it('has the dashboards that stand in the menu of the role, which become favourites like any screen', async () => {
  const dashboard = (id: string, titulo: string, menu: boolean) => ({
    ...{ id, titulo, descricao: '', inicial: false, menu },
  });
  server.use(
    http.get('/config/paineis', () =>
      HttpResponse.json([dashboard('vendas', 'Vendas do mês', true), dashboard('fila', 'Fila', false)]),
    ),
  );
  const { user, kept } = open('/paineis/vendas');
  const link = await screen.findByRole('link', { name: 'Vendas do mês' });
  expect(link).toHaveAttribute('href', '/paineis/vendas');
  expect(link).toHaveAttribute('aria-current', 'page');
  expect(await shown()).not.toContain('Fila');
  await user.click(await screen.findByRole('button', { name: 'Vendas do mês nos favoritos' }));
  await waitFor(async () => expect((await shown())[0]).toBe('Vendas do mês'));
  await waitFor(() => expect(kept).toEqual([{ 'menu.favoritos': ['/paineis/vendas'] }]));
});

it('marks a screen of Configuração as a favourite, and follows it with the focus', async () => {
  const { user, kept } = open('/parametros');
  const star = () => screen.findByRole('button', { name: 'Parâmetros nos favoritos' });
  expect(await star()).toHaveAttribute('aria-pressed', 'false');
  expect(within(await menu()).getByRole('button', { name: 'Voltar ao menu' })).toBeInTheDocument();
  await user.click(await star());
  await waitFor(async () => expect(await star()).toHaveFocus());
  expect(await star()).toHaveAttribute('aria-pressed', 'true');
  expect((await shown())[0]).toBe('Parâmetros');
  expect((await shown()).filter((title) => title === 'Parâmetros')).toHaveLength(1);
  await waitFor(() => expect(kept).toEqual([{ 'menu.favoritos': ['/parametros'] }]));
  await user.click(await star());
  await waitFor(async () => expect(await star()).toHaveAttribute('aria-pressed', 'false'));
  await waitFor(async () => expect(await star()).toHaveFocus());
});
