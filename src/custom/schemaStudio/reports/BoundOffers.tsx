import Button from '@mui/material/Button';
import { unboundedReadings } from '#contract/rules/reports/bounds.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import type { PieceProps } from './pieceProps.ts';
import type { FieldOf } from './relatedFields.ts';
import { withOpenOnly, withPeriod } from './reportEdits.ts';

interface BoundOffersProps extends Pick<PieceProps, 'report' | 'set'> {
  query: DeclarativeQuery;
  fieldOf: FieldOf;
}

/** What a query over growing data lacks, with one press; nothing is filled in unasked. */
export function BoundOffers({ report, set, query, fieldOf }: BoundOffersProps) {
  const offers = unboundedReadings(query).flatMap(({ periodo, aberto }) => {
    const period = fieldOf(periodo);
    const open = aberto === undefined ? undefined : fieldOf(aberto);
    return [
      ...(period
        ? [
            {
              key: periodo,
              label: `Últimos 30 dias (${period.titulo})`,
              bounded: () => withPeriod(report, periodo, period.titulo),
            },
          ]
        : []),
      ...(aberto !== undefined && open
        ? [{ key: aberto, label: `Só: ${open.titulo}`, bounded: () => withOpenOnly(report, aberto) }]
        : []),
    ];
  });
  if (offers.length === 0) return null;
  return (
    <fieldset style={OFFERS}>
      <legend style={{ fontSize: 13, padding: 0 }}>Esta consulta precisa de um limite. Inclua:</legend>
      {offers.map(({ key, label, bounded }) => (
        <Button key={key} variant="outlined" size="small" onClick={() => set([], bounded())}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

const OFFERS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
} as const;
