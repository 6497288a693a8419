import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import type { Output } from '#contract/route.ts';
import { addressText } from '#contract/rules/contact.ts';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import { Button } from '#ui/components/Button.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { Money, RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { usePanelRefresh } from '../../usePanel.ts';

interface CardProps {
  customer: PanelCustomer;
}

/** Everything registered about the customer; fields that only some customers have are omitted when empty. */
export function RegistrationCard({ customer }: CardProps) {
  const isIncomplete = customer.prospect || isMissingDocument(customer.cnpj);
  return (
    <Section title="Cadastro" actions={isIncomplete && <CompleteRegistration customer={customer} />}>
      <KeyValueList pairWidth={160} items={[...always(customer), ...rare(customer)]} />
    </Section>
  );
}

const days = (count: number) => formatCount(count, 'dia', 'dias');

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

/** Turns a first contact into a complete customer, using the form that cadastraCliente selects. */
function CompleteRegistration({ customer }: CardProps) {
  const { mayRegister, complete } = useRegistration();
  const refresh = usePanelRefresh(customer.id);
  if (!mayRegister) return null;
  const customerData = {
    documento: isMissingDocument(customer.cnpj) ? '' : customer.cnpj,
    empresa: { razaoSocial: customer.razSoc, nomeFantasia: customer.fant },
    contatos: { telefone1: customer.telefone, email: customer.email },
  };
  return (
    <Button
      variant="contained"
      size="small"
      onClick={() => complete(customer.id, { known: customerData, onDone: refresh })}
    >
      Completar cadastro
    </Button>
  );
}

type CustomerActivity = Output<typeof customerUpkeepRoutes.activities>['itens'][number];

/** The customer's activities, edited in place by those who may. */
export function ActivitiesCard({ idCli }: { idCli: number }) {
  const { can } = useCan();
  const queries = useQueryClient();
  const refresh = usePanelRefresh(idCli);
  const [editing, setEditing] = useState<CustomerActivity | null>(null);
  const { data, error, refetch } = useRoute(customerUpkeepRoutes.activities, { params: { idCli } });
  const saved = () => {
    setEditing(null);
    void queries.invalidateQueries({ queryKey: routeKey(customerUpkeepRoutes.activities) });
    refresh();
  };
  return (
    <Section title="Atividades">
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <TextSkeleton lines={2} />}
      {data?.itens.length === 0 && (
        <Typography color="text.secondary">Nenhuma atividade disponível.</Typography>
      )}
      {data?.itens.map((row) => (
        <Box key={row.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
          <span>{row.atividade || 'Sem atividade'}</span>
          {row.permiteEditar && can('CLIENTE_EDITAR') && (
            <IconButton size="small" aria-label="Editar atividade" onClick={() => setEditing(row)}>
              <EditOutlined fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {editing && data && (
        <ActivityDialog
          idCli={idCli}
          activity={editing}
          options={data.opcoes}
          onClose={() => setEditing(null)}
          onSaved={saved}
        />
      )}
    </Section>
  );
}

interface ActivityDialogProps {
  idCli: number;
  activity: CustomerActivity;
  options: readonly { id: number; desc: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the customer's activity. */
function ActivityDialog({ idCli, activity, options, onClose, onSaved }: ActivityDialogProps) {
  const titleId = useId();
  const notify = useNotify();
  const [chosen, setChosen] = useState(activity.idAtividade === null ? '' : `${activity.idAtividade}`);
  const save = useRouteCommand(customerUpkeepRoutes.changeActivity, {
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      onSaved();
    },
  });
  const unchanged = chosen === '' || Number(chosen) === activity.idAtividade;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unchanged) return;
    save.mutate({
      params: { idCli },
      body: { id: activity.id, valoranterior: activity.idAtividade, valor: Number(chosen) },
    });
  };
  return (
    <DialogFrame
      open
      onClose={save.isPending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Editar atividade</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <ChoiceField
            autoFocus
            required
            label="Atividade"
            value={chosen}
            onChange={setChosen}
            choices={options.map(({ id, desc }) => ({ value: `${id}`, label: desc }))}
          />
          {save.error && <Alert severity="error">{errorText(save.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={save.isPending}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" disabled={unchanged} loading={save.isPending}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
