import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { Suspense, useId, useState } from 'react';
import type { FreightAnswer } from '#contract/callcenter/orders/freight.ts';
import type { ProposedField } from '#contract/callcenter/quotes/proposedTerms.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { addressText } from '#contract/rules/contact.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatMoney, NO_VALUE } from '#contract/rules/format.ts';
import { freightShareText } from '#contract/rules/freight/payableFreight.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { type FreightQuery, freightChange } from '../freightDialog/freightChoice.ts';
import { CollapsibleSection } from './CollapsibleSection.tsx';
import type { ShownProposal } from './proposedTerms.ts';
import type { HeaderChange } from './state/pendingChange.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

const FreightDialog = lazyScreen(() => import('../freightDialog/FreightDialog.tsx'), 'FreightDialog');
const DeliveryAddressDialog = lazyScreen(
  () => import('#src/resources/customers/shared/deliveryAddress/DeliveryAddressDialog.tsx'),
  'DeliveryAddressDialog',
);

interface QuoteHeaderProps {
  editing: QuoteEditing;
  /** Typed values that are not saved yet. */
  typed: HeaderChange;
  /** What the quote began with and still has. */
  proposal: ShownProposal | null;
  disabled: boolean;
}

/** Payment, freight, delivery and notes of a quote. */
export function QuoteHeader({ editing, typed, proposal, disabled }: QuoteHeaderProps) {
  const { quote, changeHeader } = editing;
  const from = (field: ProposedField) =>
    proposal?.campos.includes(field) && typed[field] === undefined
      ? `Como no pedido ${proposal.pedido.id}`
      : undefined;
  const choices = useRoute(quoteEditingRoutes.choices, { params: { id: quote.id } }).data?.data;
  const { regras } = quote;
  const note = (key: 'obsEntrega' | 'obsPedido' | 'obsCliente', label: string) => (
    <TextField
      label={label}
      data-print={(typed[key] ?? quote[key]) ? undefined : 'no'}
      size="small"
      multiline
      minRows={2}
      disabled={disabled}
      value={typed[key] ?? quote[key]}
      onChange={(event) => changeHeader({ [key]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  );
  return (
    <CollapsibleSection title="Pagamento e entrega">
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DateField
          label="Válido até"
          live
          size="small"
          disabled={disabled}
          value={typed.dtVal === undefined ? quote.dtVal : typed.dtVal}
          onChange={(dtVal) => changeHeader({ dtVal })}
        />
        <TextField
          label="Ordem de compra"
          data-print={(typed.ordComp ?? quote.ordComp) ? undefined : 'no'}
          size="small"
          disabled={disabled}
          value={typed.ordComp ?? quote.ordComp}
          onChange={(event) => changeHeader({ ordComp: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Choice
          part="pagamento"
          label="Cobrança"
          held={quote.cobranca}
          value={typed.idCobranca}
          hint={from('idCobranca')}
          options={choices?.cobrancas}
          disabled={disabled}
          onChange={(idCobranca) => changeHeader({ idCobranca }, 'now')}
        />
        <Choice
          label="Plano de pagamento"
          held={quote.plano}
          value={typed.idPlano}
          hint={from('idPlano')}
          options={choices?.planos}
          disabled={disabled}
          onChange={(idPlano) => changeHeader({ idPlano }, 'now')}
        />
        <Choice
          label="Tabela de preço"
          held={quote.tabelaPreco}
          value={typed.idTabelaPreco}
          options={choices?.tabelas}
          disabled={disabled}
          onChange={(idTabelaPreco) => changeHeader({ idTabelaPreco }, 'now')}
        />
        <Choice
          part="frete"
          label="Tipo de frete"
          held={quote.tipoFrete}
          value={typed.idTipoFrete}
          hint={from('idTipoFrete')}
          options={choices?.tiposFrete}
          disabled={disabled || !regras.selecionaTipoFrete}
          onChange={(idTipoFrete) => changeHeader({ idTipoFrete }, 'now')}
        />
        <Choice
          label="Transportadora"
          held={quote.transportadora && { id: quote.transportadora.id, desc: quote.transportadora.nome }}
          value={typed.idTransportadora}
          hint={from('idTransportadora')}
          options={choices?.transportadoras}
          disabled={disabled || quote.retira || !regras.selecionaTransportadora}
          onChange={(idTransportadora) => changeHeader({ idTransportadora }, 'now')}
        />
        <Choice
          label="Redespacho"
          held={quote.redespacho && { id: quote.redespacho.id, desc: quote.redespacho.nome }}
          value={typed.idRedespacho}
          hint={from('idRedespacho')}
          none="Sem redespacho"
          options={choices?.transportadoras}
          disabled={disabled || (typed.retira ?? quote.retira)}
          onChange={(idRedespacho) => changeHeader({ idRedespacho }, 'now')}
        />
        <PickedUp
          checked={typed.retira ?? quote.retira}
          disabled={disabled}
          onChange={(retira) => changeHeader({ retira }, 'now')}
        />
      </Box>
      <Delivery editing={editing} from={from('idEnderecoEntrega')} disabled={disabled} />
      <Box sx={{ display: 'grid', gap: 3, mt: 3 }}>
        {note('obsEntrega', 'Observação da entrega')}
        {note('obsPedido', 'Observação do pedido')}
        {note('obsCliente', 'Observação do cliente')}
      </Box>
    </CollapsibleSection>
  );
}

interface PickedUpProps {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

const PickedUp = steady(({ checked, disabled, onChange }: PickedUpProps) => (
  <FormControlLabel
    data-print={checked ? undefined : 'no'}
    control={<Switch checked={checked} disabled={disabled} onChange={(_, now) => onChange(now)} />}
    label="Cliente retira"
  />
));

interface ChoiceProps {
  /** Of the quote's parts, the one that begins here (`useQuoteParts`). */
  part?: string;
  label: string;
  held: { id: number; desc: string } | null;
  value: number | null | undefined;
  /** Where the value comes from. */
  hint?: string | undefined;
  /** Label for no selection. */
  none?: string;
  options: readonly { id: number; desc: string }[] | undefined;
  disabled: boolean;
  onChange: (id: number | null) => void;
}

/** The current value stays an option even when it is no longer offered. */
const Choice = steady((props: ChoiceProps) => {
  const { part, label, held, value, hint, none = 'A definir', options = [], disabled, onChange } = props;
  const all = held && !options.some(({ id }) => id === held.id) ? [held, ...options] : options;
  const shown = value === undefined ? (held?.id ?? null) : value;
  return (
    <div data-quote-part={part} style={{ display: 'contents' }}>
      <ChoiceField
        label={label}
        size="small"
        disabled={disabled}
        value={shown}
        onChange={onChange}
        choices={all.map((option) => ({ value: option.id, label: option.desc }))}
        none={none}
        helperText={hint}
      />
    </div>
  );
});

/** Why no freight can be calculated yet; `null` when it can. */
function whyNoFreight({ itens, tipoFrete, regras }: EditedQuote): string | null {
  if (itens.length === 0) return 'Inclua um produto para calcular o frete.';
  if (tipoFrete) return null;
  return regras.selecionaTipoFrete
    ? 'Escolha o tipo de frete para calculá-lo.'
    : 'O orçamento não tem tipo de frete, e esta filial não deixa escolhê-lo aqui.';
}

interface DeliveryProps {
  editing: QuoteEditing;
  /** Where the address comes from, unless it was chosen here. */
  from: string | undefined;
  disabled: boolean;
}

/** The delivery address, and its cost. */
const Delivery = steady(({ editing, from, disabled }: DeliveryProps) => {
  const { quote, changeHeader } = editing;
  const [open, setOpen] = useState<'FRETE' | 'ENDERECO' | null>(null);
  const address = quote.enderecoEntrega ?? quote.cliente.endereco;
  const [there, setThere] = useState<FreightAnswer['destino'] | undefined>();
  const close = () => {
    setOpen(null);
    setThere(undefined);
  };
  const whyId = useId();
  const why = disabled ? null : whyNoFreight(quote);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 3 }}>
      <Box sx={{ flex: '1 1 240px' }}>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>Entrega em</Box>
        {addressText({ ...address, logradouro: address.rua }) || NO_VALUE}
        {from && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{from}</Box>}
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          Frete {formatMoney(quote.vlFrete, 2)}
          {freightOrigin(quote)}
          {isPositive(quote.vlFrete) && ` · ${freightShareText(quote.freteSobreProdutos)}`}
        </Box>
      </Box>
      <Button variant="outlined" disabled={disabled} onClick={() => setOpen('ENDERECO')}>
        Endereço de entrega
      </Button>
      <div data-quote-part="frete" style={{ display: 'contents' }}>
        <Button
          variant="outlined"
          disabled={disabled || why !== null}
          aria-describedby={why ? whyId : undefined}
          onClick={() => setOpen('FRETE')}
        >
          Calcular frete
        </Button>
      </div>
      {why && (
        <Box id={whyId} sx={{ flexBasis: '100%', fontSize: 12, color: 'text.secondary' }}>
          {why}
        </Box>
      )}
      <Suspense fallback={null}>
        {open === 'ENDERECO' && (
          <DeliveryAddressDialog
            idCli={quote.cliente.id}
            value={quote.enderecoEntrega?.id ?? null}
            place={there}
            onChange={(idEnderecoEntrega) => changeHeader({ idEnderecoEntrega }, 'now')}
            onClose={close}
          />
        )}
        {open === 'FRETE' && quote.tipoFrete && (
          <FreightDialog
            query={freightQuery(quote, quote.tipoFrete)}
            onSelect={(choice) => {
              close();
              changeHeader({ frete: freightChange(choice) }, 'now');
            }}
            onDeliverThere={(place) => {
              setThere(place);
              setOpen('ENDERECO');
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Box>
  );
});

/** The origin of the amount, when it adds something to the amount itself. */
function freightOrigin({ vlFrete, vlFreteOriginal, freteManual }: EditedQuote): string {
  const original = formatMoney(vlFreteOriginal, 2);
  if (freteManual)
    return vlFreteOriginal === vlFrete ? ' (informado à mão)' : ` (informado à mão: ${original})`;
  return vlFreteOriginal === vlFrete ? '' : ` (calculado ${original})`;
}

const freightQuery = (quote: EditedQuote, tipoFrete: FreightQuery['tipoFrete']): FreightQuery => {
  const { cidade, ibge, uf, cep } = quote.enderecoEntrega ?? quote.cliente.endereco;
  return {
    idOrcamento: quote.id,
    tipoFrete,
    total: quote.vlSubTot,
    pesoLiquido: quote.pesoLiquido,
    pesoBruto: quote.pesoBruto,
    volumetria: quote.volumetria,
    redespacho: quote.redespacho !== null,
    destino: { cidade, ibge, uf, cep },
  };
};
