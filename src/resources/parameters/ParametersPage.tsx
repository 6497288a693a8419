import { parameterRoutes } from '../../../contract/config/parameters.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { ParametersScreen } from '../../custom/parameters/ParametersScreen.tsx';

/** `/parametros`: every parameter of the installation. */
export function ParametersPage() {
  return (
    <Guarded permission="CONFIGURACAO_PARAMETROS">
      <ParametersScreen title="Parâmetros" routes={parameterRoutes} />
    </Guarded>
  );
}
