import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { type PendingRecord, serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { type OperatorStatus, operatorStatus } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import { useRefetch } from '#data/refetch.ts';
import { currentInitialLoad, ownZone } from '#data/session.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { toneColors } from '#ui/theme/theme.tsx';
import { PHONE } from '#ui/theme/windowWidth.ts';
import { onPanelLeft } from './PanelWatch.tsx';

/** Polling interval while the page is in front, in ms, since another tab may have changed it. */
const POLL_INTERVAL_MS = 60_000;

export function OperatorTool() {
  const queries = useQueryClient();
  const notify = useNotify();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const state = useRoute(
    serviceRecordRoutes.operatorStatus,
    {},
    { refetchInterval: POLL_INTERVAL_MS, retry: false },
  );
  const change = useRouteCommand(serviceRecordRoutes.setOperatorStatus, {
    onSuccess: (answer) => queries.setQueryData(routeKey(serviceRecordRoutes.operatorStatus, {}), answer),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  const status = state.data?.data.status;
  const choose = (value: OperatorStatus) => {
    setMenu(null);
    if (value !== status) change.mutate({ body: { status: value } });
  };
  return (
    <>
      {status && <StatusButton status={status} open={menu !== null} onOpen={setMenu} />}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {operatorStatus.map(({ value, label, color, icon }) => (
          <MenuItem key={value} selected={value === status} onClick={() => choose(value)}>
            <ListItemIcon sx={(t) => ({ color: `${toneColors(t, color).text} !important` })}>
              <CatalogIcon name={icon} size={18} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <PendingStrip />
    </>
  );
}

interface StatusButtonProps {
  status: string;
  open: boolean;
  onOpen: (anchor: HTMLElement) => void;
}

function StatusButton({ status, open, onOpen }: StatusButtonProps) {
  const { label, color, icon } = rowOf(operatorStatus, status);
  const text = `Sua situação: ${label}`;
  return (
    <Hint text={text}>
      <IconButton
        aria-label={text}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={(event) => onOpen(event.currentTarget)}
        sx={(t) => ({ color: toneColors(t, color).text })}
      >
        <CatalogIcon name={icon} size={22} />
      </IconButton>
    </Hint>
  );
}

const ServiceRecordDialog = lazyScreen(
  () => import('#src/resources/serviceRecords/shared/ServiceRecordDialog.tsx'),
  'ServiceRecordDialog',
);
const LEFT = 'Você saiu do cliente com o atendimento em andamento. Registre-o antes de seguir.';

/** Whether the branch requires the conversation to be registered before the panel is left. */
const mustRegister = () => currentInitialLoad()?.parametros.registrarAtendimentoAoSair === true;

/** The conversation in progress, shown over every screen until it is registered. */
function PendingStrip() {
  const { data } = useRoute(
    serviceRecordRoutes.pending,
    {},
    { refetchInterval: POLL_INTERVAL_MS, retry: false },
  );
  const pending = data?.data ?? null;
  const [requested, setRequested] = useState<'left' | 'wanted' | null>(null);
  const idCli = pending?.cliente.id;
  useEffect(() => onPanelLeft((left) => mustRegister() && left === idCli && setRequested('left')), [idCli]);
  if (!pending) return null;
  return (
    <>
      <GlobalStyles styles={RESERVED_SPACE} />
      {createPortal(<Strip pending={pending} onRegister={() => setRequested('wanted')} />, document.body)}
      <Suspense>
        {requested && (
          <ServiceRecordDialog
            idCli={pending.cliente.id}
            {...(requested === 'left' && { notice: LEFT })}
            onClose={() => setRequested(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Strip({ pending, onRegister }: { pending: PendingRecord; onRegister: () => void }) {
  const { cliente, inicio } = pending;
  const since = localTime(inicio, ownZone());
  return (
    <Card role="region" aria-label="Atendimento em andamento">
      <HeadsetMicOutlined fontSize="small" aria-hidden />
      <span className="text">
        Em atendimento com <Link to={`/clientes/${cliente.id}`}>{cliente.fant || cliente.razSoc}</Link> desde{' '}
        {since}
      </span>
      <Button size="small" variant="contained" onClick={onRegister}>
        Registrar
      </Button>
      {!mustRegister() && <FinishWithout name={cliente.fant || cliente.razSoc} />}
    </Card>
  );
}

/** Moves content at the foot of a page above the strip, and lets the end of the page be scrolled out from under it. */
const RESERVED_SPACE = {
  ':root': { '--strip-room': '64px', [PHONE]: { '--strip-room': '112px' } },
  '#root main': { paddingBottom: 'calc(var(--strip-room) + 8px)' },
};

const Card = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    position: 'fixed',
    right: 16,
    bottom: 16,
    zIndex: theme.zIndex.appBar,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    maxWidth: 'calc(100vw - 32px)',
    padding: '8px 12px',
    borderRadius: 8,
    fontSize: '0.8125rem',
    color: components.texto,
    backgroundColor: components.elevada,
    border: `1px solid ${theme.vars.palette.actions.informacao.main}`,
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.14)',
    '& .text': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' },
    '& a': { color: 'inherit', fontWeight: 500 },
  };
});

/** Ends the conversation without registering it, where the company allows that. */
function FinishWithout({ name }: { name: string }) {
  const [asking, setAsking] = useState(false);
  const refetch = useRefetch();
  const notify = useNotify();
  const command = useRouteCommand(serviceRecordRoutes.finish);
  const finish = async () => {
    const { data } = await command.mutateAsync({ body: {} });
    notify(data.message, { type: 'success' });
    setAsking(false);
    await refetch(serviceRecordRoutes.finish);
  };
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsking(true)}>
        Finalizar
      </Button>
      <ConfirmDialog
        open={asking}
        title="Finalizar sem registrar?"
        text={`O atendimento de ${name} fica no histórico sem motivo nem descrição.`}
        confirmLabel="Finalizar"
        onConfirm={finish}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
