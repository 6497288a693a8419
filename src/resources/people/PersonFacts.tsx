import { Link } from 'react-router-dom';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import type { PersonDetail } from '../../../contract/config/people.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { ticketListPath } from '../../custom/console/screens.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

/** What an account did and what waits on it; the tickets lead to their list, where they are handed on. */
export function PersonFacts({ person }: { person: PersonDetail }) {
  const { id, ultimoUso, sessoes, segundoFator, ticketsAbertos, criado, cliente } = person;
  return (
    <KeyValueList
      items={[
        { label: 'Cadastrada', value: <RelativeDate value={criado} /> },
        { label: 'Último uso', value: ultimoUso && <RelativeDate value={ultimoUso} /> },
        { label: 'Sessões abertas', value: sessoes === 0 ? 'nenhuma' : sessoes },
        { label: 'Verificação em duas etapas', value: segundoFator ? 'ligada' : 'desligada' },
        {
          label: 'Tickets em aberto',
          value:
            ticketsAbertos === 0 ? (
              'nenhum'
            ) : (
              <Link to={openTicketsPath(id)}>{openTicketsText(ticketsAbertos)}</Link>
            ),
        },
        ...(cliente ? [{ label: 'Cliente', value: cliente.nome }] : []),
      ]}
    />
  );
}

export const openTicketsText = (count: number) => formatCount(count, 'ticket em aberto', 'tickets em aberto');

export const openTicketsPath = (personId: number) =>
  ticketListPath({
    operador: [`${personId}`],
    status: ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value),
  });
