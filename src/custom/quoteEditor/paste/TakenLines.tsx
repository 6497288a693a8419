import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { Button } from '#ui/components/Button.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import type { Taken } from './pastedList.ts';

interface TakenLinesProps {
  lines: readonly Taken[];
  onAskAgain: (line: Taken) => void;
}

/** What is in the quote by its words alone, each with the way to another product, which is then remembered. */
export function TakenLines({ lines, onAskAgain }: TakenLinesProps) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <Box sx={{ mt: 3 }}>
      <Typography id={id} component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        Incluídos pelo nome
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map(({ id: key, line }) => (
          <Box component="li" key={key} sx={ROW}>
            <Box sx={FACTS}>
              <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
                {line.texto}
                <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
                  {line.qtde && `${formatQuantity(line.qtde)} × `}
                  {line.produto}
                  {line.lembrado && (
                    <>
                      {' · '}
                      {formatCount(line.lembrado.vezes, 'vez', 'vezes')}, a última{' '}
                      <RelativeDate value={line.lembrado.em} />
                    </>
                  )}
                </Box>
              </Box>
              {line.lembrado && (
                <Tag tone="informacao">
                  <span>Como da última vez</span>
                </Tag>
              )}
            </Box>
            <Button
              size="small"
              aria-label={`Trocar o produto de ${line.texto}`}
              onClick={() => onAskAgain({ id: key, line })}
            >
              Trocar
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** The button stays beside them on a phone, too. */
const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  flex: 1,
  minWidth: 0,
  alignItems: 'center',
  columnGap: 2,
} as const;

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
