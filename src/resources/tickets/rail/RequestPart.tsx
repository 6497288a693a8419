import type { Ticket } from '../../../../contract/sac/tickets.ts';
import type { KeyValue } from '../../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { Facts } from './Facts.tsx';
import { RailSection } from './RailSection.tsx';

/** What is asked for and why, and who works on it. */
export function RequestPart({ ticket, consumer }: { ticket: Ticket; consumer: boolean }) {
  const { operador, setor, representante, criador, transportadora } = ticket;
  return (
    <>
      <RailSection title="Solicitação">
        <Facts
          items={[
            ...reasons(ticket),
            ...(consumer ? [] : [{ label: 'Origem', value: ticket.origem.descricao }]),
            { label: 'Criado', value: <RelativeDate value={ticket.datahora_criacao} exact /> },
            ...(transportadora ? [{ label: 'Transportadora', value: transportadora.razSoc }] : []),
          ]}
        />
      </RailSection>
      <RailSection title="Pessoas">
        <Facts
          items={[
            {
              label: consumer ? 'Quem atende' : 'Operador',
              value: operador?.nome ?? (consumer ? 'Ainda ninguém' : 'Ninguém assumiu'),
            },
            ...(consumer ? [] : [{ label: 'Setor', value: setor?.desc }]),
            ...(representante || !consumer ? [{ label: 'Representante', value: representante?.nome }] : []),
            { label: 'Aberto por', value: criador.nome },
          ]}
        />
      </RailSection>
    </>
  );
}

const reasons = ({ tipo, assunto, motivos }: Ticket): KeyValue[] => [
  { label: 'Tipo', value: tipo.desc },
  ...(assunto && assunto !== tipo.desc ? [{ label: 'Assunto', value: assunto }] : []),
  ...motivos.map(({ descricao }, level) => ({
    label: level === 0 ? 'Motivo' : `Submotivo ${level}`,
    value: descricao,
  })),
];
