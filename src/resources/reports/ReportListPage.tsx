import AnalyticsOutlined from '@mui/icons-material/AnalyticsOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount } from '#contract/rules/format.ts';
import { foldedText } from '#contract/rules/text.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { type ReportCard, reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { SearchField } from '#ui/components/FilterBar/SearchField.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { ReportChoice } from './shared/ReportFilters.tsx';

/** `/relatorios`: the reports that the person may see, as cards. */
export function ReportListPage() {
  return (
    <RequirePermission permission="SAC_RELATORIO">
      <Reports />
    </RequirePermission>
  );
}

function Reports() {
  const { can } = useCan();
  // Reports published or withdrawn a moment ago must show immediately.
  const { data, error, refetch } = useRoute(reportRoutes.list, { query: {} }, { staleTime: 0 });
  return (
    <Page
      title={{ menu: 'Relatórios' }}
      count={data && formatCount(data.length, 'relatório', 'relatórios')}
      actions={
        <>
          <Button color="inherit" component={Link} to="/relatorios/historico" startIcon={<HistoryOutlined />}>
            Histórico
          </Button>
          {can('RELATORIOS_AGENDAR') && (
            <Button
              color="inherit"
              component={Link}
              to="/relatorios/agendados"
              startIcon={<ScheduleSendOutlined />}
            >
              Envios agendados
            </Button>
          )}
        </>
      }
    >
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <CardSkeletons />}
      {data?.length === 0 && (
        <EmptyState
          icon={<AnalyticsOutlined />}
          title="Nenhum relatório disponível no momento"
          text="Um administrador publica os relatórios e decide quem os vê."
        />
      )}
      {data && data.length > 0 && <Cards cards={data} />}
    </Page>
  );
}

const LAST_RUNS = { query: { minhas: true, take: 30 } };

function Cards({ cards }: { cards: ReportCard[] }) {
  const [params, setParams] = useSearchParams();
  const term = params.get('q') ?? '';
  // Only affects the order of the cards; if it cannot be loaded, they appear in their groups.
  const { data: last, isLoading } = useRoute(reportDeskRoutes.runs, LAST_RUNS);
  const runs = last?.itens ?? [];
  const found = foundReports(cards, term);
  const groups = reportGroups(found, term ? [] : runs.flatMap(({ relatorio }) => relatorio ?? []));
  return (
    <>
      <Box role="search" aria-label="Relatórios" sx={{ display: 'flex', mb: 4 }}>
        <SearchField
          label="Buscar relatórios"
          placeholder="Título ou assunto"
          value={term}
          onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
          debounceMs={200}
        />
      </Box>
      {isLoading && <Undecided />}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {found.length === 0 && (
        <EmptyState
          title={`Nenhum relatório com "${term}"`}
          text="Procure por outra palavra do título ou da descrição."
          actions={
            <Button variant="outlined" onClick={() => setParams({}, { replace: true })}>
              Limpar busca
            </Button>
          }
        />
      )}
    </>
  );
}

function Group({ group: { title, cards } }: { group: ReportGroup }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 6 }}>
      <Typography id={id} variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID, listStyle: 'none', m: 0, p: 0 }}
      >
        {cards.map((card) => (
          <li key={card.id} style={{ display: 'grid' }}>
            <ReportChoice card={card} to={`/relatorios/${card.id}`} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const GRID = 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))';

function CardSkeletons() {
  return (
    <Box
      role="status"
      aria-label="Carregando os relatórios"
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID, mt: 4 }}
    >
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
        <Skeleton key={at} variant="rounded" height={82} />
      ))}
    </Box>
  );
}

interface ReportGroup {
  title: string;
  cards: ReportCard[];
}

const MAX_RECENT = 4;
const RECENT = 'Usados há pouco';

/** The cards by group; recently used ones come first, in a group of their own. */
function reportGroups(cards: readonly ReportCard[], recentIds: readonly string[]): ReportGroup[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const recent = [...new Set(recentIds)].flatMap((id) => byId.get(id) ?? []).slice(0, MAX_RECENT);
  const titles = [...new Set(cards.map(({ grupo }) => grupo))].sort((a, b) => a.localeCompare(b, 'pt-BR'));
  const groups = titles.map((title) => ({
    title: title || 'Outros',
    cards: cards
      .filter(({ grupo }) => grupo === title)
      .sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR')),
  }));
  // When there are only a few reports, showing a card twice would just be in the way.
  return recent.length > 0 && cards.length > MAX_RECENT
    ? [{ title: RECENT, cards: recent }, ...groups]
    : groups;
}

/** Cards whose title, description or group contains every word, ignoring case and accents. */
function foundReports(cards: readonly ReportCard[], term: string): ReportCard[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return cards.filter(({ titulo, descricao, grupo }) => {
    const text = foldedText(`${titulo} ${descricao} ${grupo}`);
    return words.every((word) => text.includes(word));
  });
}
