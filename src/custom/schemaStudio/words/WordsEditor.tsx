import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { wordRoutes } from '#contract/config/words.ts';
import { longestWord, wordKey } from '#contract/rules/words/wordsDefinition.ts';
import { useRoute } from '#data/useRoute.ts';
import { SearchField } from '#ui/components/FilterBar/SearchField.tsx';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { EditorProps } from '../editorProps.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { type EditedWord, editedWord, placeOfWord, withWord, wordsIn } from './wordEdits.ts';

/**
 * The words of the console, found by what stands on the screen; each with where it is seen and what is said instead. Without a
 * search, those that were changed.
 */
export function WordsEditor(props: EditorProps) {
  const [q, setQ] = useState('');
  const changed = wordsIn(props.value).map(editedWord);
  /** The words that were listed when a field took the focus: one that is emptied stays under the cursor until it is left. */
  const [held, setHeld] = useState<readonly EditedWord[]>();
  const listed = held ?? changed;
  const holding = { onFocus: () => setHeld(changed), onBlur: () => setHeld(undefined) };
  return (
    <div style={{ display: 'grid', gap: 16, maxWidth: 760 }}>
      <SearchField
        label="Procurar a palavra que está na tela"
        placeholder="A palavra como está na tela: Aguardando cliente, Filial, Tickets…"
        value={q}
        onChange={setQ}
        debounceMs={250}
      />
      {q.trim() === '' ? (
        listed.length === 0 ? (
          <EmptyState
            title="Nenhuma palavra alterada"
            text="Procure uma palavra pelo que se lê na tela: uma situação, o nome de um campo, um item do menu, um botão ou um aviso."
          />
        ) : (
          <Words title="Palavras alteradas" words={listed} {...holding} {...props} />
        )
      ) : (
        <Found q={q.trim()} {...props} />
      )}
      <details>
        <summary>Nome e descrição deste conjunto</summary>
        <div style={{ display: 'grid', gap: 12, paddingTop: 12 }}>
          <PanelField at="/titulo" />
          <PanelField at="/descricao" />
        </div>
      </details>
    </div>
  );
}

function Found({ q, ...props }: EditorProps & { q: string }) {
  const answer = useRoute(wordRoutes.search, { query: { q } }, { placeholderData: (before) => before });
  if (answer.isPending) return <TextSkeleton lines={6} />;
  const { data } = answer;
  return (
    <>
      <Failure answer={answer} />
      {data && data.length > 0 && <Words title="Encontradas" words={data} {...props} />}
      {data?.length === 0 && (
        <EmptyState
          title={`Nada com "${q}"`}
          text="Procure um pedaço menor da palavra. O que as pessoas escreveram, como nomes de clientes e títulos de relatórios, muda onde foi escrito."
        />
      )}
    </>
  );
}

interface Holding {
  onFocus?: () => void;
  onBlur?: () => void;
}

interface WordsProps extends EditorProps, Holding {
  title: string;
  words: readonly EditedWord[];
}

const Words = ({ title, words, ...props }: WordsProps) => (
  <section aria-label={title}>
    <Typography variant="subtitle2" component="h2" sx={{ mb: 2 }}>
      {title}
    </Typography>
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 16 }}>
      {words.map((word) => (
        <li key={wordKey(word)}>
          <Word word={word} {...props} />
        </li>
      ))}
    </ul>
  </section>
);

interface WordProps extends EditorProps, Holding {
  word: EditedWord;
}

function Word({ word, value, onChange, problems, readOnly = false, ...holding }: WordProps) {
  const words = wordsIn(value);
  const at = placeOfWord(words, word);
  const own = words[at]?.palavra;
  const pointer = `/palavras/${at}`;
  const problem =
    at < 0 ? undefined : (problemAt(problems, `${pointer}/palavra`) ?? problemAt(problems, pointer));
  return (
    <div
      data-pointer={pointer}
      style={{ display: 'flex', gap: 8, alignItems: 'flex-start', flexWrap: 'wrap' }}
    >
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <TextField
          fullWidth
          onFocus={holding.onFocus}
          onBlur={holding.onBlur}
          // No text, which would be worded: here the standard word stands beside the company's own.
          label={<>{word.consumidor ? `${word.padrao} (como o consumidor lê)` : word.padrao}</>}
          value={own ?? ''}
          placeholder={word.padrao}
          onChange={({ target }) =>
            onChange(withWord(value, word, target.value === '' ? null : target.value))
          }
          error={problem !== undefined}
          helperText={problem ?? whereText(word)}
          disabled={readOnly}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: longestWord(word.lugar) } }}
        />
      </div>
      {own !== undefined && !readOnly && (
        <Button
          size="small"
          color="inherit"
          onClick={() => onChange(withWord(value, word, null))}
          aria-label={`Voltar a "${word.padrao}"`}
        >
          Voltar ao padrão
        </Button>
      )}
    </div>
  );
}

/** 'Situações do ticket: etiquetas, filtros e arquivos exportados das listas, e-mails e mais 3' */
function whereText({ lugarTitulo, onde = [], mais = 0 }: EditedWord): string {
  const places = onde.join('; ');
  const more = mais > 0 ? ` e mais ${mais}` : '';
  return places ? `${lugarTitulo}: ${places}${more}` : lugarTitulo;
}
