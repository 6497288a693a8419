import { parameterRoutes, salesPlatformRoutes } from '../../../contract/config/parameters.ts';
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

/** `/configuracao-fv`: the configuration of the field sales app, for all branches or a single one. */
export function FieldSalesPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_FV">
      <ParametersScreen
        title="Configuração FV"
        heading="Configuração da força de vendas"
        routes={salesPlatformRoutes}
      />
    </RequirePermission>
  );
}
