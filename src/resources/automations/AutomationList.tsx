import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Automation, automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { seesOthersAgendas } from '#src/resources/agendas/shared/agendaTexts.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

/** `/automacoes`: rules that create agendas automatically. */
export function AutomationList() {
  return (
    <RequirePermission permission="AUTOMACAO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const { data, error, isPending, refetch } = useRoute(automationRoutes.list, { query: { take: 100 } });
  const { can } = useCan();
  const may = can('AUTOMACAO_EDITAR') && seesOthersAgendas();
  const create = may && (
    <Button component={Link} to="/automacoes/create" variant="contained" startIcon={<AddOutlined />}>
      Criar automação
    </Button>
  );
  return (
    <Page
      title={{ menu: 'Automações', inFull: 'Automações de agendas' }}
      count={data && formatCount(data.paginator.total, 'automação', 'automações')}
      actions={create}
    >
      <DataTable
        label="Automações"
        columns={COLUMNS}
        rows={data?.itens ?? NONE}
        rowId={idOf}
        rowLink={({ id }) => `/automacoes/${id}`}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhuma automação"
            text="Uma automação agenda sozinha o contato com quem, por exemplo, não compra há 60 dias."
          />
        }
      />
    </Page>
  );
}

const NONE: Automation[] = [];
const idOf = ({ id }: Automation) => id;
const COLUMNS: readonly Column<Automation>[] = [
  fieldColumn(Automation, 'nome', {
    minWidth: 220,
    card: 'title',
    second: ({ regra }) => regra.agenda.assunto,
  }),
  {
    id: 'ativa',
    label: 'Situação',
    width: 110,
    card: 'corner',
    render: ({ ativa }) => <Tag tone={ativa ? 'sucesso' : 'secundaria'}>{ativa ? 'Ativa' : 'Parada'}</Tag>,
  },
  fieldColumn(Automation, 'ultimaExecucao', {
    id: 'ultima',
    kind: 'text',
    width: 180,
    card: 'fact',
    second: ({ ultimasCriadas }) =>
      ultimasCriadas === null ? null : formatCount(ultimasCriadas, 'agenda criada', 'agendas criadas'),
    none: 'Ainda não rodou',
  }),
  fieldColumn(Automation, 'pendentes', { label: 'Pendentes', width: 110, card: 'fact' }),
  fieldColumn(Automation, 'criador', { label: 'Criada por', width: 190 }),
];
