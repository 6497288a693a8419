import { formatDocument } from '../../../../contract/rules/documents.ts';

/** A CPF or CNPJ with its mask, never broken over two lines. */
export const DocumentText = ({ value }: { value: string | null | undefined }) =>
  value ? <span style={{ whiteSpace: 'nowrap' }}>{formatDocument(value)}</span> : null;
