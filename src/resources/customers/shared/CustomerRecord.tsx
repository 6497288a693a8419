import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addressText } from '#contract/rules/contact.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type CustomerRegistration, customerRoutes } from '#contract/sac/customers.ts';
import { useRoute } from '#data/useRoute.ts';
import { ExtraFieldsPanel } from '#src/resources/extraFields/shared/ExtraFieldsPanel.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { MailLink, PhoneAction } from '#ui/components/display/ContactLinks.tsx';
import { DocumentText, RelativeDate } from '#ui/components/display/Texts.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';

/** The customer's identity and contact data, for people who work on tickets only. */
export function CustomerRecord({ id }: { id: number }) {
  const answer = useRoute(customerRoutes.registration, { params: { idCli: id } });
  return (
    <LoadedPage answer={answer} title={`Cliente ${id}`}>
      {({ data }) => <Loaded customer={data} />}
    </LoadedPage>
  );
}

function Loaded({ customer }: { customer: CustomerRegistration }) {
  const { id, fant, razSoc, documento, legendas, motivoBloqueio } = customer;
  return (
    <Page
      title={fant || razSoc}
      width="form"
      aside={<LegendBadges codes={legendas.map(({ codigo }) => codigo)} blockReason={motivoBloqueio} />}
      actions={
        <Button
          component={Link}
          to={`/tickets?filter=${encodeURIComponent(JSON.stringify({ idCli: String(id) }))}`}
          variant="outlined"
          startIcon={<ConfirmationNumberOutlined />}
        >
          Ver tickets
        </Button>
      }
    >
      <Box component="p" sx={{ mt: 0, mb: 4, color: 'text.secondary' }}>
        {id} · {razSoc} · <DocumentText value={documento} />
      </Box>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {motivoBloqueio && <Alert severity="error">Bloqueado: {motivoBloqueio}</Alert>}
        <RegistrationFacts customer={customer} />
        <ExtraFieldsPanel
          entity="cliente"
          id={id}
          frame={({ title, action, children }) => (
            <Section title={title} actions={action}>
              {children}
            </Section>
          )}
        />
        <Contacts customer={customer} />
        <Addresses customer={customer} />
      </Box>
    </Page>
  );
}

interface PartProps {
  customer: CustomerRegistration;
}

/** The registration; fields that this customer was never asked for are left out. */
function RegistrationFacts({ customer }: PartProps) {
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

/** Contacts, phones and e-mails. */
function Contacts({ customer: { contatos, telefones, emails } }: PartProps) {
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
                <MailLink email={email} />
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

function Addresses({ customer: { enderecoCobranca, enderecoEntrega } }: PartProps) {
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
