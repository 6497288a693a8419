import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, requested, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';

const server = serve();
beforeEach(freshBrowser);

const space = (situacao: string, livre: number) =>
  http.get('/config/espaco', () => HttpResponse.json({ data: { situacao, livre, total: 10 ** 11 } }));

it('disk space warning is shown to an administrator until it is closed', async () => {
  server.use(space('POUCO', 1024 ** 3), ...signedIn(['SAC_HOME', 'CONFIGURACAO']));
  const { container } = renderApp('/home');
  expect(await screen.findByText(/^Restam 1.*no disco do servidor/)).toBeInTheDocument();
  await expectNoAxeViolations(container);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(screen.queryByText(/^Restam/)).not.toBeInTheDocument();
});

it('disk space warning cannot be closed while nothing can be written', async () => {
  server.use(space('CHEIO', 0), ...signedIn(['SAC_HOME', 'CONFIGURACAO']));
  renderApp('/home');
  expect(await screen.findByText(/sem espaço em disco: nada mais é gravado/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Fechar aviso' })).not.toBeInTheDocument();
});

it('disk space warning is absent while there is enough space', async () => {
  server.use(...signedIn(['SAC_HOME', 'CONFIGURACAO']));
  renderApp('/home');
  await waitFor(() => expect(requested).toContain('GET /config/espaco'));
  expect(screen.queryByText(/disco/)).not.toBeInTheDocument();
});

it('disk space is not requested for other people', async () => {
  server.use(...signedIn(['SAC_HOME']));
  renderApp('/home');
  await screen.findByText('Sem informações no momento.');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(requested).not.toContain('GET /config/espaco');
});
