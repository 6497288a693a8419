import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { addressText } from '../../../contract/rules/address.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { CustomerRegistration } from '../../../contract/sac/customers.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { PhoneAction } from '../../ui/components/display/PhoneAction.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';

interface PartProps {
  customer: CustomerRegistration;
}

/** The registration; what was never asked of this customer is left out. */
export function RegistrationFacts({ customer }: PartProps) {
  const rare = [
    { label: 'Nascimento', value: customer.dtNascimento && formatCalendarDate(customer.dtNascimento) },
    { label: 'Atividade', value: customer.atividade },
    { label: 'Como conheceu', value: customer.comoConheceu },
    { label: 'Tabela de preço', value: customer.tabelaPreco },
    { label: 'Classificação', value: customer.classificacao },
    { label: 'Observações', value: customer.observacoes },
  ];
  return (
    <Section title="Cadastro">
      <KeyValueList
        items={[
          { label: 'Razão social', value: customer.razSoc },
          { label: 'Inscrição estadual', value: customer.inscEst || 'Isento ou não informada' },
          { label: 'Representante', value: customer.representante?.nome },
          { label: 'Região', value: customer.regiao?.nome },
          { label: 'Filiais', value: customer.filiaisSac.map(({ razSoc }) => razSoc).join(', ') },
          {
            label: 'Última compra',
            value: customer.dtUltComp ? formatCalendarDate(customer.dtUltComp) : 'Nunca comprou',
          },
          { label: 'Cadastrado', value: <RelativeDate value={customer.dtCriacao} /> },
          ...rare.filter(({ value }) => value),
        ]}
      />
    </Section>
  );
}

/** People, phones and e-mails. */
export function Contacts({ customer: { contatos, telefones, emails } }: PartProps) {
  if (contatos.length + telefones.length + emails.length === 0) return null;
  return (
    <Section title="Contatos">
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
        {contatos.length > 0 && (
          <Group title="Pessoas">
            {contatos.map(({ titulo, nome }) => (
              <Line key={`${titulo} ${nome}`} what={titulo}>
                {nome}
              </Line>
            ))}
          </Group>
        )}
        {telefones.length > 0 && (
          <Group title="Telefones">
            {telefones.map(({ titulo, numero }) => (
              <Line key={numero} what={titulo}>
                <PhoneAction phone={numero} />
              </Line>
            ))}
          </Group>
        )}
        {emails.length > 0 && (
          <Group title="E-mails">
            {emails.map(({ titulo, email }) => (
              <Line key={email} what={titulo}>
                <a href={`mailto:${email}`}>{email}</a>
              </Line>
            ))}
          </Group>
        )}
      </Box>
    </Section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
        {title}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {children}
      </Box>
    </div>
  );
}

function Line({ what, children }: { what: string; children: ReactNode }) {
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      {children}
      {what && (
        <Box component="span" sx={{ display: 'inline-block', ml: 1, fontSize: 12, color: 'text.secondary' }}>
          {what}
        </Box>
      )}
    </Box>
  );
}

export function Addresses({ customer: { enderecoCobranca, enderecoEntrega } }: PartProps) {
  return (
    <Section title="Endereços">
      <KeyValueList
        pairWidth={320}
        items={[
          { label: 'Cobrança', value: addressText(enderecoCobranca) },
          { label: 'Entrega', value: enderecoEntrega ? addressText(enderecoEntrega) : 'O mesmo da cobrança' },
        ]}
      />
    </Section>
  );
}
