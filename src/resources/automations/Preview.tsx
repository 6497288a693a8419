import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { automationRoutes, type PlannedAgenda } from '../../../contract/callcenter/automations.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { ruleOf, type Written } from './written.ts';

/** Who would be called, and when, by the rule as it stands in the form; nothing is written. */
export function Preview({ value, id }: { value: Written; id?: number }) {
  const preview = useRouteCommand(automationRoutes.preview);
  const [asked, setAsked] = useState('');
  const rule = ruleOf(value);
  const current = JSON.stringify(rule);
  const ask = () => {
    setAsked(current);
    preview.mutate({ body: { regra: rule, ...(id !== undefined && { idAutomacao: id }) } });
  };
  const plan = preview.data?.data;
  return (
    <Section
      title="Prévia"
      description="Quem seria contatado e quando, se rodasse agora. Nada é criado."
      actions={
        <Button variant="outlined" onClick={ask} loading={preview.isPending}>
          {plan ? 'Atualizar prévia' : 'Ver prévia'}
        </Button>
      }
    >
      <Stack spacing={3} aria-live="polite">
        {preview.error && <Alert severity="error">{preview.error.message}</Alert>}
        {plan && asked !== current && <Alert severity="info">A regra mudou desde esta prévia.</Alert>}
        {plan && <Alert severity={plan.agendas.length > 0 ? 'success' : 'info'}>{plan.message}</Alert>}
        {plan && plan.semVendedor > 0 && (
          <Alert severity="warning">
            {formatCount(plan.semVendedor, 'cliente fica', 'clientes ficam')} de fora: nenhum vendedor os
            atende.
          </Alert>
        )}
        {plan && plan.agendas.length > 0 && (
          <DataTable
            label="Agendas previstas"
            columns={COLUMNS}
            rows={plan.agendas}
            rowId={rowId}
            maxHeight="360px"
          />
        )}
      </Stack>
    </Section>
  );
}

const rowId = ({ cliente }: PlannedAgenda) => cliente.id;
const COLUMNS: readonly Column<PlannedAgenda>[] = [
  { id: 'cliente', label: 'Cliente', minWidth: 180, card: 'title', render: ({ cliente }) => cliente.nome },
  {
    id: 'quando',
    label: 'Quando',
    width: 150,
    card: 'fact',
    render: ({ data_agendada }) => formatDateTime(data_agendada, ownZone()),
  },
  { id: 'quem', label: 'Quem', minWidth: 140, card: 'fact', render: ({ colaborador }) => colaborador.nome },
  {
    id: 'compra',
    label: 'Última compra',
    width: 130,
    card: 'fact',
    render: ({ ultimaCompra }) => (ultimaCompra ? formatCalendarDate(ultimaCompra) : 'Nunca'),
  },
];
