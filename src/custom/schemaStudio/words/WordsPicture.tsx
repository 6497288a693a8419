import Typography from '@mui/material/Typography';
import { withStatusNames } from '#contract/catalogs/orderStatus.ts';
import { wordsOf } from '#contract/rules/words/wordsDefinition.ts';
import { CATALOG_PLACES } from '#contract/words/places.ts';
import { currentWords } from '#contract/words/words.ts';
import { currentInitialLoad } from '#data/session.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { useWords } from '#ui/words.ts';
import type { PreviewProps } from '../editorProps.ts';
import { type EditedWord, editedWord, wordsIn } from './wordEdits.ts';

/** Each changed word as it is read now and as it will be read once this is published. */
export function WordsPicture({ value }: PreviewProps) {
  useWords();
  const now = currentWords();
  const draft = wordsIn(value);
  const next = withStatusNames(wordsOf({ palavras: draft }), currentInitialLoad()?.parametros.statusPedido);
  const dropped = Object.entries(now).flatMap(([lugar, words]) =>
    Object.keys(words)
      .filter((chave) => next[lugar]?.[chave] === undefined)
      .map((chave) => ({ lugar, chave, palavra: '' })),
  );
  const rows = [...draft, ...dropped].map((each) => {
    const word = editedWord(each);
    return {
      word,
      before: now[word.lugar]?.[word.chave] ?? word.padrao,
      after: next[word.lugar]?.[word.chave] ?? word.padrao,
    };
  });
  if (rows.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        Aqui aparece, lado a lado, o que se lê hoje e o que se lerá depois de publicar.
      </Typography>
    );
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', fontSize: 13 }}>
      <caption style={{ textAlign: 'left', fontWeight: 600, paddingBottom: 8 }}>Antes e depois</caption>
      <thead>
        <tr>
          <th scope="col" style={HEAD}>
            Hoje
          </th>
          <th scope="col" style={HEAD}>
            Depois de publicar
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ word, before, after }) => (
          <tr key={`${word.lugar} ${word.chave}`}>
            <td style={CELL}>
              <Shown word={word} text={before} />
              <div style={{ fontSize: 12, opacity: 0.8 }}>{word.lugarTitulo}</div>
            </td>
            <td style={CELL}>{after === before ? 'Igual' : <Shown word={word} text={after} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEAD = { textAlign: 'left', fontWeight: 500, padding: '4px 8px 4px 0' } as const;
const CELL = { padding: '6px 8px 6px 0', verticalAlign: 'top', overflowWrap: 'anywhere' } as const;

/** A status in its colours, anything else as text. */
function Shown({ word, text }: { word: EditedWord; text: string }) {
  const rows = CATALOG_PLACES.find(({ lugar }) => lugar === word.lugar)?.rows ?? [];
  const row = rows.find(({ value }) => value === word.chave.split('/')[0]);
  return row && 'color' in row ? (
    <StatusChip value={row.value} catalog={rows as never} label={text} />
  ) : (
    <span>{text || '—'}</span>
  );
}
