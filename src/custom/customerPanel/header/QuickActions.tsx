import AddOutlined from '@mui/icons-material/AddOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined';
import MergeOutlined from '@mui/icons-material/MergeOutlined';
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import WhatsAppIcon from '@mui/icons-material/WhatsApp';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { groupName } from '#contract/rules/customers/customerGroup.ts';
import { dialNumber, formatPhone, whatsAppNumber } from '#contract/rules/phone.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useDial } from '#src/resources/customers/shared/useDial.tsx';
import { REPEAT_LAST_ORDER, useRepeatLastOrder } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { useTicketWizard } from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useIsWide } from '#ui/theme/windowWidth.ts';
import { setWizardCustomer } from '../../ticketWizard/state/originStorage.ts';

const NewAgendaDialog = lazyScreen(
  () => import('#src/resources/agendas/shared/NewAgendaDialog.tsx'),
  'NewAgendaDialog',
);
const ServiceRecordDialog = lazyScreen(
  () => import('#src/resources/serviceRecords/shared/ServiceRecordDialog.tsx'),
  'ServiceRecordDialog',
);

const MergeCustomersDialog = lazyScreen(
  () => import('#src/resources/customers/shared/merge/MergeCustomersDialog.tsx'),
  'MergeCustomersDialog',
);

const LinkGroupDialog = lazyScreen(
  () => import('#src/resources/customers/shared/group/LinkGroupDialog.tsx'),
  'LinkGroupDialog',
);

type Requested = 'agenda' | 'atendimento' | 'unir' | 'grupo' | null;

interface Act {
  key: string;
  label: string;
  icon: ReactNode;
  /** Exactly one of `to` and `run` is set. */
  to?: string;
  run?: () => void;
  pending?: boolean;
}

/** Quick actions for a customer: call, write, ticket, quote, agenda, service record. */
export function QuickActions({ customer }: { customer: PanelCustomer }) {
  const [requested, setRequested] = useState<Requested>(null);
  const wide = useIsWide(1240);
  const { can } = useCan();
  const acts = useActs(customer, setRequested);
  const rare: Act[] = can('CLIENTES_UNIR')
    ? [
        {
          key: 'unir',
          label: 'Unir a outro cliente',
          icon: <MergeOutlined />,
          run: () => setRequested('unir'),
        },
        {
          key: 'ligar',
          label: 'Ligar em grupo',
          icon: <GroupsOutlined />,
          run: () => setRequested('grupo'),
        },
      ]
    : [];
  const main = acts.at(-1);
  const done = () => setRequested(null);
  const notify = useNotify();
  return (
    <>
      <PhoneButtons idCli={customer.id} phone={customer.telefone} />
      {wide && acts.slice(0, -1).map((act) => <ActButton key={act.key} act={act} variant="outlined" />)}
      <MoreActs acts={wide ? rare : [...acts.slice(0, -1), ...rare]} />
      {main && <ActButton act={main} variant="contained" />}
      <Suspense>
        {requested === 'agenda' && <NewAgendaDialog idCli={customer.id} onClose={done} />}
        {requested === 'atendimento' && <ServiceRecordDialog idCli={customer.id} onClose={done} />}
        {requested === 'unir' && (
          // Where it is shown, the code of a customer that is gone leads on by itself.
          <MergeCustomersDialog idCli={customer.id} onClose={done} />
        )}
        {requested === 'grupo' && (
          <LinkGroupDialog
            idCli={customer.id}
            proposedName={groupName(customer)}
            onDone={(text) => {
              notify(text, { type: 'success' });
              done();
            }}
            onClose={done}
          />
        )}
      </Suspense>
    </>
  );
}

/** Only the actions that the person may perform, with the main one last. */
function useActs({ id }: PanelCustomer, ask: (what: Requested) => void): Act[] {
  const { can } = useCan();
  const { available, openTicketWizard } = useTicketWizard();
  const repeats = useRepeatLastOrder();
  const acts: (Act | false)[] = [
    available &&
      can('TICKETS_CRIAR') && {
        key: 'ticket',
        label: 'Novo ticket',
        icon: <AddOutlined />,
        run: () => {
          setWizardCustomer(id);
          openTicketWizard();
        },
      },
    can('AGENDA_EDITAR') && {
      key: 'agenda',
      label: 'Agendar',
      icon: <EventOutlined />,
      run: () => ask('agenda'),
    },
    can('ATENDIMENTO') && {
      key: 'atendimento',
      label: 'Registrar atendimento',
      icon: <HeadsetMicOutlined />,
      run: () => ask('atendimento'),
    },
    repeats.may && {
      key: 'repetir',
      label: REPEAT_LAST_ORDER,
      icon: <ReplayOutlined />,
      run: () => repeats.repeat(id),
      pending: repeats.isPending(id),
    },
    can('ORCAMENTO_EDITAR') && {
      key: 'orcamento',
      label: 'Novo orçamento',
      icon: <RequestQuoteOutlined />,
      to: `/orcamentos/create?cliente=${id}`,
    },
  ];
  return acts.filter((act) => act !== false);
}

function ActButton({ act, variant }: { act: Act; variant: 'outlined' | 'contained' }) {
  const { label, icon, to, run, pending = false } = act;
  return to ? (
    <Button variant={variant} startIcon={icon} component={Link} to={to}>
      {label}
    </Button>
  ) : (
    <Button
      variant={variant}
      color={variant === 'outlined' ? 'inherit' : 'primary'}
      startIcon={icon}
      loading={pending}
      loadingPosition="start"
      onClick={run}
    >
      {label}
    </Button>
  );
}

function MoreActs({ acts }: { acts: readonly Act[] }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  if (acts.length === 0) return null;
  return (
    <>
      <IconButton
        aria-label="Mais ações com o cliente"
        aria-haspopup="menu"
        onClick={(event) => setMenu(event.currentTarget)}
      >
        <MoreVertOutlined />
      </IconButton>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {acts.map(({ key, label, icon, run, pending = false }) => (
          <MenuItem
            key={key}
            disabled={pending}
            onClick={() => {
              setMenu(null);
              run?.();
            }}
          >
            <ListItemIcon>{icon}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function PhoneButtons({ idCli, phone }: { idCli: number; phone: string }) {
  const { dial, question } = useDial(idCli);
  const notify = useNotify();
  const hidden = isMask(phone);
  // Only the server knows the number behind a mask, so it can be called through the dialer but not from the browser.
  if (!phone || (hidden && !dial)) return null;
  const shown = formatPhone(phone);
  const whatsApp = whatsAppNumber(phone);
  const call = async () => {
    try {
      await dial?.(phone);
      notify('Enviado para discadora', { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <>
      {question}
      <Hint text={`Ligar para ${shown}`}>
        <IconButton
          aria-label={`Ligar para ${shown}`}
          {...(dial ? { onClick: call } : { href: `tel:${dialNumber(phone)}` })}
        >
          <PhoneOutlined />
        </IconButton>
      </Hint>
      {whatsApp && (
        <Hint text={`WhatsApp de ${shown}`}>
          <IconButton
            aria-label={`WhatsApp de ${shown}`}
            href={`https://wa.me/${whatsApp}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <WhatsAppIcon />
          </IconButton>
        </Hint>
      )}
    </>
  );
}
