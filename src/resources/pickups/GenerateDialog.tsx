import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type PickupType, pickupType } from '#contract/catalogs/transport.ts';
import { formatCount } from '#contract/rules/format.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { useRoute } from '#data/useRoute.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { Forbidden } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { GenerateForm } from './GenerateForm.tsx';
import type { Generated } from './pickupActions.tsx';

/** `/coletas/gerar`: the tickets waiting for a pickup, grouped by the party that would collect them. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { can } = useCan();
  const [type, setType] = useState<PickupType>('TRANSPORTADORA');
  const [generated, setGenerated] = useState<Generated | null>(null);
  const permitted = can('COLETAS_GERAR');
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth fullScreen="phone" aria-labelledby={id}>
      <DialogTitle id={id}>Gerar coletas</DialogTitle>
      {permitted ? (
        <>
          <Tabs
            value={type}
            onChange={(_event, next: PickupType) => setType(next)}
            aria-label="Quem coleta"
            sx={{ px: 4, flex: 'none' }}
          >
            {pickupType.map(({ value, label, icon }) => (
              <Tab
                key={value}
                value={value}
                icon={<CatalogIcon name={icon} size={16} />}
                label={`Por ${label.toLowerCase()}`}
              />
            ))}
          </Tabs>
          {pickupType.map(({ value }) => (
            <KeepMounted key={value} open={value === type} onOpen={() => setType(value)}>
              <Candidates type={value} onGenerated={setGenerated} onClose={onClose} />
            </KeepMounted>
          ))}
        </>
      ) : (
        <DialogContent>
          <Forbidden permission="COLETAS_GERAR" />
        </DialogContent>
      )}
      <GeneratedDialog generated={generated} onClose={() => setGenerated(null)} />
    </DialogFrame>
  );
}

interface CandidatesProps {
  type: PickupType;
  onGenerated: (generated: Generated) => void;
  onClose: () => void;
}

function Candidates({ type, onGenerated, onClose }: CandidatesProps) {
  const route =
    type === 'TRANSPORTADORA' ? pickupRoutes.candidatesByCarrier : pickupRoutes.candidatesByRepresentative;
  const { data, error, isPending, refetch } = useRoute(route, {});
  if (data && data.grupos.length > 0)
    return <GenerateForm type={type} data={data} onGenerated={onGenerated} onClose={onClose} />;
  return (
    <DialogContent aria-busy={isPending}>
      {isPending && <ListSkeleton rows={6} />}
      <Failure answer={{ data, error, refetch }} />
      {data && (
        <EmptyState
          title="Nenhum ticket aguarda coleta"
          text="Quando um ticket chegar à etapa de coleta, ele aparece aqui."
        />
      )}
      {data && (
        <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
          Os tickets que já estão em uma coleta ficam na lista de coletas.
        </Typography>
      )}
    </DialogContent>
  );
}

interface GeneratedDialogProps {
  /** `null` when closed. */
  generated: Generated | null;
  onClose: () => void;
}

/** The pickups generated from the tickets, and the tickets that were refused. */
const GeneratedDialog = ({ generated, onClose }: GeneratedDialogProps) => (
  <RowResultsDialog
    results={generated}
    title="Geração de coletas"
    doneText={(count) =>
      `${formatCount(generated?.coletas.length ?? 0, 'coleta gerada', 'coletas geradas')} de ${formatCount(count, 'ticket', 'tickets')}.`
    }
    rowName={(id) => `Ticket ${id}`}
    onClose={onClose}
  >
    {generated && generated.coletas.length > 0 && (
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {generated.coletas.map(({ id, responsavel, tickets }) => (
          <li key={id}>
            <Link component={RouterLink} to={`/coletas/${id}`}>
              Coleta {id}
            </Link>
            : {responsavel}, {formatCount(tickets.length, 'ticket', 'tickets')}
          </li>
        ))}
      </ul>
    )}
  </RowResultsDialog>
);
