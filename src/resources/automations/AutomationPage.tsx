import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type Automation,
  automationRoutes,
  PlannedAgenda,
} from '#contract/callcenter/agendas/automations.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { seesOthersAgendas } from '#src/resources/agendas/shared/agendaTexts.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { Forbidden, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { AutomationCommands } from './AutomationCommands.tsx';
import { AgendaFields, CustomerFields } from './AutomationFields.tsx';
import { bodyOf, EMPTY, LABELS, ruleOf, type Written, writtenOf } from './written.ts';

/** `/automacoes/create` and `/automacoes/{id}`. */
export function AutomationPage() {
  const id = useRecordId();
  const isNew = useLocation().pathname.endsWith('/create');
  if (id === null && !isNew) return <UnknownPath />;
  return (
    <RequirePermission permission="AUTOMACAO_EDITAR">
      {seesOthersAgendas() ? (
        id === null ? (
          <Create />
        ) : (
          <Edit id={id} />
        )
      ) : (
        <Forbidden permission="AUTOMACAO_EDITAR" />
      )}
    </RequirePermission>
  );
}

const Create = () => (
  <Page title="Criar automação" width="form">
    <AutomationForm />
  </Page>
);

function Edit({ id }: { id: number }) {
  const answer = useRoute(automationRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title={`Automação ${id}`}>
      {({ data: automation }) => (
        <Page
          title={automation.nome}
          width="form"
          actions={<AutomationCommands automation={automation} onChanged={() => answer.refetch()} />}
        >
          <AutomationForm key={automation.id} automation={automation} />
        </Page>
      )}
    </LoadedPage>
  );
}

const Field = fieldsOf(automationRoutes.create);

function AutomationForm({ automation }: { automation?: Automation }) {
  return (
    <RecordForm<Written, ReturnType<typeof bodyOf>, Automation>
      draft={draftName('automation', automation?.id)}
      name="esta automação"
      routes={automationRoutes}
      record={automation}
      empty={EMPTY}
      written={writtenOf}
      labels={LABELS}
      bodyOf={bodyOf}
      saveLabel={automation ? 'Salvar automação' : 'Criar automação'}
      backTo="/automacoes"
      removal={{
        title: 'Excluir esta automação?',
        text: 'Ela deixa de agendar. As agendas que já criou ficam como estão.',
      }}
    >
      {(fields) => (
        <>
          <Field name="nome" />
          <Field name="ativa" hint="Roda sozinha toda madrugada." />
          <CustomerFields {...fields} />
          <AgendaFields {...fields} />
          <Preview value={fields.value} {...(automation && { id: automation.id })} />
        </>
      )}
    </RecordForm>
  );
}

/** The customers to be called, and when, according to the rule in the form; nothing is written. */
function Preview({ value, id }: { value: Written; id?: number }) {
  const preview = useRouteCommand(automationRoutes.preview);
  const [previewed, setPreviewed] = useState('');
  const rule = ruleOf(value);
  const current = JSON.stringify(rule);
  const ask = () => {
    setPreviewed(current);
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
        {plan && previewed !== current && <Alert severity="info">A regra mudou desde esta prévia.</Alert>}
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
  fieldColumn(PlannedAgenda, 'cliente', { label: 'Cliente', minWidth: 180, card: 'title' }),
  {
    id: 'quando',
    label: 'Quando',
    width: 150,
    card: 'fact',
    render: ({ data_agendada }) => formatDateTime(data_agendada, ownZone()),
  },
  fieldColumn(PlannedAgenda, 'colaborador', { id: 'quem', label: 'Quem', minWidth: 140, card: 'fact' }),
  fieldColumn(PlannedAgenda, 'ultimaCompra', { id: 'compra', width: 130, card: 'fact', none: 'Nunca' }),
];
