import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EditedArticle } from '../../../contract/config/texts/articles.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';

/** `/artigos`: all articles, for their authors. */
export function ArticleList() {
  return (
    <RequirePermission permission="FAQ_EDITAR">
      <ResourceList<EditedArticle>
        resource="artigos"
        title="Artigos"
        noun={['artigo', 'artigos']}
        columns={COLUMNS}
        sort={{ field: 'titulo', order: 'ASC' }}
        search={{ key: 'q', placeholder: 'Título ou texto' }}
        empty={{ title: 'Nenhum artigo', text: 'Escreva a resposta do que mais perguntam.' }}
        actions={
          <Button component={Link} to="/artigos/create" variant="contained" startIcon={<AddOutlined />}>
            Escrever artigo
          </Button>
        }
      />
    </RequirePermission>
  );
}

const COLUMNS: readonly Column<EditedArticle>[] = [
  fieldColumn(EditedArticle, 'titulo', { sortable: true, card: 'title', render: ({ titulo }) => titulo }),
  fieldColumn(EditedArticle, 'tipo', { width: 200, card: 'fact', render: ({ tipo }) => tipo || '—' }),
  {
    id: 'paraConsumidores',
    label: 'Quem lê',
    width: 180,
    card: 'corner',
    render: ({ paraConsumidores }) => (paraConsumidores ? 'Todos' : 'Só a equipe'),
  },
  fieldColumn(EditedArticle, 'atualizado', {
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
  }),
];
