import { CustomRoutes } from 'ra-core';
import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { keepLoad } from '#data/session.ts';
import { loadOf, person } from '../../dataProvider/server.ts';
import { renderConsole } from '../../shell/renderConsole.tsx';

/** A sales screen on a page of its own, as a seller sees it; `masked` for one who sees masked personal data. */
export function show(screenOf: ReactNode, parametros = {}, masked = false) {
  const grants: Permission[] = ['CLIENTE', 'CLIENTE_EDITAR', 'ORCAMENTO'];
  if (!masked) grants.push('DADOS_PESSOAIS');
  keepLoad({ ...loadOf(person(7), grants), parametros });
  return renderConsole(
    <CustomRoutes>
      <Route path="/home" element={screenOf} />
    </CustomRoutes>,
    { grants },
  );
}
