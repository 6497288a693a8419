import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { freightRoutes, type TrackingEvent } from '#contract/callcenter/orders/freight.ts';
import { isValueOf } from '#contract/catalogs/catalog.ts';
import { trackingOccurrence } from '#contract/catalogs/transport.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

interface TrackingDialogProps {
  tipo: string;
  codigo: string;
  onClose: () => void;
}

/** 'Rastreio #{code}'. */
export function TrackingDialog({ tipo, codigo, onClose }: TrackingDialogProps) {
  const id = useId();
  const tracking = useRoute(freightRoutes.tracking, { params: { tipo, codigo } }, { retry: false });
  return (
    <DialogFrame open onClose={onClose} fullScreen="phone" maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        Rastreio #{codigo}
      </DialogTitle>
      <DialogContent>
        {tracking.isPending && (
          <>
            <Typography role="status" color="text.secondary">
              Buscando informações...
            </Typography>
            <TextSkeleton />
          </>
        )}
        <Failure answer={tracking} />
        {tracking.data && (
          <DataTable
            label="Ocorrências"
            columns={COLUMNS}
            rows={numbered(tracking.data.data.ocorrencias)}
            rowId={({ numero }) => numero}
            maxHeight="60dvh"
            empty="Não existem movimentações até o momento."
          />
        )}
      </DialogContent>
      <DialogActions>
        <CopyButton text={codigo} label="Copiar código de rastreio" />
        <CloseButton autoFocus>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

type Event = TrackingEvent & { numero: number };
/** The same code may occur twice, so events are numbered. */
const numbered = (events: readonly TrackingEvent[]): Event[] =>
  events.map((event, index) => ({ ...event, numero: index + 1 }));

const COLUMNS: readonly Column<Event>[] = [
  {
    id: 'codigo',
    label: 'Ocorrência',
    width: 232,
    card: 'fact',
    render: ({ codigo }) => <OccurrenceName code={codigo} />,
  },
  {
    id: 'data_hora',
    label: 'Data e hora',
    width: 210,
    card: 'fact',
    render: ({ data_hora }) => <RelativeDate value={data_hora} exact />,
  },
  { id: 'descricao', label: 'Descrição', minWidth: 220, card: 'title', render: ({ descricao }) => descricao },
];

/** 'Saiu para entrega SAI': the meaning of the code, and the code itself. An unknown code is shown as received. */
const OccurrenceName = ({ code }: { code: string }) =>
  isValueOf(trackingOccurrence, code) ? (
    <Named>
      <StatusChip value={code} catalog={trackingOccurrence} />
      <small>{code}</small>
    </Named>
  ) : (
    <span>{code || '—'}</span>
  );

const Named = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  '& small': { fontSize: 12, whiteSpace: 'nowrap', color: theme.vars.palette.components.textoSecundario },
}));
