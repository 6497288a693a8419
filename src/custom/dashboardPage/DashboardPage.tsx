import EditOutlined from '@mui/icons-material/EditOutlined';
import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import TvOutlined from '@mui/icons-material/TvOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useId, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { isEmptyValue } from '#contract/rules/reports/parameterValues.ts';
import { type Dashboard, dashboardPageRoutes } from '#contract/sac/reports/dashboardPages.ts';
import { useRoute } from '#data/useRoute.ts';
import { useReportAddress } from '#src/resources/reports/shared/reportAddress.tsx';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { RefreshButton } from '#ui/components/RefreshButton.tsx';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { DashboardBlocks } from './DashboardBlocks.tsx';
import { PaperButton } from './PaperButton.tsx';
import { ScheduleButton } from './ScheduleButton.tsx';
import { useReadAnew } from './useBlock.ts';

/** `/paineis/{id}`: reports arranged on a page, with common filters. */
export function DashboardPage() {
  const { id = '' } = useParams();
  return (
    <RequirePermission permission="SAC_RELATORIO">
      <Loaded key={id} id={id} />
    </RequirePermission>
  );
}

function Loaded({ id }: { id: string }) {
  // The arrangement must not change while somebody reads it.
  const { data, ...answer } = useRoute(
    dashboardPageRoutes.get,
    { params: { id } },
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  return (
    <LoadedPage
      answer={{ ...answer, data: data?.data }}
      title="Painel"
      crumbs={CRUMBS}
      missing={
        <EmptyState
          title="Painel não encontrado"
          text="Ele foi retirado, ou não é para o seu perfil."
          actions={
            <Button variant="outlined" component={Link} to="/paineis">
              Ver os painéis
            </Button>
          }
        />
      }
    >
      {(dashboard) => <Shown dashboard={dashboard} />}
    </LoadedPage>
  );
}

const CRUMBS = [{ label: 'Painéis', to: '/paineis' }];

function Shown({ dashboard }: { dashboard: Dashboard }) {
  const { id, titulo, descricao, inicial, formulario, valoresIniciais, blocos, atualizaACada } = dashboard;
  const { can } = useCan();
  const { requested, ask } = useReportAddress();
  const shown = requested ?? valoresIniciais;
  const { isFetching, readAnew } = useReadAnew();
  const [walls, setWalls] = useState(false);
  return (
    <Page
      title={titulo}
      crumbs={CRUMBS}
      actions={
        <>
          {inicial && formulario && (
            <Button color="inherit" component={Link} to="/home?padrao=1" startIcon={<HomeOutlined />}>
              Home padrão
            </Button>
          )}
          {can('CONFIGURACAO_RELATORIOS') && (
            <Button
              color="inherit"
              component={Link}
              to={`/configuracao/dashboards/${id}`}
              startIcon={<EditOutlined />}
            >
              Editar
            </Button>
          )}
          {can('CONFIGURACAO_CHAVES') && (
            <Button color="inherit" startIcon={<TvOutlined />} onClick={() => setWalls(true)}>
              Telões
            </Button>
          )}
          {can('RELATORIOS_EXPORTAR') && <PaperButton dashboard={dashboard} filtros={requested} />}
          {can('RELATORIOS_EXPORTAR') && can('RELATORIOS_AGENDAR') && (
            <ScheduleButton dashboard={dashboard} filtros={shown} />
          )}
          <RefreshButton isFetching={isFetching} onAsk={readAnew} />
        </>
      }
    >
      {descricao && (
        <Typography sx={{ mb: 3, maxWidth: 720, color: (t) => t.vars.palette.components.textoSecundario }}>
          {descricao}
        </Typography>
      )}
      {formulario && (
        <CommonFilters
          form={formulario}
          values={shown}
          onAsk={(values) => {
            if (JSON.stringify(values) === JSON.stringify(shown)) void readAnew();
            else ask(values);
          }}
        />
      )}
      {walls && (
        <Suspense>
          <WallsDialog painel={id} onClose={() => setWalls(false)} />
        </Suspense>
      )}
      <DashboardBlocks blocks={blocos} question={{ id, filtros: requested, every: atualizaACada }} />
    </Page>
  );
}

/** Only administrators make walls. */
const WallsDialog = lazyScreen(() => import('./WallsDialog.tsx'), 'WallsDialog');

interface CommonFiltersProps {
  form: FormDefinition;
  values: FilterValues;
  onAsk: (values: FilterValues) => void;
}

/** The filters of the whole page, behind a button that says how many are filled in. */
function CommonFilters({ form, values, onAsk }: CommonFiltersProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(values);
  // A change of address, by 'back' too, fills in the form.
  useEffect(() => setTyped(values), [values]);
  const id = useId();
  const filled = Object.values(values).filter((value) => !isEmptyValue(value)).length;
  return (
    <Box sx={{ mb: 4 }}>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<FilterListOutlined />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {filled > 0 ? `Filtros (${filled})` : 'Filtros'}
      </Button>
      <Box id={id} hidden={!open} sx={{ mt: 3, maxWidth: 720 }}>
        {open && (
          <SchemaForm
            form={form}
            value={typed}
            onChange={setTyped}
            onSubmit={onAsk}
            idPrefix="painel"
            columns={2}
          >
            <Button type="submit" variant="contained" sx={{ mt: 3 }}>
              Aplicar
            </Button>
          </SchemaForm>
        )}
      </Box>
    </Box>
  );
}
