import Typography from '@mui/material/Typography';
import type { Agenda } from '../../../contract/callcenter/agendaShapes.ts';
import { agendaOrigin } from '../../../contract/catalogs/agendaOrigin.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { dialerStatus } from '../../../contract/catalogs/dialerStatus.ts';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { PhoneAction } from '../../ui/components/display/PhoneAction.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { CustomerPanelLink } from '../customers/CustomerPanelLink.tsx';
import { useDial } from '../dialing/useDial.ts';
import { whenText } from './agendaTexts.tsx';

/** Every field of document 001: what, who, when; then whence it came and what the dialer said. */
export function AgendaFacts({ agenda }: { agenda: Agenda }) {
  const { filial, cliente } = agenda;
  const dialing = useDial(cliente.id);
  const when = (instant: string | null) => instant && whenText(instant, filial.fuso);
  return (
    <>
      <KeyValueList
        items={[
          { label: 'Assunto', value: agenda.assunto },
          { label: 'Vendedor', value: agenda.colaborador.nome },
          { label: 'Data Agendada', value: when(agenda.data_agendada) },
          { label: 'Data Encerramento', value: when(agenda.data_finalizacao) },
          {
            label: 'Cliente',
            value: (
              <CustomerPanelLink id={cliente.id}>
                {cliente.id} - {cliente.razSoc}
              </CustomerPanelLink>
            ),
          },
          {
            label: 'Telefone',
            value: cliente.telefone && <PhoneAction phone={cliente.telefone} {...dialing} />,
          },
          { label: 'Tipo', value: agenda.tipo_label },
          { label: 'Filial', value: `${filial.id} - ${filial.desc}` },
          { label: agenda.pedido?.isPedido === false ? 'Orçamento' : 'Pedido', value: orderText(agenda) },
          { label: 'Motivo encerramento', value: endText(agenda) },
          { label: 'Discadora', value: <DialerFact agenda={agenda} /> },
          { label: 'Origem', value: originText(agenda) },
        ]}
      />
      <Typography component="h3" sx={{ mt: 4, fontSize: 12, color: 'text.secondary' }}>
        Descrição
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {agenda.descricao || '—'}
      </Typography>
    </>
  );
}

const orderText = ({ pedido }: Agenda) => pedido && `${pedido.id} · ${formatMoney(pedido.vlTot, 2)}`;

const endText = ({ motivo_finalizacao, observacao }: Agenda) =>
  [motivo_finalizacao, observacao].filter(Boolean).join(' · ');

const originText = ({ agenda_origem, id_externo, criador }: Agenda) =>
  [rowOf(agendaOrigin, agenda_origem).label, id_externo, criador && `por ${criador}`]
    .filter(Boolean)
    .join(' · ');

function DialerFact({ agenda: { discadora_status, discadora_atualizacao, filial } }: { agenda: Agenda }) {
  if (!discadora_status) return '—';
  return (
    <>
      <StatusChip value={discadora_status} catalog={dialerStatus} />{' '}
      {discadora_atualizacao && formatDateTime(discadora_atualizacao, filial.fuso)}
    </>
  );
}
