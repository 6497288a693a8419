import { screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import { Route } from 'react-router-dom';
import { DEFAULT_GRANTS, type PersonType } from '#contract/permissions.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { keepLoad } from '#data/session.ts';
import { TicketWizard } from '#src/custom/ticketWizard/TicketWizard.tsx';
import { loadOf, person } from '#tests/src/dataProvider/server.ts';
import { renderConsole } from '#tests/src/shell/renderConsole.tsx';

export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

interface Options {
  tipo?: PersonType;
  parametros?: InitialLoad['parametros'];
}

/** Opens the console as a person, and the wizard with its button. */
export async function openWizard({ tipo = 'OPERADOR', parametros = {} }: Options = {}) {
  const consumer = tipo === 'CONSUMIDOR_FINAL';
  const load = loadOf(
    {
      ...person(7, consumer ? 'Caio Nunes' : undefined),
      tipo,
      cliente: consumer ? { id: 44, razSoc: 'Caio Nunes' } : null,
    },
    DEFAULT_GRANTS[tipo],
  );
  keepLoad({ ...load, parametros });
  const shown = renderConsole(
    <CustomRoutes>
      <Route path="/home" element={<h1>Início</h1>} />
      <Route path="/tickets/:id" element={<h1>Página do ticket</h1>} />
    </CustomRoutes>,
    { wizard: TicketWizard, grants: DEFAULT_GRANTS[tipo].filter((grant) => grant !== 'SAC_AVISOS') },
  );
  const button = await screen.findByRole('button', { name: /^NOV[OA] (TICKET|SOLICITAÇÃO)$/ });
  await user.click(button);
  return { ...shown, button };
}

export const dialog = () => screen.findByRole('dialog', { name: 'Abrir novo ticket' });
export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
export const next = () => press('Prosseguir');
export const heading = (name: string) => screen.findByRole('heading', { name, level: 3 });

/** Chooses an option of a select. */
export async function choose(
  field: string | RegExp,
  option: string | RegExp,
  where = screen as Pick<typeof screen, 'findByRole'>,
) {
  await user.click(await where.findByRole('combobox', { name: field }));
  await user.click(await within(await screen.findByRole('listbox')).findByRole('option', { name: option }));
}

/** Completes the chooser and the first step, up to the customer. */
export async function beginType(menu: RegExp, type: RegExp, reason?: RegExp) {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('radio', { name: type }));
  if (reason) await choose(/^Motivo/, reason);
  await next();
}

export async function chooseCustomer() {
  await choose(/^Origem/, 'Telefone');
  await user.type(screen.getByRole('combobox', { name: /^Cliente/ }), 'Sol');
  await user.click(await screen.findByRole('option', { name: /Padaria Sol/ }));
  await screen.findByText('12.ABC.345/01DE-35');
}
