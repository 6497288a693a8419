import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useWizard } from '../state/wizardContext.ts';
import { OptionField } from './OptionField.tsx';

interface CarrierFieldProps {
  required: boolean;
  error: string | undefined;
}

/** One of the carriers that serve the customer. */
export function CarrierField({ required, error }: CarrierFieldProps) {
  const { draft, change } = useWizard();
  const carriers = useRoute(
    customerRoutes.carriers,
    { params: { idCli: draft.cliente?.id ?? 0 } },
    { enabled: draft.cliente !== null },
  );
  return (
    <OptionField
      label="Transportadora"
      required={required}
      options={draft.cliente ? carriers.data : []}
      nameOf={({ razSoc }) => razSoc}
      value={draft.transportadora}
      onChange={(carrier) =>
        change((now) => ({
          ...now,
          transportadora: carrier && { id: carrier.id, razSoc: carrier.razSoc },
        }))
      }
      error={error}
      failure={carriers.error ? errorText(carriers.error) : undefined}
    />
  );
}
