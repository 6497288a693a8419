import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { NegotiationDetail } from '#contract/callcenter/quotes/negotiations.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { percentText, priceText } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { packText } from '#contract/rules/orders/shownStock.ts';
import { unitText } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import type { Decision, DecisionKind } from './DecisionDialog.tsx';

interface PriceCardProps {
  price: NegotiationDetail;
  onDecide: (decision: Decision) => void;
  /** Edits the person's own request. */
  onChange: () => void;
}

/** One price of a quote: the requested price, its margin, the price history, and the available actions. */
export function PriceCard({ price, onDecide, onChange }: PriceCardProps) {
  const { produto, margem, acoes } = price;
  const button = (kind: DecisionKind, label: string, tone?: 'error') => (
    <Button
      size="small"
      variant={kind === 'autorizar' ? 'contained' : 'outlined'}
      color={tone ?? 'primary'}
      onClick={() => onDecide({ kind, rows: [price] })}
    >
      {label}
    </Button>
  );
  return (
    <Section
      title={produto.descricao}
      level={3}
      description={`${produto.idExibicao} · ${packText(price.quantidade, price.embalagem, produto.unidade)}`}
      actions={<StatusChip value={price.status} catalog={negotiationStatus} />}
    >
      <Prices>
        <Figure
          label="Preço de tabela"
          value={priceText(price.precoTabela)}
          note={margem && marginText(margem.tabela)}
        />
        <Figure
          strong
          label="Preço solicitado"
          value={`${priceText(price.precoSolicitado)} (−${percentText(price.percDesconto)})`}
          note={margem && marginText(margem.solicitado)}
          loss={margem?.solicitado.startsWith('-')}
        />
        {price.precoAutorizado ? (
          <Figure
            strong
            label="Preço autorizado"
            value={priceText(price.precoAutorizado)}
            note={margem?.autorizado && marginText(margem.autorizado)}
          />
        ) : (
          <Figure label="No orçamento agora" value={priceText(price.precoAtual)} />
        )}
        {margem && <Figure label="Custo" value={formatMoney(margem.custo, 2)} />}
      </Prices>
      <KeyValueList items={factsOf(price)} />
      <PriceHistory price={price} />
      <Actions>
        {acoes.cancelar && button('cancelar', 'Cancelar solicitação')}
        {acoes.alterar && (
          <Button size="small" variant="contained" onClick={onChange}>
            Alterar solicitação
          </Button>
        )}
        {acoes.estarCiente && button('ciente', 'Estou ciente')}
        {acoes.decidir && button('negar', 'Negar', 'error')}
        {acoes.decidir && button('autorizar', 'Autorizar')}
      </Actions>
    </Section>
  );
}

const marginText = (percent: string) => `lucro ${percentText(percent).replace('-', '−')}`;

function factsOf({
  condicao,
  solicitante,
  dtHorInc,
  motivo,
  obs,
  decisor,
  dtHorDecisao,
  motivoDecisao,
}: NegotiationDetail) {
  return [
    {
      label: 'Solicitado por',
      value: (
        <>
          {solicitante.nome}, <RelativeDate value={dtHorInc} exact />
        </>
      ),
    },
    { label: 'Condição', value: condicao },
    { label: 'Motivo', value: [motivo, obs].filter(Boolean).join('. ') },
    ...(decisor
      ? [
          {
            label: 'Decidido por',
            value: (
              <>
                {decisor.nome}, <RelativeDate value={dtHorDecisao} exact />
              </>
            ),
          },
          { label: 'Motivo da decisão', value: motivoDecisao },
        ]
      : []),
  ];
}

interface FigureProps {
  label: string;
  value: string;
  note?: string | null | undefined;
  strong?: boolean;
  /** Whether the margin is negative. */
  loss?: boolean | undefined;
}

const Figure = ({ label, value, note, strong = false, loss = false }: FigureProps) => (
  <div data-strong={strong || undefined} data-loss={loss || undefined}>
    <span>{label}</span>
    <strong>{value}</strong>
    {note && <small>{note}</small>}
  </div>
);

const Prices = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(124px, 1fr))',
    gap: 8,
    marginBottom: 12,
    '& > div': { padding: '8px 12px', borderRadius: 8, border: `1px solid ${components.linha}` },
    '& > div[data-strong]': { borderColor: actions.primaria.main },
    '& span, & small': { display: 'block', fontSize: 12, color: components.textoSecundario },
    '& > div[data-loss] small': { color: actions.perigo.text, fontWeight: 600 },
    '& strong': { display: 'block', fontSize: 15, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  };
});

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 16,
  '&:empty': { display: 'none' },
});

/** What the customer previously paid for the product, and the prices requested for it. */
function PriceHistory({ price }: { price: NegotiationDetail }) {
  const { compras, negociacoes } = price;
  return (
    <Columns>
      <div>
        <h4>Últimas compras do cliente</h4>
        {compras.length === 0 && <p>O cliente ainda não comprou este produto.</p>}
        <ul>
          {compras.map(({ numNf, pedido, data, quantidade, unidade, preco }) => (
            <li key={`${numNf} ${pedido} ${data}`}>
              <span>{formatCalendarDate(data)}</span>
              <span>{numNf === null ? `Pedido ${pedido}` : `NF ${numNf}`}</span>
              <span>{unitText(quantidade, unidade)}</span>
              <strong>{priceText(preco)}</strong>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4>Negociações anteriores</h4>
        {negociacoes.length === 0 && <p>Ninguém negociou este produto com o cliente antes.</p>}
        <ul>
          {negociacoes.map((each) => (
            <li key={each.id}>
              <RelativeDate value={each.dtHorInc} />
              <StatusChip value={each.status} catalog={negotiationStatus} />
              <span
                title={`Solicitado por ${each.solicitante}${each.decisor ? `, decidido por ${each.decisor}` : ''}`}
              >
                {each.decisor ?? each.solicitante}
              </span>
              <strong>{priceText(each.precoAutorizado ?? each.precoSolicitado)}</strong>
            </li>
          ))}
        </ul>
      </div>
    </Columns>
  );
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
  gap: 16,
  marginTop: 12,
  '& h4': { margin: '0 0 4px', fontSize: 13, fontWeight: 600 },
  '& p': { margin: 0, fontSize: 13, color: theme.vars.palette.components.textoSecundario },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, fontSize: 13 },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '4px 0',
    borderTop: `1px solid ${theme.vars.palette.components.linha}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& li > span:nth-of-type(n + 2)': { color: theme.vars.palette.components.textoSecundario },
  '& li strong': { marginLeft: 'auto', fontWeight: 600, whiteSpace: 'nowrap' },
}));
