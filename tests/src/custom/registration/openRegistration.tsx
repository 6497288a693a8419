import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import { Route } from 'react-router-dom';
import { DEFAULT_GRANTS } from '#contract/permissions.ts';
import { keepLoad } from '#data/session.ts';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import { loadOf, person } from '../../dataProvider/server.ts';
import { renderConsole } from '../../shell/renderConsole.tsx';

export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

export const registered: number[] = [];

function Opener({ waits }: { waits: boolean }) {
  const { register } = useRegistration();
  return (
    <button type="button" onClick={() => register(waits ? { onDone: (id) => void registered.push(id) } : {})}>
      Cadastrar
    </button>
  );
}

/** A screen from which a person who may register opens the form selected by the setting. */
export async function openRegistration(cadastraCliente = 'COMPLETO', waits = false) {
  const grants = DEFAULT_GRANTS.SUPERVISOR.filter((grant) => grant !== 'SAC_AVISOS');
  keepLoad({ ...loadOf({ ...person(7), tipo: 'SUPERVISOR' }, grants), parametros: { cadastraCliente } });
  const shown = renderConsole(
    <CustomRoutes>
      <Route path="/home" element={<Opener waits={waits} />} />
    </CustomRoutes>,
    { grants },
  );
  const button = await screen.findByRole('button', { name: 'Cadastrar' });
  await user.click(button);
  return { ...shown, button };
}

export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
export const next = () => press(/^(Continuar|Finalizar)$/);
export const heading = (name: string) => screen.findByRole('heading', { name, level: 3 });
export const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
export const fill = async (name: string | RegExp, text: string) => {
  const input = await field(name);
  await user.clear(input);
  await user.type(input, text);
};
export const gone = (name: string) =>
  waitFor(() => {
    if (screen.queryByRole('dialog', { name })) throw new Error(`${name} is still open`);
  });
