import type { FollowUpStage } from '../../../contract/callcenter/followUp.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { BoardColumn } from './Board.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { RestOfStage } from './RestOfStage.tsx';

interface StageContext {
  idTipo: number;
  query: Record<string, unknown>;
  onCustomer: (id: number) => void;
}

/** A stage as a column: its rule, the latest buyers, and the rest on demand. */
export const customerColumn = (stage: FollowUpStage, context: StageContext): BoardColumn => ({
  key: String(stage.id),
  title: stage.nome,
  tone: stage.cor,
  count: formatCount(stage.total, 'cliente', 'clientes'),
  // A stage that is named after its rule has said it.
  note: stage.regra === stage.nome ? undefined : stage.regra,
  cards: stage.clientes.map((customer) => (
    <CustomerCard key={customer.id} customer={customer} onOpen={context.onCustomer} />
  )),
  foot: stage.total > stage.clientes.length && <RestOfStage stage={stage} {...context} />,
});
