import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useSearchParams } from 'react-router-dom';
import { customerRoutes } from '../../../contract/sac/customers.ts';
import { CustomerField } from '../../custom/agendas/CustomerField.tsx';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { SuggestionBoard } from './SuggestionBoard.tsx';

/** `/sugestoes?cliente=12&filial=1`: what to offer a customer, gathered into a quote. */
export function SuggestionsPage() {
  return (
    <Guarded permission="ORCAMENTO">
      <Suggestions />
    </Guarded>
  );
}

function Suggestions() {
  const [address, setAddress] = useSearchParams();
  const idCli = Number(address.get('cliente')) || null;
  const choose = (cliente: string | number | null) =>
    setAddress(cliente === null ? {} : { cliente: `${cliente}` });
  return (
    <Page title="Sugestões de produtos">
      {idCli === null ? (
        <Box sx={{ maxWidth: 560, display: 'grid', gap: 4 }}>
          <CustomerField value={null} onChange={(option) => choose(option?.value ?? null)} />
          <EmptyState
            title="Escolha o cliente"
            text="As sugestões vêm do que ele comprou, e do que clientes parecidos compram."
          />
        </Box>
      ) : (
        <OfCustomer
          key={idCli}
          idCli={idCli}
          branch={Number(address.get('filial')) || null}
          onCustomer={choose}
        />
      )}
    </Page>
  );
}

interface OfCustomerProps {
  idCli: number;
  branch: number | null;
  onCustomer: (id: string | number | null) => void;
}

function OfCustomer({ idCli, branch, onCustomer }: OfCustomerProps) {
  const { data, error, isPending, refetch } = useRoute(customerRoutes.get, { params: { idCli } });
  const [address, setAddress] = useSearchParams();
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} />;
  const { fant, razSoc, filiaisSac } = data.data;
  const chosen = filiaisSac.find(({ idFil }) => idFil === branch) ?? filiaisSac[0];
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(0, 1fr)' }, mb: 4 }}
      >
        <CustomerField
          value={{ value: idCli, label: `${idCli} - ${fant || razSoc}` }}
          onChange={(option) => onCustomer(option?.value ?? null)}
        />
        <TextField
          select
          label="Filial"
          value={chosen?.idFil ?? ''}
          disabled={filiaisSac.length < 2}
          onChange={(event) => setAddress({ ...Object.fromEntries(address), filial: event.target.value })}
        >
          {filiaisSac.map(({ idFil, razSoc: name }) => (
            <MenuItem key={idFil} value={idFil}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {chosen ? (
        <SuggestionBoard key={chosen.idFil} idCli={idCli} idFil={chosen.idFil} />
      ) : (
        <EmptyState
          title="Nenhuma filial sua atende este cliente"
          text="Peça a um supervisor que inclua a sua filial."
        />
      )}
    </>
  );
}
