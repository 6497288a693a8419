import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';

interface CustomerLabelProps {
  id: number | string;
  /** Fantasia. */
  tradeName?: string | null | undefined;
  /** Razão social. */
  legalName?: string | null | undefined;
  /** The legal name below instead of beside. */
  stacked?: boolean;
}

/** 'id - trade name', and the legal name in grey where it says something more. */
export const CustomerLabel = ({ id, tradeName, legalName, stacked = false }: CustomerLabelProps) => {
  const name = tradeName || legalName;
  const second = legalName && legalName !== name ? legalName : null;
  return (
    <span title={second && !stacked ? `${id} - ${name} · ${second}` : undefined}>
      {name ? `${id} - ${name}` : id}
      {second && (
        <SecondaryText style={stacked ? { display: 'block' } : { marginLeft: 8 }}>{second}</SecondaryText>
      )}
    </span>
  );
};
