import { useOwnTypes } from '../../console/ownEntries.tsx';
import { RelatedRecords } from '../../records/RelatedRecords.tsx';
import type { PanelTabProps } from '../panelTabs.ts';
import { usePanelCustomer } from '../usePanel.ts';

/** The customer's records of a type that the company made itself. */
export const ownRecordsTab = (chave: string) =>
  function OwnRecordsTab({ idCli, item, onItem }: PanelTabProps) {
    const customer = usePanelCustomer(idCli).data?.data;
    const owner = useOwnTypes().data?.itens.find((type) => type.chave === chave)?.noPainelDoCliente;
    return (
      <RelatedRecords
        chave={chave}
        of={{ idCli }}
        filledIn={owner && customer ? { [owner]: customer.cnpj } : {}}
        owner="deste cliente"
        item={item}
        onItem={onItem}
      />
    );
  };
