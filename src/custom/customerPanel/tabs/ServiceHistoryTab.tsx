import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { type ServiceRecord, serviceRecordRoutes } from '../../../../contract/callcenter/serviceRecords.ts';
import { quoteSituation } from '../../../../contract/catalogs/orderStatus.ts';
import { formatDateTime } from '../../../../contract/rules/calendarDate.ts';
import { ownZone } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { StatusChip } from '../../../ui/components/display/Chips.tsx';
import { PageLinks } from '../../../ui/components/PageLinks/PageLinks.tsx';
import { EmptyState } from '../../../ui/shell/states/StateMessage.tsx';
import type { PanelTabProps } from '../panelTabs.ts';
import { Answered, Line, Lines } from '../TabParts.tsx';

const PER_PAGE = 9;

/** Conversations with the customer, the latest first, nine a page. */
export function ServiceHistoryTab({ idCli }: PanelTabProps) {
  const [page, setPage] = useState(1);
  const query = useRoute(
    serviceRecordRoutes.ofCustomer,
    { params: { idCli }, query: { page, take: PER_PAGE } },
    { placeholderData: (before) => before },
  );
  return (
    <Answered query={query}>
      {({ itens, paginator }) =>
        itens.length === 0 ? (
          <EmptyState
            title="Nenhum atendimento registrado"
            text="O que for registrado em “Registrar atendimento” aparece aqui."
          />
        ) : (
          <>
            <Lines>
              {itens.map((record) => (
                <RecordLine key={record.id} record={record} />
              ))}
            </Lines>
            <PageLinks
              page={page}
              lastPage={paginator.last_page}
              perPage={paginator.per_page}
              total={paginator.total}
              onPage={setPage}
              links={3}
              noun={['atendimento', 'atendimentos']}
            />
          </>
        )
      }
    </Answered>
  );
}

function RecordLine({ record }: { record: ServiceRecord }) {
  const { situacaoOrcamento, motivoPerda, orcamento_id } = record;
  const quote = orcamento_id !== null && `Orçamento ${orcamento_id}`;
  const back = record.data_retorno && `Retorno em ${formatDateTime(record.data_retorno, ownZone())}`;
  const facts = [quote, motivoPerda && `Perdido por: ${motivoPerda}`, back].filter(Boolean).join(' · ');
  return (
    <Line>
      <div className="main">
        <strong style={{ fontWeight: 500 }}>{record.motivo || 'Sem registro'}</strong>
        {record.descricao && <div style={{ whiteSpace: 'pre-line' }}>{record.descricao}</div>}
        {facts && <small>{facts}</small>}
        <small>
          {formatDateTime(record.data, ownZone())} · {record.operador}
        </small>
      </div>
      {record.pendente && <Chip size="small" label="Em andamento" />}
      {situacaoOrcamento && <StatusChip catalog={quoteSituation} value={situacaoOrcamento} />}
    </Line>
  );
}
