import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useContext, useState } from 'react';
import type { ColumnMark } from '#contract/rules/reports/columnMarks.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import { InvalidTextsContext } from '#ui/components/inputs/useTypedText.ts';
import { PanelField } from '../parts/PanelField.tsx';
import type { PieceProps } from './pieceProps.ts';
import { QueryRow } from './QueryRow.tsx';

const MAX_MARKS = 5;

type MarkProps = Pick<PieceProps, 'report' | 'set' | 'readOnly'> & { index: number };

/** Figures of a column that stand out, each by a threshold, a color and a word. */
export function MarkProperties({ report, set, readOnly, index }: MarkProps) {
  const texts = useContext(InvalidTextsContext);
  // The rows are drawn anew when one is taken out, so that none shows what was typed into another.
  const [turn, setTurn] = useState(0);
  const column = report.colunas[index];
  const marks = column?.destaques ?? [];
  if (!column || (!isFigure(column) && marks.length === 0)) return null;
  const at = `/colunas/${index}/destaques`;
  const write = (next: readonly ColumnMark[]) =>
    set(['colunas', index, 'destaques'], next.length > 0 ? next : undefined);
  const put = (place: number, change: Partial<ColumnMark>) =>
    write(marks.map((mark, each) => (each === place ? { ...mark, ...change } : mark)));
  return (
    <>
      <h3 style={{ margin: '8px 0 0', fontSize: 13, fontWeight: 600 }}>Destaques</h3>
      {placed(marks).map(({ mark, place, id }) => (
        <QueryRow
          key={`${turn} ${id}`}
          label={mark.rotulo || `Destaque ${place + 1}`}
          readOnly={readOnly}
          onRemove={() => {
            texts?.forget(at);
            setTurn(turn + 1);
            write(marks.toSpliced(place, 1));
          }}
        >
          <PanelField at={`${at}/${place}/quando`} />
          <PanelField
            at={`${at}/${place}/valor`}
            set={(valor: number | null) => put(place, { valor: valor ?? 0 })}
          />
          <PanelField at={`${at}/${place}/cor`} />
          <PanelField at={`${at}/${place}/rotulo`} />
        </QueryRow>
      ))}
      {!readOnly && marks.length < MAX_MARKS && (
        <Button
          startIcon={<AddOutlined />}
          sx={{ justifySelf: 'start' }}
          onClick={() => write([...marks, { quando: 'MAIOR', valor: 0, cor: 'perigo', rotulo: 'Alto' }])}
        >
          Destaque
        </Button>
      )}
    </>
  );
}

/** Marks have no identity other than their position. */
const placed = (marks: readonly ColumnMark[]) =>
  marks.map((mark, place) => ({ mark, place, id: `destaque ${place}` }));
