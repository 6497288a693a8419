import { CustomRoutes } from 'ra-core';
import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import type { Permission } from '../../../contract/permissions.ts';
import { keepLoad } from '../../../src/dataProvider/session.ts';
import { loadOf, person } from '../dataProvider/server.ts';
import { renderConsole } from '../layout/renderConsole.tsx';

/** Something of sales on a page of its own, as a seller sees it. */
export function show(screenOf: ReactNode, parametros = {}) {
  const grants: Permission[] = ['CLIENTE', 'CLIENTE_EDITAR', 'ORCAMENTO'];
  keepLoad({ ...loadOf(person(7), grants), parametros });
  return renderConsole(
    <CustomRoutes>
      <Route path="/home" element={screenOf} />
    </CustomRoutes>,
    { grants },
  );
}
