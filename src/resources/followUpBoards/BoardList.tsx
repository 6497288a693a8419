import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { BoardRecord, followUpBoardRoutes } from '../../../contract/callcenter/agendas/followUpBoards.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { Tag } from '../../ui/components/display/Chips.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';

/** All boards, including those that are not shown to anyone. */
export function BoardList() {
  const { data, error, isPending, refetch } = useRoute(followUpBoardRoutes.list, { query: {} });
  return (
    <Page
      title="Quadros"
      heading="Quadros de acompanhamento"
      count={data && formatCount(data.length, 'quadro', 'quadros')}
      actions={
        <Button component={Link} to="/quadros/create" variant="contained" startIcon={<AddOutlined />}>
          Criar quadro
        </Button>
      }
    >
      <DataTable
        label="Quadros"
        columns={COLUMNS}
        rows={data ?? NONE}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/quadros/${id}`}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhum quadro"
            text="Um quadro mostra em que etapa da relação de compra está cada cliente."
          />
        }
      />
    </Page>
  );
}

const NONE: BoardRecord[] = [];
const COLUMNS: readonly Column<BoardRecord>[] = [
  fieldColumn(BoardRecord, 'nome', {
    minWidth: 220,
    card: 'title',
    render: ({ nome }) => nome,
    second: ({ descricao }) => descricao,
  }),
  {
    id: 'ativo',
    label: 'Situação',
    width: 120,
    card: 'corner',
    render: ({ ativo }) => <Tag tone={ativo ? 'sucesso' : 'secundaria'}>{ativo ? 'Ativo' : 'Parado'}</Tag>,
  },
  fieldColumn(BoardRecord, 'etapas', {
    minWidth: 260,
    card: 'fact',
    render: ({ etapas }) => etapas.map(({ nome }) => nome).join(', '),
  }),
];
