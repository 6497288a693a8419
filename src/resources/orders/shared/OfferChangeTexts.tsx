import Box from '@mui/material/Box';
import type { OfferChange } from '#contract/callcenter/quotes/offerShapes.ts';

/** Everything that moved about one line, or about the quote as a whole. */
export interface ChangesOfLine {
  /** `null` for the whole quote. */
  item: number | null;
  product: string;
  changes: readonly OfferChange[];
  /** What can be decided about it. */
  choices: OfferChange['escolhas'];
  /** Which of the two counts now. */
  using: 'HOJE' | 'MANTER';
  /** Somebody decided, and nothing moved since. */
  seen: boolean;
  /** The quote cannot become an order while it stands. */
  stops: boolean;
}

/** The changes by line, in the order of the lines; those of the whole quote come first. */
export function changesByLine(changes: readonly OfferChange[]): ChangesOfLine[] {
  const groups = new Map<number | null, OfferChange[]>();
  for (const change of changes) groups.set(change.item, [...(groups.get(change.item) ?? []), change]);
  return [...groups.entries()]
    .sort(([, [one]], [, [other]]) => (one?.linha ?? 0) - (other?.linha ?? 0))
    .map(([item, own]) => {
      const decisions = own.filter(({ escolhas }) => escolhas.length > 0);
      return {
        item,
        product: own[0]?.produto ?? '',
        changes: own,
        choices: decisions[0]?.escolhas ?? [],
        using: decisions.some(({ vale }) => vale === 'PROPOSTO') ? 'MANTER' : 'HOJE',
        seen: decisions.length > 0 && decisions.every(({ visto }) => visto),
        stops: own.some(({ impede }) => impede),
      };
    });
}

/** The product and one sentence for each change, and which of the two prices counts where there are two. */
export function OfferChangeTexts({ line }: { line: ChangesOfLine }) {
  const { product, changes, choices, using, stops } = line;
  return (
    <>
      {product && <strong>{product}</strong>}
      {changes.map(({ tipo, texto }) => (
        <div key={`${tipo}-${texto}`}>{texto}</div>
      ))}
      {(choices.length > 1 || stops) && (
        <Box sx={{ fontSize: 12, opacity: 0.85 }}>
          {[
            choices.length > 1 && (using === 'MANTER' ? 'Vale o preço proposto.' : 'Vale o preço de hoje.'),
            stops && 'Assim o orçamento não vira pedido.',
          ]
            .filter(Boolean)
            .join(' ')}
        </Box>
      )}
    </>
  );
}
