import { notifyManager } from '@tanstack/react-query';
import { act, configure, render } from '@testing-library/react';
import type { AuthProvider, DataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { DEFAULT_GRANTS, grantsOf, type Permission } from '#contract/permissions.ts';
import { permissionsOf } from '#data/authProvider.ts';
import type { TicketWizardProps } from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { Console } from '#src/shell/Console.tsx';
import { routerAt } from '../routerAt.tsx';

interface Options {
  path?: string;
  grants?: readonly Permission[];
  logout?: () => Promise<string>;
  wizard?: (props: TicketWizardProps) => ReactNode;
}

// A busy machine may be slow; no test asserts a duration.
configure({ asyncUtilTimeout: 15_000 });
// Responses arrive between two steps of a test, and React requires `act` for them.
notifyManager.setNotifyFunction((notify) => act(notify));
// jsdom has no layout, so there is nothing to scroll.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const WITHOUT_BELL = DEFAULT_GRANTS.OPERADOR.filter((permission) => permission !== 'SAC_AVISOS');

/** The whole console around `screens`, for a person with these grants (an operator's by default, without the bell). */
export function renderConsole(screens: ReactNode, options: Options = {}) {
  const { path = '/home', grants = WITHOUT_BELL, logout = async () => '/login', wizard } = options;
  const authProvider: AuthProvider = {
    login: async () => {},
    logout,
    checkAuth: async () => {},
    checkError: async () => {},
    getIdentity: async () => ({ id: 7, fullName: 'Ana Paula de Souza', tipoDescricao: 'Operador' }),
    getPermissions: async () => permissionsOf(grantsOf(grants)),
  };
  const { router, at } = routerAt(path);
  const console = (
    <Console authProvider={authProvider} dataProvider={{} as DataProvider} ticketWizard={wizard}>
      {screens}
    </Console>
  );
  return { router, ...render(at(console)) };
}
