import { beforeEach } from '@jest/globals';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';

/** The grants with which these tests open the ticket screens. */
export const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR'];

/** Serves a list of two out of sixty tickets, reset for every test of a file; tests may override its handlers. */
export function servedTickets() {
  const server = serve();

  beforeEach(() => {
    freshBrowser();
    server.use(
      ...signedIn(GRANTS),
      http.get('/sac/tickets/tipos', () =>
        HttpResponse.json([{ id: 1, chave: 'DEVOLUCAO', desc: 'Devolução de mercadoria' }]),
      ),
      http.get('/sac/consultas/setores', () => HttpResponse.json([{ id: 2, desc: 'Logística' }])),
      http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
      http.get('/sac/tickets/totais', () =>
        HttpResponse.json([
          { status: 'ABERTO', descricao: 'Aberto', total: 2 },
          { status: 'FINALIZADO', descricao: 'Finalizado', total: 10_001 },
        ]),
      ),
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)], 60))),
    );
  });
  return server;
}
