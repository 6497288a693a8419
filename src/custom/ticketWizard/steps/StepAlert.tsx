import Alert from '@mui/material/Alert';
import { useItems } from '../state/itemsContext.ts';

/** What is wrong with a list as a whole, or what the server says of its entries. */
export function StepAlert({ field }: { field: string }) {
  const { refused, textAt } = useItems();
  const own = textAt(field);
  const below = Object.entries(refused).flatMap(([at, text]) => (at.startsWith(`${field}.`) ? [text] : []));
  const texts = [...new Set([...(own ? [own] : []), ...below])];
  return texts.length > 0 ? <Alert severity="error">{texts.join('\n')}</Alert> : null;
}
