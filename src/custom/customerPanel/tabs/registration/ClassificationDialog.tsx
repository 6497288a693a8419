import Alert from '@mui/material/Alert';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface ClassificationDialogProps {
  customer: PanelCustomer;
  options: readonly { id: number; desc: string }[];
  onClose: () => void;
  onDone: (text: string) => void;
}

/** The classification with its note; 'Tirar' removes both. */
export function ClassificationDialog({ customer, options, ...act }: ClassificationDialogProps) {
  const params = { idCli: customer.id };
  const drop = useRouteCommand(customerUpkeepRoutes.declassify, {
    onSuccess: ({ data }) => act.onDone(data.message),
  });
  return (
    <CommandDialog
      route={customerUpkeepRoutes.classify}
      params={params}
      record={customer}
      name="a classificação"
      read={(now) => ({ classificacao: now?.classificacao?.id ?? null, obs: now?.classificacaoObs ?? '' })}
      fields={{
        classificacao: {
          choices: options.map(({ id, desc }) => ({ value: id, label: desc })),
          show: (own) => options.find(({ id }) => id === own)?.desc ?? 'Sem classificação',
        },
      }}
      title="Editar classificação"
      confirmLabel="Salvar"
      aside={
        customer.classificacao && (
          <Button color="error" loading={drop.isPending} onClick={() => drop.mutate({ params })}>
            Tirar classificação
          </Button>
        )
      }
      {...act}
    >
      {drop.error && <Alert severity="error">{drop.error.message}</Alert>}
    </CommandDialog>
  );
}
