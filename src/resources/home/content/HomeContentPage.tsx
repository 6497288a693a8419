import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link, useParams } from 'react-router-dom';
import {
  BannerRecord,
  bannerRoutes,
  ShowcaseRecord,
  showcaseRoutes,
} from '#contract/callcenter/homeContent.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { BannerForm } from './BannerForm.tsx';
import { linkTargetLabel, PRODUCT_LABELS } from './LinkTargetFields.tsx';
import { ShowcasePage } from './ShowcaseForm.tsx';

/** `/pagina-inicial` and, below it, a banner or showcase to edit: the home page's content besides the figures. */
export function HomeContentPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PAGINA_INICIAL">
      <Screen />
    </RequirePermission>
  );
}

function Screen() {
  const { tipo, id } = useParams();
  if (!tipo) return <HomeContentLists />;
  if (tipo === 'banners') return <BannerPage isNew={id === 'create'} />;
  return tipo === 'vitrines' ? <ShowcasePage isNew={id === 'create'} /> : <UnknownPath />;
}

/** `/pagina-inicial/banners/create` and `/pagina-inicial/banners/{id}`. */
function BannerPage({ isNew }: { isNew: boolean }) {
  const id = useRecordId();
  if (isNew)
    return (
      <Page title="Criar banner" width="form">
        <BannerForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const answer = useRoute(bannerRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title="Banner">
      {(banner) => (
        <Page title={`Banner ${banner.titulo}`} width="form">
          <BannerForm key={banner.id} banner={banner} />
        </Page>
      )}
    </LoadedPage>
  );
}

/** Banners and showcases in the order in which the home page shows them. */
function HomeContentLists() {
  return (
    <Page
      title={{ menu: 'Página inicial' }}
      actions={
        <Button component={Link} to="/home">
          Ver a página inicial
        </Button>
      }
    >
      <Stack spacing={4}>
        <Banners />
        <Showcases />
      </Stack>
    </Page>
  );
}

function Banners() {
  const { data, error, isPending, refetch } = useRoute(bannerRoutes.list, { query: {} });
  return (
    <Section
      title="Banners"
      description="No alto da página de quem vende, no período e na filial de cada um."
      actions={<CreateButton to="/pagina-inicial/banners/create" label="Criar banner" />}
    >
      <DataTable
        label="Banners"
        columns={BANNER_COLUMNS}
        rows={data ?? NO_BANNERS}
        rowId={idOf}
        rowLink={({ id }) => `/pagina-inicial/banners/${id}`}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState title="Nenhum banner" text="Um banner chama a atenção para uma campanha ou um aviso." />
        }
      />
    </Section>
  );
}

function Showcases() {
  const { data, error, isPending, refetch } = useRoute(showcaseRoutes.list, { query: {} });
  return (
    <Section
      title="Vitrines"
      description="Fileiras de produtos escolhidos por uma regra. Uma vitrine sem produto não aparece."
      actions={<CreateButton to="/pagina-inicial/vitrines/create" label="Criar vitrine" />}
    >
      <DataTable
        label="Vitrines"
        columns={SHOWCASE_COLUMNS}
        rows={data ?? NO_SHOWCASES}
        rowId={idOf}
        rowLink={({ id }) => `/pagina-inicial/vitrines/${id}`}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState title="Nenhuma vitrine" text="Mostre a quem vende os produtos que valem a ligação." />
        }
      />
    </Section>
  );
}

const CreateButton = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} variant="outlined" size="small" startIcon={<AddOutlined />}>
    {label}
  </Button>
);

const NO_BANNERS: BannerRecord[] = [];
const NO_SHOWCASES: ShowcaseRecord[] = [];
const idOf = ({ id }: { id: number }) => id;

const SITUATIONS = {
  NO_AR: { tone: 'sucesso', label: 'No ar' },
  AGENDADO: { tone: 'informacao', label: 'Agendado' },
  ENCERRADO: { tone: 'secundaria', label: 'Encerrado' },
  PARADO: { tone: 'secundaria', label: 'Parado' },
} as const;

const situationOf = (value: string) => SITUATIONS[value as keyof typeof SITUATIONS] ?? SITUATIONS.PARADO;

const BANNER_COLUMNS: readonly Column<BannerRecord>[] = [
  fieldColumn(BannerRecord, 'ordem', { width: 72 }),
  fieldColumn(BannerRecord, 'titulo', { minWidth: 200, card: 'title', second: ({ texto }) => texto }),
  fieldColumn(BannerRecord, 'situacao', {
    width: 110,
    card: 'corner',
    render: ({ situacao }) => <Tag tone={situationOf(situacao).tone}>{situationOf(situacao).label}</Tag>,
  }),
  {
    id: 'periodo',
    label: 'Período',
    width: 216,
    card: 'fact',
    render: ({ inicio, fim }) => `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`,
  },
  fieldColumn(BannerRecord, 'filial', { width: 120, card: 'fact' }),
  { id: 'abre', label: 'Abre', width: 190, card: 'fact', render: ({ abre }) => linkTargetLabel(abre) },
];

const SHOWCASE_COLUMNS: readonly Column<ShowcaseRecord>[] = [
  fieldColumn(ShowcaseRecord, 'ordem', { width: 72 }),
  fieldColumn(ShowcaseRecord, 'titulo', {
    minWidth: 200,
    card: 'title',
    second: ({ subtitulo }) => subtitulo,
  }),
  {
    id: 'ativo',
    label: 'Situação',
    width: 110,
    card: 'corner',
    render: ({ ativo }) => <Tag tone={ativo ? 'sucesso' : 'secundaria'}>{ativo ? 'No ar' : 'Parada'}</Tag>,
  },
  {
    id: 'produtos',
    label: 'Produtos',
    width: 216,
    card: 'fact',
    render: ({ produtos: { tipo, valor } }) =>
      valor ? `${PRODUCT_LABELS[tipo]}: ${valor}` : PRODUCT_LABELS[tipo],
  },
  fieldColumn(ShowcaseRecord, 'filial', { width: 120, card: 'fact' }),
  { id: 'abre', label: 'Abre', width: 190, card: 'fact', render: ({ abre }) => linkTargetLabel(abre) },
];
