import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { CannedReply } from '../../../contract/config/texts/cannedReplies.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';

/** `/respostas`: frequent answers, ready to be inserted. */
export function CannedReplyList() {
  return (
    <RequirePermission permission="CONFIGURACAO_RESPOSTAS">
      <ResourceList<CannedReply>
        resource="respostas"
        title="Respostas prontas"
        noun={['resposta', 'respostas']}
        columns={COLUMNS}
        sort={{ field: 'titulo', order: 'ASC' }}
        search={{ key: 'q', placeholder: 'Título ou texto' }}
        empty={{
          title: 'Nenhuma resposta pronta',
          text: 'Escreva uma vez o que a equipe responde todos os dias.',
        }}
        actions={
          <Button component={Link} to="/respostas/create" variant="contained" startIcon={<AddOutlined />}>
            Criar resposta
          </Button>
        }
      />
    </RequirePermission>
  );
}

const COLUMNS: readonly Column<CannedReply>[] = [
  fieldColumn(CannedReply, 'titulo', { sortable: true, card: 'title', render: ({ titulo }) => titulo }),
  fieldColumn(CannedReply, 'setor', {
    width: 220,
    card: 'fact',
    render: ({ setor }) => setor?.desc ?? 'Todos os setores',
  }),
  fieldColumn(CannedReply, 'atualizado', {
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    render: ({ atualizado }) => <RelativeDate value={atualizado} />,
  }),
];
