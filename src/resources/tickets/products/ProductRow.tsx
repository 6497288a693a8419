import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ticketLineStatus } from '#contract/catalogs/ticketStatus.ts';
import { compareDecimals, isPositive } from '#contract/rules/decimal.ts';
import { DEFAULT_PERCENT_DECIMALS, formatMoney, formatPercent } from '#contract/rules/format.ts';
import { givenOf } from '#contract/rules/tickets/returnUnits.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ItemTaxes, TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { currentInitialLoad } from '#data/session.ts';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { NoteMark } from '#ui/components/display/NoteMark.tsx';
import { Money, useValueDecimals } from '#ui/components/display/Texts.tsx';
import { LinePhotos } from '../ticketFiles.tsx';

interface ProductRowProps {
  item: TicketItem;
  isOpen: boolean;
  onToggle: () => void;
}

/** A line: the product and its current quantities. Expanding it shows all of its details. */
export function ProductRow({ item, isOpen, onToggle }: ProductRowProps) {
  const decimals = useValueDecimals();
  const detailsId = useId();
  const { idExibicao, descricao, marca, status } = item;
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td>
          <span className="what">
            <span>
              {idExibicao} - {descricao}
            </span>
            <span className="second">
              {[marca, invoiceOf(item), reasonOf(item)].filter(Boolean).join(' · ')}
            </span>
            <NoteMark text={item.avisoNota} />
          </span>
          <ProductPhotos item={item} />
        </td>
        <td>
          <StatusChip value={status} catalog={ticketLineStatus} />
        </td>
        <td className="number">
          {givenOf(item, item.qtde)}
          {compareDecimals(item.qtde, item.qtd_solicitada) !== 0 && (
            <div className="second">Solicitado {givenOf(item, item.qtd_solicitada)}</div>
          )}
        </td>
        <td className="number">
          <Money value={item.vlTot} decimals={decimals} />
        </td>
        <td className="unfold">
          <IconButton
            size="small"
            aria-label={`${isOpen ? 'Ocultar' : 'Mostrar'} detalhes de ${descricao}`}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={onToggle}
          >
            {isOpen ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
          </IconButton>
        </td>
      </tr>
      {isOpen && (
        <tr className="details" id={detailsId}>
          <td colSpan={5}>
            <ProductDetails item={item} />
          </td>
        </tr>
      )}
    </>
  );
}

const invoiceOf = ({ avulso, nfe, data_nota }: TicketItem): string =>
  avulso ? 'Avulso' : `Nota ${nfe}${data_nota ? ` de ${formatCalendarDate(data_nota)}` : ''}`;

const reasonOf = ({ motivo_descricao, obs }: TicketItem): string =>
  [motivo_descricao, obs].filter(Boolean).join(': ');

function ProductPhotos({ item: { anexos, descricao } }: { item: TicketItem }) {
  if (anexos.length === 0) return null;
  return (
    <section aria-label={`Fotos de ${descricao}`}>
      <LinePhotos files={anexos} of={descricao} />
    </section>
  );
}

/** A line's details: the result of its analysis, its price and its taxes. */
function ProductDetails({ item }: { item: TicketItem }) {
  const decimals = useValueDecimals();
  return (
    <>
      <Part title="Quantidades" items={quantities(item)} />
      <Part
        title="Valores"
        items={[
          { label: 'Valor unitário', value: <Money value={item.vlUnit} decimals={decimals} /> },
          { label: 'Valor sem imposto', value: <Money value={item.valor_sem_imposto} decimals={decimals} /> },
          { label: 'Produtos', value: <Money value={item.vlProdutos} decimals={decimals} /> },
          { label: 'Total com impostos', value: <Money value={item.vlTot} decimals={decimals} /> },
        ]}
      />
      <Part title="Impostos desta quantidade" items={taxes(item.impostos, decimals)} />
      <Part title="Venda" items={sale(item)} />
    </>
  );
}

function Part({ title, items }: { title: string; items: readonly KeyValue[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <Typography variant="body2" sx={{ fontWeight: 600, mt: 3, mb: 1 }}>
        {title}
      </Typography>
      <KeyValueList items={items} pairWidth={150} />
    </section>
  );
}

/** The analysis counters are shown only when something was counted. */
function quantities(item: TicketItem): KeyValue[] {
  const quantity = (label: string, value: string | null) => ({
    label,
    value: value === null ? '—' : givenOf(item, value),
  });
  const counted: [string, string][] = [
    ['Fora do prazo', item.qtd_fora_prazo],
    ['Outra marca', item.qtd_outra_marca],
    ['Falta', item.qtd_falta],
    ['Avaria', item.qtd_avaria],
    ['Quebrado', item.qtd_quebra_direta],
    ['Autorizado', item.qtd_autorizada],
  ];
  return [
    ...(item.qtd_comprada === null ? [] : [quantity('Comprada', item.qtd_comprada)]),
    quantity('Solicitada', item.qtd_solicitada),
    ...counted.filter(([, value]) => isPositive(value)).map(([label, value]) => quantity(label, value)),
    ...(item.qtd_conferida === null ? [] : [quantity('Conferida', item.qtd_conferida)]),
    ...(item.motivoAnalise ? [{ label: 'Motivo da análise', value: item.motivoAnalise }] : []),
    ...(item.obs_conferencia ? [{ label: 'Conferência', value: item.obs_conferencia }] : []),
  ];
}

const TAX_LABELS = [
  ['ipi', 'IPI'],
  ['st', 'ST'],
  ['stsn', 'STSN'],
  ['icms', 'ICMS (no preço)'],
  ['icmsPartilha', 'Partilha (à parte)'],
] as const satisfies readonly (readonly [keyof ItemTaxes, string])[];

/** Proportional to the accepted part of the invoice line; ICMS and its portion are included in the price. */
const taxes = (charged: ItemTaxes, decimals: number): KeyValue[] =>
  TAX_LABELS.flatMap(([key, label]) => {
    const tax = charged[key];
    if (!tax) return [];
    const text = `${formatPercent(tax.perc, percentDecimals())} · ${formatMoney(tax.valor, decimals)}`;
    return [{ label, value: text }];
  });

function percentDecimals(): number {
  const value = currentInitialLoad()?.parametros.casasDecimaisPercentual;
  return typeof value === 'number' ? value : DEFAULT_PERCENT_DECIMALS;
}

const sale = (item: TicketItem): KeyValue[] =>
  (
    [
      ['Classe de venda', item.classe_venda],
      ['Tabela de preço', item.tabela_preco],
      ['Crítica da integradora', item.critica_integradora],
    ] as const
  ).flatMap(([label, value]) => (value ? [{ label, value }] : []));
