import Box from '@mui/material/Box';
import { formatPhone } from '../../../../contract/rules/phone.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { CustomerLabel } from '../../../custom/customers/CustomerLabel.tsx';
import { CustomerPanelLink } from '../../../custom/customers/CustomerPanelLink.tsx';
import { DocumentText } from '../../../ui/components/display/DocumentText.tsx';
import { LegendBadges } from '../../../ui/components/display/LegendBadges.tsx';
import { PhoneAction } from '../../../ui/components/display/PhoneAction.tsx';
import { CompleteCustomer } from './CompleteCustomer.tsx';
import { Facts } from './Facts.tsx';
import { RailSection } from './RailSection.tsx';

/** Whose ticket it is, and how to reach them; nobody calls themself. */
export function CustomerPart({ ticket, consumer }: { ticket: Ticket; consumer: boolean }) {
  const { cliente, contato, filial } = ticket;
  const name = contato.nome && contato.nome !== cliente.razSoc ? contato.nome : null;
  return (
    <RailSection
      title={consumer ? 'Seus dados' : 'Cliente'}
      action={ticket.cadastroIncompleto && <CompleteCustomer ticket={ticket} />}
    >
      <Box sx={{ mb: 2 }}>
        <CustomerPanelLink id={cliente.id}>
          <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} stacked />
        </CustomerPanelLink>
      </Box>
      {cliente.legendas.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <LegendBadges
            codes={cliente.legendas.map(({ codigo }) => codigo)}
            blockReason={cliente.legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
          />
        </Box>
      )}
      {contato.telefone && !consumer && (
        <Box sx={{ mb: 2 }}>
          <PhoneAction phone={contato.telefone} />
        </Box>
      )}
      <Facts
        items={[
          ...(name ? [{ label: 'Contato', value: name }] : []),
          ...(consumer ? [{ label: 'Telefone', value: formatPhone(contato.telefone) }] : []),
          { label: 'CPF ou CNPJ', value: contato.documento && <DocumentText value={contato.documento} /> },
          {
            label: 'E-mail',
            value: contato.email && <MailLink address={contato.email} />,
          },
          { label: consumer ? 'Quem atende você' : 'Filial', value: filial.razSoc },
        ]}
      />
    </RailSection>
  );
}

/** A long address breaks after its @ first. */
function MailLink({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
}
