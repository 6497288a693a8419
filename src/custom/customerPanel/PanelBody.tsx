import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { type PanelTabDefinition, typeOfTab } from '#contract/rules/panel/panelDefinition.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { CrashBoundary } from '#ui/shell/CrashScreen.tsx';
import { Forbidden } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useIsWide } from '#ui/theme/windowWidth.ts';
import { PanelWatch } from '../operator/PanelWatch.tsx';
import { ActivityLog, LOG_TITLE } from './ActivityLog.tsx';
import { LogRail } from './LogRail.tsx';
import { PanelRail } from './PanelRail.tsx';
import { countNote, countWords } from './panelCounts.ts';
import { LOG_TAB, type PanelPlace } from './panelPlace.ts';
import { panelTab } from './panelTabs.ts';
import { type PanelGroups, usePanelLayout } from './usePanel.ts';

interface PanelBodyProps {
  customer: PanelCustomer;
  place: PanelPlace;
}

/**
 * Rail, open tab and activity log, side by side. Where the tab needs the width, the log is a narrow rail that opens as a drawer;
 * on a phone its button stands beside the choice of tabs.
 */
export function PanelBody({ customer, place }: PanelBodyProps) {
  const { layout, groups, missingOf, ...answer } = usePanelLayout();
  const rail = useIsWide(900);
  const wide = useIsWide(1240);
  const roomy = useIsWide(1520);
  if (!layout) return answer.error ? <Failure answer={answer} /> : <BodySkeleton />;
  const current = place.aba ?? groups[0]?.abas[0]?.chave;
  const logBeside = current === LOG_TAB ? 'NO' : logPlace(rail, roomy || (wide && !isTable(current ?? '')));
  const tab = layout.abas.find(({ chave, oculta }) => chave === current && !oculta);
  const navigation = { groups, current, counts: customer.contadores, place };
  const entries = { idCli: customer.id, place, shows: groups.flatMap(({ abas }) => abas) };
  return (
    <Box
      data-print="column"
      sx={{
        display: 'grid',
        alignItems: 'start',
        gap: { xs: 4, md: 5 },
        gridTemplateColumns: columns(rail, logBeside),
      }}
    >
      {rail ? (
        <Box sx={RAIL}>
          <PanelRail {...navigation} />
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
          <TabChoice {...navigation} />
          <LogRail {...entries} lying />
        </Box>
      )}
      <Box data-in-order sx={{ minWidth: 0 }}>
        {current === LOG_TAB ? (
          <ActivityLog {...entries} />
        ) : (
          <OpenTab
            tab={tab}
            missing={tab && missingOf(tab)}
            idCli={customer.id}
            note={tab?.contador ? countNote(tab.chave, customer.contadores[tab.chave]) : ''}
            place={place}
            shows={entries.shows}
          />
        )}
      </Box>
      {logBeside === 'FULL' && <ActivityLog {...entries} />}
      {logBeside === 'RAIL' && (
        <Box sx={RAIL}>
          <LogRail {...entries} />
        </Box>
      )}
      <PanelWatch idCli={customer.id} />
    </Box>
  );
}

type LogPlace = 'FULL' | 'RAIL' | 'NO';

const logPlace = (rail: boolean, full: boolean): LogPlace => {
  if (!rail) return 'NO';
  return full ? 'FULL' : 'RAIL';
};

/** Tabs that consist of one table with many columns: below 1520 px they need the log's width to show their values. */
const TABLES: ReadonlySet<string> = new Set(['orcamentos', 'pedidos', 'boletos', 'notas-fiscais', 'tickets']);
const isTable = (tab: string) => TABLES.has(tab) || typeOfTab(tab) !== null;

/**
 * Stays in view while the tab scrolls, and scrolls on its own when the window or the surrounding dialog is lower than the
 * rail.
 */
const RAIL = {
  position: 'sticky',
  top: 'calc(var(--shell-top, 56px) + 8px)',
  maxHeight: 'calc(100cqh - var(--shell-top, 56px) - 16px)',
  overflowY: 'auto',
  pb: 2,
} as const;

const LOG_WIDTHS: Readonly<Record<LogPlace, string>> = { FULL: ' 264px', RAIL: ' 56px', NO: '' };

const columns = (rail: boolean, log: LogPlace): string =>
  `${rail ? '208px ' : ''}minmax(0, 1fr)${LOG_WIDTHS[log]}`;

interface OpenTabProps {
  tab: PanelTabDefinition | undefined;
  missing: ReturnType<ReturnType<typeof usePanelLayout>['missingOf']>;
  idCli: number;
  /** Explains why the tab's number differs from that of the list. */
  note: string;
  place: PanelPlace;
  /** The tabs that the person sees. */
  shows: readonly PanelTabDefinition[];
}

/** The tab given by the address; shows a message when the tab does not exist or the person may not see it. */
function OpenTab({ tab, missing, idCli, note, place, shows }: OpenTabProps) {
  const [first] = shows;
  if (tab && missing) return <Forbidden permission={missing} what={`a aba ${tab.titulo}`} page={false} />;
  if (!tab && !first) return <Forbidden what="as abas do cliente" page={false} />;
  if (!tab)
    return (
      <EmptyState
        title="Esta aba não existe"
        text="O endereço está errado, ou a aba foi retirada do painel."
        actions={
          first && (
            <Button variant="outlined" onClick={() => place.go(first.chave)}>
              Ir para {first.titulo}
            </Button>
          )
        }
      />
    );
  const { Tab } = panelTab(tab.chave);
  return (
    // Another tab opens in order too.
    <Box component="section" key={`${idCli}/${tab.chave}`} data-in-order aria-label={`Aba ${tab.titulo}`}>
      {note && (
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
      <CrashBoundary resetKey={`${idCli}/${tab.chave}`}>
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <Tab
            key={`${idCli}/${tab.chave}`}
            idCli={idCli}
            item={place.item}
            onItem={(id) => place.go(tab.chave, id)}
            tabOpener={(key) => (shows.some(({ chave }) => chave === key) ? () => place.go(key) : undefined)}
          />
        </Suspense>
      </CrashBoundary>
    </Box>
  );
}

export function BodySkeleton() {
  return (
    <Box
      role="status"
      aria-busy="true"
      aria-label="Carregando o cliente"
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: '1fr', md: '216px 1fr' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} variant="rounded" height={28} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
}

interface TabChoiceProps {
  groups: PanelGroups;
  current: string | undefined;
  counts: Readonly<Record<string, number>>;
  place: PanelPlace;
}

/** Replaces the rail on a narrow screen, with its groups. The activity log, which may be the address, is one more option. */
function TabChoice({ groups, current, counts, place }: TabChoiceProps) {
  const tabs = groups.flatMap(({ titulo: group, abas }) =>
    abas.map(({ chave, titulo, contador }) => ({
      value: chave,
      label: contador && counts[chave] ? `${titulo} · ${countWords(chave, counts[chave])}` : titulo,
      group,
    })),
  );
  return (
    <ChoiceField
      fullWidth
      label="Aba"
      value={current ?? null}
      onChange={(tab) => place.go(tab)}
      choices={[...tabs, { value: LOG_TAB, label: LOG_TITLE, group: 'Linha do tempo' }]}
    />
  );
}
