import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'ra-core';
import { MemoryRouter } from 'react-router-dom';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { keepLoad } from '#data/session.ts';
import { createQueryClient } from '#data/useRoute.ts';
import { HttpResponse, http, loadOf, person, type serve } from '../../../dataProvider/server.ts';
import type { Shown } from './shownDialog.ts';

const user = userEvent.setup({ delay: null });
const authProvider = {
  login: async () => {},
  logout: async () => {},
  checkAuth: async () => {},
  checkError: async () => {},
  getPermissions: async () => ({ can: () => true }),
};

/** What any list, page or record answers that holds nothing. */
const nothings = Object.values<Routes>(catalogue)
  .flatMap((routes) => Object.values<Route>(routes))
  .filter(({ method, file }) => method === 'GET' && !file)
  .map(({ path, areas, response }) => {
    const answer =
      response.type === 'array'
        ? []
        : response.properties?.itens
          ? { itens: [], paginator: { current_page: 1, per_page: 25, total: 0, last_page: 1 } }
          : { data: null };
    return http.get(`${areas ? '/:area' : ''}${path.replace(/\{(\w+)\}/g, ':$1')}`, () =>
      HttpResponse.json(answer as object),
    );
  });

/** A person who is signed in, and a server that has nothing. */
export function prepareDialogs(server: ReturnType<typeof serve>) {
  keepLoad(loadOf({ ...person(7), tipo: 'SUPERVISOR' }, []));
  server.use(...nothings);
}

/** The dialog of a command as its screen opens it. */
export async function openDialog({ open, press }: Shown) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <CoreAdminContext authProvider={authProvider as never} dataProvider={{} as never}>
          {open}
        </CoreAdminContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  if (press) await user.click(await screen.findByRole('button', { name: press }));
  return { dialog: within(await screen.findByRole('dialog')) };
}
