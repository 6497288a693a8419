import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link, useParams } from 'react-router-dom';
import {
  type BannerRecord,
  bannerRoutes,
  type ShowcaseRecord,
  showcaseRoutes,
} from '../../../contract/callcenter/homeContent.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { BannerForm } from './BannerForm.tsx';
import { BANNER_COLUMNS, SHOWCASE_COLUMNS } from './contentColumns.tsx';
import { ShowcasePage } from './ShowcaseForm.tsx';

/** `/pagina-inicial` and, below it, a banner or showcase to edit: what the home page shows beside figures. */
export function HomeContentPage() {
  return (
    <Guarded permission="CONFIGURACAO_PAGINA_INICIAL">
      <Screen />
    </Guarded>
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
  const { data, error, isPending, refetch } = useRoute(bannerRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data ? `Banner ${data.titulo}` : 'Banner'} width="form">
      {data ? (
        <BannerForm key={data.id} banner={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}

/** Banners and showcases in the order of the home page. */
function HomeContentLists() {
  return (
    <Page
      title="Página inicial"
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
        error={error && !data ? <ErrorState error={error} onRetry={() => refetch()} /> : undefined}
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
        error={error && !data ? <ErrorState error={error} onRetry={() => refetch()} /> : undefined}
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
