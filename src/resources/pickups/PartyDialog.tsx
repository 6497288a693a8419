import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { formatCount } from '#contract/rules/format.ts';
import { type PickupParty, pickupRoutes } from '#contract/sac/pickups.ts';
import { useRoute } from '#data/useRoute.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { MailLink, PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { DocumentText } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

interface PartyDialogProps {
  party: PickupParty;
  onClose: () => void;
}

/** The party that collects: contact data, and their outstanding pickups. */
export function PartyDialog({ party, onClose }: PartyDialogProps) {
  const id = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{party.nome}</DialogTitle>
      <DialogContent>
        <KeyValueList items={contacts(party)} />
        <OpenPickups party={party} onLeave={onClose} />
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

const contacts = ({ tipo, razSoc, nome, cnpj, telefone, email }: PickupParty) => [
  { label: 'Tipo', value: rowOf(pickupType, tipo).label },
  ...(razSoc === nome ? [] : [{ label: 'Razão social', value: razSoc }]),
  ...(cnpj
    ? [
        {
          label: 'CNPJ',
          value: (
            <>
              <DocumentText value={cnpj} /> <CopyButton text={cnpj} label="Copiar CNPJ" />
            </>
          ),
        },
      ]
    : []),
  { label: 'Telefone', value: telefone && <PhoneAction phone={telefone} /> },
  {
    label: 'E-mail',
    value: email && (
      <>
        <MailLink email={email} /> <CopyButton text={email} label="Copiar e-mail" />
      </>
    ),
  },
];

const MAX_SHOWN = 10;

function OpenPickups({ party, onLeave }: { party: PickupParty; onLeave: () => void }) {
  const key = party.tipo === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
  const { data, error, isPending, refetch } = useRoute(pickupRoutes.list, {
    query: { [key]: [party.id], aberta: true, take: MAX_SHOWN },
  });
  const filter = encodeURIComponent(JSON.stringify({ [key]: [`${party.id}`], aberta: 'true' }));
  return (
    <section aria-label="Coletas em aberto">
      <Typography component="h3" sx={{ mt: 5, mb: 1, fontSize: 15, fontWeight: 600 }}>
        Coletas em aberto
      </Typography>
      {isPending && <TextSkeleton lines={3} />}
      <Failure answer={{ data, error, refetch }} />
      {data?.itens.length === 0 && <p>Nenhuma coleta em aberto.</p>}
      {data && data.itens.length > 0 && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data.itens.map((row) => (
            <li key={row.id} style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', padding: '4px 0' }}>
              <Link component={RouterLink} to={`/coletas/${row.id}`} onClick={onLeave}>
                Coleta {row.id}
              </Link>
              <StatusChip value={row.status} catalog={pickupStatus} />
              <span>{formatCount(row.totalTickets, 'ticket', 'tickets')}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.paginator.total > MAX_SHOWN && (
        <Link component={RouterLink} to={`/coletas?filter=${filter}`} onClick={onLeave}>
          Ver as {data.paginator.total} coletas
        </Link>
      )}
    </section>
  );
}
