import { ExtraFieldsPanel } from '../../../custom/extraFields/ExtraFieldsPanel.tsx';
import { RailSection } from './RailSection.tsx';

/** What the company asks of a ticket beside its flow. */
export function FieldsPart({ idTicket }: { idTicket: number }) {
  return (
    <ExtraFieldsPanel
      key={idTicket}
      entity="ticket"
      id={idTicket}
      frame={(parts) => <RailSection {...parts} />}
    />
  );
}
