import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Agenda } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { agendaOrigin, callOrigin, dialerStatus } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { useDial } from '#src/resources/customers/shared/useDial.tsx';
import { RepeatLastOrder } from '#src/resources/orders/shared/RepeatLastOrder.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { AgendaActions } from './AgendaActions.tsx';
import { SituationChip, useAgendaRefresh, whenText } from './agendaTexts.tsx';
import { OutcomeStrip } from './outcome/OutcomeStrip.tsx';

interface AgendaDialogProps {
  id: number;
  onClose: () => void;
  onChanged?: () => void;
}

/** The 'Agenda {id}' dialog, with reschedule and finish. */
export function AgendaDialog({ id, onClose, onChanged }: AgendaDialogProps) {
  const titleId = useId();
  const answer = useRoute(agendaRoutes.get, { params: { id } });
  const refresh = useAgendaRefresh();
  const agenda = answer.data?.data;
  const changed = async () => {
    onChanged?.();
    await refresh();
  };
  return (
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth fullScreen="phone" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 3, pr: 12 }}>
        Agenda {id}
        {agenda && <SituationChip situacao={agenda.situacao} />}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
        <CloseOutlined fontSize="small" />
      </CloseCross>
      <DialogContent dividers aria-busy={answer.isPending}>
        <Answered answer={answer} skeleton={<TextSkeleton lines={8} />} missing={<NoSuchAgenda />}>
          {({ data }) => (
            <>
              <AgendaFacts agenda={data} />
              {data.podeAlterar && (
                <Box sx={{ mt: 5 }}>
                  <OutcomeStrip idCli={data.cliente.id} idAgenda={id} onDone={() => void changed()} />
                </Box>
              )}
              <AgendaHistory agenda={data} />
            </>
          )}
        </Answered>
      </DialogContent>
      {agenda && <AgendaActions agenda={agenda} onChanged={changed} onRemoved={onClose} />}
    </DialogFrame>
  );
}

/** An unknown agenda and one out of scope show the same message. */
const NoSuchAgenda = () => (
  <EmptyState
    title="Agenda não encontrada"
    text="Ela foi excluída, ou não está entre as que você pode ver."
  />
);

/** The agenda's history: each reschedule with its old date, new date and reason. */
function AgendaHistory({ agenda: { historico, filial } }: { agenda: Agenda }) {
  if (historico.length === 0) return null;
  return (
    <Box component="section" aria-label="Histórico da agenda" sx={{ mt: 5 }}>
      <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600, mb: 2 }}>
        Histórico
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, fontSize: 13 }}>
        {historico.map(({ id, texto, datahora, colaborador, motivo }) => (
          <Box
            component="li"
            key={id}
            sx={(t) => ({ pl: 3, borderLeft: `2px solid ${t.vars.palette.components.linhaForte}` })}
          >
            {texto}
            {motivo && <Box sx={{ fontStyle: 'italic' }}>“{motivo}”</Box>}
            <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
              {[whenText(datahora, filial.fuso), colaborador].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Every field of document 001: what, who and when, followed by its origin and what the dialer reported. */
function AgendaFacts({ agenda }: { agenda: Agenda }) {
  const { filial, cliente } = agenda;
  const repeats = useCan().can('ORCAMENTO_EDITAR');
  const dialing = useDial(cliente.id, agenda.id);
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
              <>
                <CustomerPanelLink id={cliente.id}>
                  {cliente.id} - {cliente.razSoc}
                </CustomerPanelLink>
                {repeats && <RepeatLastOrder customer={cliente} />}
              </>
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
          { label: 'Ligação', value: <DialerFact agenda={agenda} /> },
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

function DialerFact({ agenda }: { agenda: Agenda }) {
  const { discadora_status, discadora_atualizacao, discadora_origem, filial } = agenda;
  if (!discadora_status) return '—';
  const told = [
    discadora_atualizacao && whenText(discadora_atualizacao, filial.fuso),
    discadora_origem && rowOf(callOrigin, discadora_origem).label,
  ];
  return (
    <>
      <StatusChip value={discadora_status} catalog={dialerStatus} /> {told.filter(Boolean).join(' · ')}
    </>
  );
}
