import Button from '@mui/material/Button';
import type { PanelCustomer } from '../../../../../contract/callcenter/panelCustomer.ts';
import { addressText } from '../../../../../contract/rules/address.ts';
import { formatCalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../../../contract/rules/format.ts';
import { KeyValueList } from '../../../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../../../ui/components/detail/Section.tsx';
import { Money } from '../../../../ui/components/display/Figures.tsx';
import { RelativeDate } from '../../../../ui/components/display/RelativeDate.tsx';
import { useRegistration } from '../../../registration/useRegistration.ts';
import { usePanelRefresh } from '../../usePanel.ts';

interface CardProps {
  customer: PanelCustomer;
}

/** Everything that was registered of the customer; what only some have is left out where it is empty. */
export function RegistrationCard({ customer }: CardProps) {
  return (
    <Section title="Cadastro" actions={customer.prospect && <CompleteRegistration customer={customer} />}>
      <KeyValueList pairWidth={160} items={[...always(customer), ...rare(customer)]} />
    </Section>
  );
}

const always = (customer: PanelCustomer) => [
  { label: 'Razão social', value: customer.razSoc },
  { label: 'Nome fantasia', value: customer.fant },
  { label: 'Inscrição estadual', value: customer.inscEst || 'Isento ou não informada' },
  { label: 'Categoria', value: customer.categoria },
  { label: 'Classe de venda', value: customer.classeVenda },
  { label: 'Rede', value: customer.rede },
  { label: 'Tabela de preço', value: customer.tabelaPreco },
  {
    label: 'Prazo médio máximo',
    value: customer.prazMedMax == null ? 'Sem limite' : days(customer.prazMedMax),
  },
  {
    label: 'Última compra',
    value: customer.dtUltComp ? formatCalendarDate(customer.dtUltComp) : 'Nunca comprou',
  },
  { label: 'Pedidos do mês', value: <Money value={customer.vlTotPedidosMes} decimals={2} /> },
  { label: 'Cadastrado', value: <RelativeDate value={customer.dtCad} /> },
  { label: 'Representante', value: customer.representante?.nome },
  { label: 'Região', value: customer.regiao?.nome },
  { label: 'Filiais', value: customer.filiais?.map(({ razSoc }) => razSoc).join(', ') },
];

const rare = (customer: PanelCustomer) =>
  [
    { label: 'Nascimento', value: customer.dtNascimento && formatCalendarDate(customer.dtNascimento) },
    { label: 'Como conheceu', value: customer.comoConheceu },
    { label: 'Origem (utm_source)', value: customer.utm_source },
    { label: 'Mídia (utm_medium)', value: customer.utm_medium },
    { label: 'Campanha (utm_campaign)', value: customer.utm_campaign },
    { label: 'Observações', value: customer.observacoes },
  ].filter(({ value }) => value);

const days = (count: number) => formatCount(count, 'dia', 'dias');

export function AddressCard({ customer }: CardProps) {
  const { end, num, compl, bair, cid, uf, cep, enderecoEntrega } = customer;
  const billing = addressText({
    logradouro: end,
    numero: num,
    complemento: compl,
    bairro: bair,
    cidade: cid,
    uf,
    cep,
  });
  return (
    <Section title="Endereços">
      <KeyValueList
        pairWidth={300}
        items={[
          { label: 'Cobrança', value: billing },
          { label: 'Entrega', value: enderecoEntrega || 'O mesmo da cobrança' },
        ]}
      />
    </Section>
  );
}

/** A first contact becomes a whole customer, in the form that cadastraCliente names. */
function CompleteRegistration({ customer }: CardProps) {
  const { mayRegister, complete } = useRegistration();
  const refresh = usePanelRefresh(customer.id);
  if (!mayRegister) return null;
  const known = {
    documento: customer.cnpj,
    empresa: { razaoSocial: customer.razSoc, nomeFantasia: customer.fant },
    contatos: { telefone1: customer.telefone, email: customer.email },
  };
  return (
    <Button
      variant="contained"
      size="small"
      onClick={() => complete(customer.id, { known, onDone: refresh })}
    >
      Completar cadastro
    </Button>
  );
}
