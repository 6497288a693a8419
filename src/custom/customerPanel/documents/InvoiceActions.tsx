import CodeIcon from '@mui/icons-material/Code';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import type { CustomerInvoice } from '../../../../contract/callcenter/documents.ts';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';
import type { DocumentKind } from './useDocumentDownload.tsx';

interface InvoiceActionsProps {
  row: CustomerInvoice;
  /** The download that runs. */
  busy: string | null;
  onDownload: (kind: DocumentKind, id: number) => void;
  onTrack: (tracking: CustomerInvoice['rastreio']) => void;
}

/** XML, DANFE, and where they exist the slip and the tracking. */
export function InvoiceActions({ row, busy, onDownload, onTrack }: InvoiceActionsProps) {
  const { id, numNf, boleto, rastreio } = row;
  const button = (kind: DocumentKind, of: number, label: string, icon: ReactNode) => (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      loading={busy === `${kind}-${of}`}
      onClick={() => onDownload(kind, of)}
    >
      {icon}
    </IconButton>
  );
  return (
    <>
      <CopyButton text={row.chave} label={`Copiar chave da nota ${numNf}`} />
      {button('xml', id, `Baixar XML da nota ${numNf}`, <CodeIcon fontSize="small" />)}
      {button('danfe', id, `Baixar DANFE da nota ${numNf}`, <PictureAsPdfOutlined fontSize="small" />)}
      {boleto !== null &&
        button('boleto', boleto, `Baixar boleto da nota ${numNf}`, <ReceiptLongOutlined fontSize="small" />)}
      {rastreio && (
        <IconButton
          size="small"
          aria-label={`Rastrear a entrega da nota ${numNf}`}
          title="Rastrear a entrega"
          onClick={() => onTrack(rastreio)}
        >
          <LocalShippingOutlined fontSize="small" />
        </IconButton>
      )}
    </>
  );
}
