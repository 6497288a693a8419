import Link from '@mui/material/Link';
import { visuallyHidden } from '@mui/utils';
import { ticketListPath, useScreens } from '../../console/screens.ts';

interface CustomerLinkProps {
  id: number;
  /** The customer's name, where it is known. */
  name?: string;
}

/** A customer who stands already, in another tab: what is being written stays. */
export function CustomerLink({ id, name }: CustomerLinkProps) {
  const screens = useScreens();
  const to = screens.has('/clientes') ? `/clientes/${id}` : ticketListPath({ idCli: `${id}` });
  return (
    <Link href={to} target="_blank" rel="noopener">
      {name ? `${id} - ${name}` : `Ver o cliente ${id}`}
      <span style={visuallyHidden}> (abre em outra aba)</span>
    </Link>
  );
}
