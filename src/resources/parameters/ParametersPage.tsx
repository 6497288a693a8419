import { parameterRoutes } from '../../../contract/config/parameters.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { ParametersScreen } from '../../custom/parameters/ParametersScreen.tsx';

/** `/parametros`: every parameter of the installation. */
export function ParametersPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PARAMETROS">
      <ParametersScreen title="Parâmetros" routes={parameterRoutes} />
    </RequirePermission>
  );
}
