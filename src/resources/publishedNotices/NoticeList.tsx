import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { personType } from '#contract/catalogs/personType.ts';
import { PublishedNotice } from '#contract/config/texts/publishedNotices.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/avisos-publicados`: published notices, their audience, and how many people have read them. */
export function NoticeList() {
  return (
    <RequirePermission permission="AVISOS_EDITAR">
      <ListPage<PublishedNotice>
        resource="avisos-publicados"
        title="Avisos"
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

const COLUMNS: readonly Column<PublishedNotice>[] = [
  fieldColumn(PublishedNotice, 'titulo', { sortable: true, card: 'title', render: ({ titulo }) => titulo }),
  fieldColumn(PublishedNotice, 'publico', {
    width: 180,
    card: 'fact',
    render: ({ publico }) => audienceLabel(publico),
  }),
  {
    id: 'publicadoEm',
    label: 'Publicado',
    kind: 'date',
    width: 216,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    render: ({ publicadoEm }) => <RelativeDate value={publicadoEm} exact />,
    second: ({ publicadoEm }) => (new Date(publicadoEm) > new Date() ? 'agendado' : ''),
  },
  fieldColumn(PublishedNotice, 'leituras', {
    width: 120,
    card: 'corner',
    render: ({ leituras, destinatarios }) => `${leituras} de ${destinatarios} leram`,
  }),
  fieldColumn(PublishedNotice, 'autor', { width: 160, render: ({ autor }) => autor ?? '—' }),
];

export const audiences: readonly { value: string; label: string }[] = [
  { value: 'TODOS', label: 'Todos' },
  ...personType.map(({ value, label }) => ({ value, label })),
];

const audienceLabel = (audience: string): string =>
  audiences.find(({ value }) => value === audience)?.label ?? audience;
