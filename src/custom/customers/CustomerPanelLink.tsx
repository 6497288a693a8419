import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useCan } from '../../ui/shell/useCan.ts';
import { useScreens } from '../console/screens.ts';

interface CustomerPanelLinkProps {
  id: number;
  children: ReactNode;
}

/** A customer's name that leads to their panel, for whoever may open it; the plain name for the others. */
export function CustomerPanelLink({ id, children }: CustomerPanelLinkProps) {
  const { can } = useCan();
  const screens = useScreens();
  if (!can('CLIENTE') || !screens.has('/clientes')) return children;
  return (
    <Link
      component={RouterLink}
      to={`/clientes/${id}`}
      underline="hover"
      sx={{ color: ({ vars: { palette } }) => palette.actions.primaria.text }}
    >
      {children}
    </Link>
  );
}
