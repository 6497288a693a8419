import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { personType } from '#contract/catalogs/personType.ts';
import { PublishedNotice } from '#contract/config/texts/publishedNotices.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/avisos-publicados`: published notices, their audience, and how many people have read them. */
export function NoticeList() {
  return (
    <RequirePermission permission="AVISOS_EDITAR">
      <ListPage<PublishedNotice>
        resource="avisos-publicados"
        title={{ menu: 'Avisos' }}
        noun={['aviso', 'avisos']}
        columns={COLUMNS}
        sort={{ field: 'publicadoEm', order: 'DESC' }}
        search={{ key: 'q', placeholder: 'Título' }}
        empty={{ title: 'Nenhum aviso', text: 'Avise a equipe ou os consumidores por aqui.' }}
        actions={
          <Button
            component={Link}
            to="/avisos-publicados/create"
            variant="contained"
            startIcon={<AddOutlined />}
          >
            Escrever aviso
          </Button>
        }
      />
    </RequirePermission>
  );
}

const audienceLabel = (audience: string): string =>
  audiences.find(({ value }) => value === audience)?.label ?? audience;

const COLUMNS: readonly Column<PublishedNotice>[] = [
  fieldColumn(PublishedNotice, 'titulo', { sortable: true, card: 'title' }),
  fieldColumn(PublishedNotice, 'publico', {
    width: 180,
    card: 'fact',
    shown: audienceLabel,
    second: ({ pessoa }) => pessoa?.nome ?? '',
  }),
  fieldColumn(PublishedNotice, 'publicadoEm', {
    label: 'Publicado',
    width: 216,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    second: ({ publicadoEm }) => (new Date(publicadoEm) > new Date() ? 'agendado' : ''),
    shown: exactly,
  }),
  fieldColumn(PublishedNotice, 'leituras', {
    width: 120,
    card: 'corner',
    render: ({ leituras, destinatarios }) => `${leituras} de ${destinatarios} leram`,
  }),
  fieldColumn(PublishedNotice, 'autor', { width: 160 }),
];

export const audiences: readonly { value: string; label: string }[] = [
  { value: 'TODOS', label: 'Todos' },
  ...personType,
  { value: 'PESSOA', label: 'Uma pessoa' },
];
