import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { type ImportSummary, importRoutes } from '../../../../contract/records/imports.ts';
import type { RecordKey } from '../../../../contract/records/routes.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { countText } from '../../../ui/components/countText.ts';
import type { Column } from '../../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../../ui/components/DataTable/DataTable.tsx';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { importStateText } from './importWords.ts';

/** What the person imported into the type before; nothing where that is nothing. */
export function OwnImports({ chave }: { chave: RecordKey }) {
  const { data } = useRoute(importRoutes.list, { params: { chave } });
  if (!data || data.itens.length === 0) return null;
  return (
    <Section
      title="Minhas importações"
      description="Arquivos e linhas recusadas ficam guardados por 30 dias."
    >
      <DataTable
        label="Arquivos importados"
        columns={columnsOf(chave)}
        rows={data.itens}
        rowId={({ id }) => id}
      />
    </Section>
  );
}

const columnsOf = (chave: string): Column<ImportSummary>[] => [
  {
    id: 'arquivo',
    label: 'Arquivo',
    minWidth: 200,
    card: 'title',
    render: ({ id, arquivo }) => (
      <Link component={RouterLink} to={`/cadastros/${chave}/importar/${id}`}>
        {arquivo}
      </Link>
    ),
  },
  {
    id: 'situacao',
    label: 'Situação',
    width: 190,
    card: 'corner',
    render: (one) => importStateText(one),
  },
  {
    id: 'gravados',
    label: 'Criados e mudados',
    kind: 'number',
    width: 150,
    card: 'fact',
    render: ({ simulacao, contagens }) =>
      simulacao ? '—' : countText(contagens.criados + contagens.mudados),
  },
  {
    id: 'recusados',
    label: 'Recusados',
    kind: 'number',
    width: 110,
    card: 'fact',
    render: ({ contagens }) => countText(contagens.recusados),
  },
  {
    id: 'quando',
    label: 'Enviado',
    width: 150,
    card: 'fact',
    render: ({ datahora_criacao }) => <RelativeDate value={datahora_criacao} />,
  },
];
