import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Link } from 'react-router-dom';
import { type CustomerRegistration, customerRoutes } from '../../../contract/sac/customers.ts';
import { ExtraFieldsPanel } from '../../custom/extraFields/ExtraFieldsPanel.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { DocumentText } from '../../ui/components/display/DocumentText.tsx';
import { LegendBadges } from '../../ui/components/display/LegendBadges.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { Addresses, Contacts, RegistrationFacts } from './CustomerParts.tsx';

/** Who the customer is and how to reach them, for those who work on tickets alone. */
export function CustomerRecord({ id }: { id: number }) {
  const { data, error, refetch } = useRoute(customerRoutes.registration, { params: { idCli: id } });
  if (error && !data)
    return (
      <Page title={`Cliente ${id}`}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title={`Cliente ${id}`} width="form">
        <Skeleton variant="rounded" height={180} sx={{ mb: 4 }} />
        <Skeleton variant="rounded" height={120} />
      </Page>
    );
  return <Loaded customer={data.data} />;
}

function Loaded({ customer }: { customer: CustomerRegistration }) {
  const { id, fant, razSoc, documento, legendas, motivoBloqueio } = customer;
  return (
    <Page
      title={fant || razSoc}
      width="form"
      aside={<LegendBadges codes={legendas.map(({ codigo }) => codigo)} blockReason={motivoBloqueio} />}
      actions={
        <Button
          component={Link}
          to={`/tickets?filter=${encodeURIComponent(JSON.stringify({ idCli: String(id) }))}`}
          variant="outlined"
          startIcon={<ConfirmationNumberOutlined />}
        >
          Ver tickets
        </Button>
      }
    >
      <Box component="p" sx={{ mt: 0, mb: 4, color: 'text.secondary' }}>
        {id} · {razSoc} · <DocumentText value={documento} />
      </Box>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {motivoBloqueio && <Alert severity="error">Bloqueado: {motivoBloqueio}</Alert>}
        <RegistrationFacts customer={customer} />
        <ExtraFieldsPanel
          entity="cliente"
          id={id}
          frame={({ title, action, children }) => (
            <Section title={title} actions={action}>
              {children}
            </Section>
          )}
        />
        <Contacts customer={customer} />
        <Addresses customer={customer} />
      </Box>
    </Page>
  );
}
