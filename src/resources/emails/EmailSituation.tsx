import type { CatalogRow } from '../../../contract/catalogs/catalog.ts';
import type { OutboxEmail } from '../../../contract/config/emails.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';

const SITUATIONS: readonly CatalogRow[] = [
  { value: 'ENVIADO', label: 'Enviado', color: 'sucesso', icon: 'MarkEmailRead' },
  { value: 'COM_ERRO', label: 'Com erro', color: 'perigo', icon: 'Warning' },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', color: 'secundaria', icon: 'HourglassEmpty' },
];

/** Sent, refused by the mail server, or waiting. */
export function EmailSituation({ email: { enviado, erro } }: { email: OutboxEmail }) {
  return <StatusChip value={enviado ? 'ENVIADO' : erro ? 'COM_ERRO' : 'NA_CAIXA'} catalog={SITUATIONS} />;
}
