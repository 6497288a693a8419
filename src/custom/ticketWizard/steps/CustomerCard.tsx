import Alert from '@mui/material/Alert';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import { formatPhone } from '../../../../contract/rules/phone.ts';
import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { KeyValueList } from '../../../ui/components/detail/KeyValueList.tsx';
import { LegendBadges } from '../../../ui/components/display/LegendBadges.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { CustomerLabel } from '../../customers/CustomerLabel.tsx';

/** Whom the ticket is for: names, badges, contact, and why they are blocked. */
export function CustomerCard({ id }: { id: number }) {
  const { data, error, refetch } = useRoute(customerRoutes.get, { params: { idCli: id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={96} />;
  const customer = data.data;
  return (
    <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', fontWeight: 500 }}>
        <CustomerLabel id={customer.id} tradeName={customer.fant} legalName={customer.razSoc} />
        <LegendBadges
          codes={customer.legendas.map(({ codigo }) => codigo)}
          blockReason={customer.motivoBloqueio}
        />
      </div>
      {customer.motivoBloqueio && (
        <Alert severity="warning">Cliente bloqueado: {customer.motivoBloqueio}</Alert>
      )}
      <KeyValueList
        pairWidth={160}
        items={[
          { label: 'CPF ou CNPJ', value: formatDocument(customer.documento) },
          { label: 'Telefone', value: formatPhone(customer.telefone) },
          { label: 'E-mail', value: customer.email },
          { label: 'Cidade', value: customer.cidade && `${customer.cidade}/${customer.uf}` },
        ]}
      />
    </Paper>
  );
}
