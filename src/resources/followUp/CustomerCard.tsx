import type { FollowUpCustomer } from '../../../contract/callcenter/followUp.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { LegendBadges } from '../../ui/components/display/Chips.tsx';
import { BoardCard } from './Board.tsx';

interface CustomerCardProps {
  customer: FollowUpCustomer;
  onOpen: (id: number) => void;
}

export function CustomerCard({ customer, onOpen }: CustomerCardProps) {
  const { id, fant, razSoc, legendas, dtUltComp, cidade, uf } = customer;
  return (
    <BoardCard onClick={() => onOpen(id)}>
      <span className="line">
        <strong>
          {id} - {fant || razSoc}
        </strong>
      </span>
      <span className="line second">{cidade && `${cidade}/${uf}`}</span>
      <span className="line second">
        {dtUltComp ? `Última compra em ${formatCalendarDate(dtUltComp)}` : 'Nunca comprou'}
      </span>
      {legendas.length > 0 && <LegendBadges codes={legendas.map(({ codigo }) => codigo)} />}
    </BoardCard>
  );
}
