import NavigateBeforeOutlined from '@mui/icons-material/NavigateBeforeOutlined';
import NavigateNextOutlined from '@mui/icons-material/NavigateNextOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { DayCall } from '#contract/callcenter/agendas/nextContacts.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { formatComingMoment } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import { whenText } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { OutcomeStrip } from '#src/resources/agendas/shared/outcome/OutcomeStrip.tsx';
import { CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { useDial } from '#src/resources/customers/shared/useDial.tsx';
import { PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { DiscardDialog } from '#ui/components/frame/DiscardDialog.tsx';
import { wouldLoseOnNavigation } from '#ui/components/frame/unsaved.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useIsWide } from '#ui/theme/windowWidth.ts';
import { NowFacts } from '../customerPanel/tabs/now/NowTab.tsx';
import { usePanelLayout } from '../customerPanel/usePanel.ts';
import { useCallQueue } from './useCallQueue.ts';

/** `/agendas/ligacoes`: the person's calls of today by value, one after the other; saying what became of one opens the next. */
export function DayCallsPage() {
  return (
    <RequirePermission permission="AGENDA">
      <RequirePermission permission="CLIENTE">
        <DayCalls />
      </RequirePermission>
    </RequirePermission>
  );
}

function DayCalls() {
  const answer = useRoute(agendaRoutes.dayCalls, {});
  const count = answer.data?.length;
  return (
    <Page title="Ligações do dia" count={count ? formatCount(count, 'ligação', 'ligações') : ''}>
      <Answered answer={answer}>
        {(calls) =>
          calls.length === 0 ? (
            <EmptyState
              title="Nenhuma ligação por fazer hoje"
              text="As suas agendas de hoje e as atrasadas aparecem aqui, as de maior valor primeiro."
            />
          ) : (
            <CallQueue calls={calls} />
          )
        }
      </Answered>
    </Page>
  );
}

function CallQueue({ calls }: { calls: readonly DayCall[] }) {
  const queue = useCallQueue(calls);
  const { current, place, isGone, advance, hasAdvanced } = queue;
  /** Which call was to be opened when something is typed of this one. */
  const [held, setHeld] = useState<{ open: () => void } | null>(null);
  // The address stays on the same page, of which nothing asks when it is left.
  const asking = (open: () => void) => (wouldLoseOnNavigation() ? setHeld({ open }) : open());
  const walk = (steps: number) => asking(() => queue.walk(steps));
  useShortcuts('Ligações do dia', [
    { keys: 'j', label: 'Próxima ligação', run: () => walk(1), repeats: true },
    { keys: 'k', label: 'Ligação anterior', run: () => walk(-1), repeats: true },
  ]);
  if (!current) return null;
  return (
    <Columns>
      <Calls aria-label="Ligações por valor">
        {calls.map((call) => (
          <li key={call.id}>
            <CallButton
              call={call}
              isCurrent={call.id === current.id}
              onOpen={() => call.id !== current.id && asking(() => queue.go(call))}
            />
          </li>
        ))}
      </Calls>
      <OpenCall
        key={current.id}
        call={current}
        takesFocus={hasAdvanced}
        position={isGone ? null : `${place + 1} de ${calls.length}`}
        onWalk={walk}
        onDone={advance}
      />
      {held && (
        <DiscardDialog
          onStay={() => setHeld(null)}
          onGo={() => {
            setHeld(null);
            held.open();
          }}
        />
      )}
    </Columns>
  );
}

interface CallButtonProps {
  call: DayCall;
  isCurrent: boolean;
  onOpen: () => void;
}

function CallButton({ call, isCurrent, onOpen }: CallButtonProps) {
  const { cliente, assunto, data_agendada, fuso, atrasada, valor } = call;
  const row = useRef<HTMLButtonElement>(null);
  // Below the call, the list would take its customer out of sight.
  const isBeside = useIsWide(900);
  useEffect(() => {
    if (isCurrent && isBeside) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent, isBeside]);
  return (
    <Entry ref={row} type="button" aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
      <strong>{cliente}</strong>
      <span className="value">{valor !== null && formatMoney(valor, 2)}</span>
      <span className="subject">{assunto}</span>
      <span className={atrasada ? 'late' : 'when'}>
        {atrasada
          ? `Atrasada: ${whenText(data_agendada, fuso)}`
          : formatComingMoment(data_agendada, Date.now(), fuso)}
      </span>
    </Entry>
  );
}

interface OpenCallProps {
  call: DayCall;
  /** Whether it was opened by the end of the one before, which had the focus. */
  takesFocus: boolean;
  /** `null` once it has left the list. */
  position: string | null;
  onWalk: (steps: number) => void;
  onDone: () => void;
}

function OpenCall({ call, takesFocus, position, onWalk, onDone }: OpenCallProps) {
  const { id, idCli, cliente, telefone, assunto } = call;
  const title = useId();
  const top = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened
  useEffect(() => {
    if (takesFocus) top.current?.focus();
  }, []);
  const dialing = useDial(idCli, id);
  const navigate = useNavigate();
  const { groups } = usePanelLayout();
  const tabs = new Set(groups.flatMap(({ abas }) => abas.map(({ chave }) => chave)));
  return (
    <Box component="section" aria-labelledby={title} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography
            id={title}
            ref={top}
            tabIndex={-1}
            variant="h2"
            sx={{ overflowWrap: 'anywhere', outline: 'none' }}
          >
            <CustomerPanelLink id={idCli}>{cliente}</CustomerPanelLink>
          </Typography>
          <Typography color="text.secondary">{assunto}</Typography>
        </Box>
        {telefone && <PhoneAction phone={telefone} {...dialing} />}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Hint text="Ligação anterior (K)">
            <IconButton aria-label="Ligação anterior" aria-keyshortcuts="K" onClick={() => onWalk(-1)}>
              <NavigateBeforeOutlined />
            </IconButton>
          </Hint>
          <span style={{ fontVariantNumeric: 'tabular-nums' }}>{position}</span>
          <Hint text="Próxima ligação (J)">
            <IconButton aria-label="Próxima ligação" aria-keyshortcuts="J" onClick={() => onWalk(1)}>
              <NavigateNextOutlined />
            </IconButton>
          </Hint>
        </Box>
      </Box>
      {position === null && (
        <Alert severity="info" role="status" sx={{ mb: 4 }}>
          Esta ligação saiu da lista: já foi encerrada ou passou a outra pessoa.
        </Alert>
      )}
      <NowFacts
        idCli={idCli}
        tabOpener={(tab) => (tabs.has(tab) ? () => navigate(`/clientes/${idCli}/${tab}`) : undefined)}
      >
        <OutcomeStrip idCli={idCli} idAgenda={id} hasKeys onDone={onDone} />
      </NowFacts>
    </Box>
  );
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The call itself comes first where they stand below each other.
  '& > ul': { order: 1 },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '280px minmax(0, 1fr)',
    '& > ul': { order: 0, position: 'sticky', top: 'calc(var(--shell-top, 56px) + 8px)' },
  },
}));

const Calls = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 4,
  [theme.breakpoints.up('md')]: {
    maxHeight: 'calc(100dvh - var(--shell-top, 56px) - 96px)',
    overflowY: 'auto',
  },
}));

const Entry = styled('button')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 8px',
    width: '100%',
    padding: '6px 10px',
    borderRadius: 8,
    border: '1px solid transparent',
    background: 'none',
    color: components.texto,
    font: 'inherit',
    fontSize: '0.8125rem',
    textAlign: 'left',
    cursor: 'pointer',
    '& strong, & .subject': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& strong': { fontWeight: 600 },
    '& .value': { fontVariantNumeric: 'tabular-nums' },
    '& .subject, & .when': { color: components.textoSecundario },
    '& .subject, & .when, & .late': { gridColumn: '1 / -1', fontSize: '0.75rem' },
    '& .late': { color: theme.vars.palette.error.main },
    '&:hover': { backgroundColor: components.realce },
    '&[aria-current=true]': { borderColor: components.linhaForte, backgroundColor: components.realce },
  };
});
