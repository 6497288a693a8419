import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatDocument } from '#contract/rules/documents.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useScreens } from '#ui/shell/screens.ts';
import { useCan } from '#ui/shell/usePerson.ts';

interface CustomerLabelProps {
  id: number | string;
  /** Trade name (fantasia). */
  tradeName?: string | null | undefined;
  /** Legal name (razão social). */
  legalName?: string | null | undefined;
  /** Shows the legal name below instead of beside the trade name. */
  stacked?: boolean;
}

/** 'id - trade name', and the legal name in grey when it adds something. */
export const CustomerLabel = ({ id, tradeName, legalName, stacked = false }: CustomerLabelProps) => {
  const name = tradeName || legalName;
  const second = legalName && legalName !== name ? legalName : null;
  return (
    <span
      className={second && !stacked ? 'pair' : undefined}
      title={second && !stacked ? `${id} - ${name} · ${second}` : undefined}
    >
      <span>{name ? `${id} - ${name}` : id}</span>
      {second && (
        <SecondaryText
          className={stacked ? undefined : 'second'}
          style={stacked ? { display: 'block' } : { marginLeft: 8 }}
        >
          {second}
        </SecondaryText>
      )}
    </span>
  );
};

interface NamedCustomer {
  id: number | string;
  fant: string;
  razSoc: string;
}

/** The same name as plain text. */
export const customerText = ({ id, fant, razSoc }: NamedCustomer): string => `${id} - ${fant || razSoc}`;

interface FoundCustomer extends NamedCustomer {
  id: number;
  documento?: string;
  cidade?: string;
  uf?: string;
}

/** A customer as an option of a search field; legal name, document and city tell equal names apart. */
export const customerOption = (customer: FoundCustomer): AsyncOption => {
  const { id, razSoc, documento, cidade, uf } = customer;
  return {
    value: id,
    label: customerText(customer),
    second: [razSoc, documento && formatDocument(documento), cidade && `${cidade}/${uf}`]
      .filter(Boolean)
      .join(' · '),
  };
};

interface CustomerPanelLinkProps {
  id: number;
  children: ReactNode;
}

/** A customer's name, linked to their panel for those who may open it; plain text for everyone else. */
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
