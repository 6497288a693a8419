import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { pickupType } from '../../../contract/catalogs/pickupType.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Pickup } from '../../../contract/sac/pickups.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

/** Who, when, by whom; and why it ended, if it did. */
export function PickupFacts({ pickup, onParty }: { pickup: Pickup; onParty: () => void }) {
  const { responsavel, agendadaPara, criador, datahora_criacao, datahora_confirmacao } = pickup;
  return (
    <>
      {pickup.status === 'CANCELADA' && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {pickup.motivoCancelamento
            ? `Cancelada: ${pickup.motivoCancelamento}`
            : 'Cancelada porque nenhum ticket ficou nela.'}
        </Alert>
      )}
      <KeyValueList
        items={[
          {
            label: rowOf(pickupType, responsavel.tipo).label,
            value: (
              <Link component="button" type="button" onClick={onParty} sx={{ textAlign: 'left' }}>
                {responsavel.nome}
              </Link>
            ),
          },
          {
            label: 'Agendada para',
            value: agendadaPara ? formatCalendarDate(agendadaPara) : 'Sem data',
          },
          {
            label: 'Gerada',
            value: (
              <>
                <RelativeDate value={datahora_criacao} /> por {criador.nome}
              </>
            ),
          },
          ...(datahora_confirmacao
            ? [
                {
                  label: 'Confirmada',
                  value: (
                    <>
                      <RelativeDate value={datahora_confirmacao} /> por {pickup.confirmadaPor}
                    </>
                  ),
                },
              ]
            : []),
          ...(pickup.obs ? [{ label: 'Observação', value: pickup.obs }] : []),
        ]}
      />
    </>
  );
}
