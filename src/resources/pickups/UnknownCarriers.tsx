import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { type RecordKey, recordRoutes } from '#contract/records/routes/records.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { PickupCandidate, PickupCandidateGroups } from '#contract/sac/pickups.ts';
import { useRoute } from '#data/useRoute.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { usePickupRefresh } from './pickupActions.tsx';

const RecordDialog = lazyScreen(
  () => import('#src/resources/records/shared/RecordDialog.tsx'),
  'RecordDialog',
);

type NoteCarrier = NonNullable<PickupCandidate['transportadoraDaNota']>;

/**
 * Carriers that the files of the tickets' invoices name and nobody has registered. Once one is, its tickets stand in a group
 * of its own.
 */
export function UnknownCarriers({ data }: { data: PickupCandidateGroups }) {
  const mayRegister = useCan().can('CADASTROS_COMERCIAL_CRIAR');
  const [registering, setRegistering] = useState<NoteCarrier | null>(null);
  const refresh = usePickupRefresh();
  const close = () => {
    setRegistering(null);
    void refresh();
  };
  return (
    <>
      {unknownCarriers(data).map(({ carrier, tickets }) => (
        <Alert
          key={carrier.cnpj}
          severity="info"
          action={
            mayRegister && (
              <Button size="small" color="inherit" onClick={() => setRegistering(carrier)}>
                Cadastrar
              </Button>
            )
          }
        >
          {nameOf(carrier)}, CNPJ {formatDocument(carrier.cnpj)}, está na nota de{' '}
          {formatCount(tickets, 'ticket sem responsável', 'tickets sem responsável')} e não está cadastrada.
        </Alert>
      ))}
      <Suspense>
        {registering && <RegisterCarrier key={registering.cnpj} carrier={registering} onClose={close} />}
      </Suspense>
    </>
  );
}

const nameOf = ({ nome }: NoteCarrier) => nome || 'Uma transportadora';

/** Each carrier once, with the number of tickets, the most frequent first. */
function unknownCarriers({ grupos }: PickupCandidateGroups): { carrier: NoteCarrier; tickets: number }[] {
  const found = new Map<string, { carrier: NoteCarrier; tickets: number }>();
  for (const { transportadoraDaNota: carrier } of grupos.flatMap(({ tickets }) => tickets)) {
    if (!carrier) continue;
    const before = found.get(carrier.cnpj);
    found.set(carrier.cnpj, { carrier, tickets: (before?.tickets ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.tickets - one.tickets);
}

const params = { chave: 'transportadoras' as RecordKey };

/** The form of a new carrier with what the invoice says about it. */
function RegisterCarrier({
  carrier: { cnpj, nome },
  onClose,
}: {
  carrier: NoteCarrier;
  onClose: () => void;
}) {
  const type = useRoute(recordRoutes.type, { params }, { staleTime: 5 * 60_000 });
  if (!type.data) return null;
  return (
    <RecordDialog
      type={type.data.data}
      id={null}
      begins={{
        values: { cnpj, razaoSocial: nome, nomeFantasia: nome },
        draft: draftName('carrierOfNote', cnpj),
      }}
      onClose={onClose}
    />
  );
}
