import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
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
  const drop = useRouteCommand(customerUpkeepRoutes.declassify);
  const refetch = useRefetch();
  const declassify = async () => {
    const { data } = await drop.mutateAsync({ params });
    act.onDone(data.message);
    void refetch(customerUpkeepRoutes.declassify);
  };
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
        customer.classificacao ? { label: 'Tirar classificação', tone: 'error', run: declassify } : undefined
      }
      {...act}
    />
  );
}
