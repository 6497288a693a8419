import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { ticketLineStatus } from '../../../../contract/catalogs/ticketLineStatus.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { compareDecimals } from '../../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { Quantity } from '../../../ui/components/display/Quantity.tsx';
import { StatusChip } from '../../../ui/components/display/StatusChip.tsx';
import { FileThumb } from '../../../ui/components/files/FileThumb.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';
import { listedFile } from '../listedFile.ts';
import { ProductDetails } from './ProductDetails.tsx';

interface ProductRowProps {
  item: TicketItem;
  isOpen: boolean;
  onToggle: () => void;
}

/** A line: what it is, and what of it holds now. Unfolded, everything that is known of it. */
export function ProductRow({ item, isOpen, onToggle }: ProductRowProps) {
  const decimals = useValueDecimals();
  const detailsId = useId();
  const { idExibicao, descricao, marca, unidade, status } = item;
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
          </span>
          <ProductPhotos item={item} />
        </td>
        <td>
          <StatusChip value={status} catalog={ticketLineStatus} />
        </td>
        <td className="number">
          <Quantity value={item.qtde} unit={unidade} />
          {compareDecimals(item.qtde, item.qtd_solicitada) !== 0 && (
            <span className="second">de {formatQuantity(item.qtd_solicitada)} pedidos</span>
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
    <section className="photos" aria-label={`Fotos de ${descricao}`}>
      {anexos.map(listedFile).map(({ id, name, href, thumb }) => (
        <a key={id} href={href} download={name} title={name} aria-label={`Baixar ${name}`}>
          <FileThumb name={name} src={thumb} size={44} />
        </a>
      ))}
    </section>
  );
}
