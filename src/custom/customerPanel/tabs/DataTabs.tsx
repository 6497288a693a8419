import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type CreditLimit, customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import { useRoute } from '#data/useRoute.ts';
import { ExtraFieldsPanel } from '#src/resources/extraFields/shared/ExtraFieldsPanel.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { Money } from '#ui/components/display/Texts.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton, TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../panelTabProps.ts';
import { PanelFailure } from '../TabParts.tsx';
import { usePanelCustomer } from '../usePanel.ts';
import { ClassificationDialog } from './registration/ClassificationDialog.tsx';
import { ActivitiesCard, AddressCard, RegistrationCard } from './registration/RegistrationCards.tsx';

/** Dados Cadastrais: the registration, credit limits, activity, classification and the extra fields. */
export function DataTab({ idCli }: PanelTabProps) {
  const { can } = useCan();
  const { data, error, refetch } = usePanelCustomer(idCli);
  const customer = data?.data;
  if (!customer)
    return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <RegistrationCard customer={customer} />
      <AddressCard customer={customer} />
      {can('CLIENTE_LIMITES_CREDITO') && <CreditLimitsCard idCli={idCli} />}
      {can('CLIENTE_ATIVIDADES') && <ActivitiesCard idCli={idCli} />}
      <ClassificationCard customer={customer} />
      {can('SAC_CLIENTE') && (
        <ExtraFieldsPanel
          entity="cliente"
          id={idCli}
          frame={({ title, action, children }) => (
            <Section title={title} actions={action}>
              {children}
            </Section>
          )}
        />
      )}
    </Box>
  );
}

/** The customer's classification; shown only when there are options to choose from (document 001 section 2). */
function ClassificationCard({ customer }: { customer: PanelCustomer }) {
  const { can } = useCan();
  const [editing, setEditing] = useState(false);
  const notify = useNotify();
  const answer = useRoute(registrationLookupRoutes.classificationsCallcenter, {});
  const { data: options, error } = answer;
  if (options ? options.length === 0 : !error) return null;
  return (
    <Section
      title="Classificação"
      actions={
        options &&
        can('CLIENTE_EDITAR') && (
          <IconButton size="small" aria-label="Editar classificação" onClick={() => setEditing(true)}>
            <EditOutlined fontSize="small" />
          </IconButton>
        )
      }
    >
      <Failure answer={answer} />
      <KeyValueList
        items={[
          { label: 'Classificação', value: customer.classificacao?.desc ?? 'Sem classificação' },
          { label: 'Observação', value: customer.classificacaoObs },
        ]}
      />
      {editing && options && (
        <ClassificationDialog
          customer={customer}
          options={options}
          onClose={() => setEditing(false)}
          onDone={(message) => {
            notify(message, { type: 'success' });
            setEditing(false);
          }}
        />
      )}
    </Section>
  );
}

/** The customer's remaining credit, by collection method and payment plan. */
function CreditLimitsCard({ idCli }: { idCli: number }) {
  const { data, error, refetch } = useRoute(customerUpkeepRoutes.limits, { params: { idCli } });
  return (
    <Section title="Limites de Crédito">
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <TextSkeleton lines={3} />}
      {data?.length === 0 && <Typography color="text.secondary">Nenhum limite disponível.</Typography>}
      <Box sx={{ display: 'grid', gap: 5 }}>
        {data?.map((limit) => (
          <Limit key={limit.id} limit={limit} />
        ))}
      </Box>
    </Section>
  );
}

function Limit({ limit }: { limit: CreditLimit }) {
  const share = usedShare(limit);
  const name = [limit.cobranca?.desc, limit.plano?.desc].filter(Boolean).join(' · ') || 'Limite geral';
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography component="h3" sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        <span>{share}% usado</span>
      </Box>
      <LinearProgress
        variant="determinate"
        value={Math.min(share, 100)}
        aria-label={`${name}: ${share}% usado`}
        color={tone(share)}
        sx={{ borderRadius: 2, mb: 3 }}
      />
      <KeyValueList
        pairWidth={140}
        items={[
          { label: 'Total', value: <Money value={limit.limite_total} decimals={2} /> },
          { label: 'Utilizado', value: <Money value={limit.limite_utilizado} decimals={2} /> },
          { label: 'Disponível', value: <Money value={limit.limite_disponivel} decimals={2} /> },
          { label: 'Crédito do cliente', value: <Money value={limit.credito_disponivel} decimals={2} /> },
          {
            label: 'Vencimento',
            value: limit.data_vencimento ? formatCalendarDate(limit.data_vencimento) : 'Sem vencimento',
          },
        ]}
      />
    </div>
  );
}

/** Used only for a bar: the exact amounts used and remaining are shown beside it. */
function usedShare({ limite_total, limite_utilizado }: CreditLimit): number {
  const total = Number(limite_total);
  return total > 0 ? Math.round((100 * Number(limite_utilizado)) / total) : 0;
}

const tone = (share: number) => (share >= 100 ? 'error' : share >= 80 ? 'warning' : 'primary');

/** Instructions for the people who deliver. */
export function LogisticsTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = usePanelCustomer(idCli);
  if (!data) return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <TextSkeleton />;
  const { obsLogistica } = data.data;
  return (
    <Section title="Logística" description="O que a entrega precisa saber deste cliente.">
      {obsLogistica?.trim() ? (
        <p style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{obsLogistica}</p>
      ) : (
        <EmptyState title="Nenhuma informação disponível" />
      )}
    </Section>
  );
}
