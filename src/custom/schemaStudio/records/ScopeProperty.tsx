import Alert from '@mui/material/Alert';
import type { Problem } from '#contract/config/definitions.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import {
  missingOwner,
  RECORD_SCOPES,
  type RecordScope,
  scopeSentences,
} from '#contract/records/recordScope.ts';
import { SwitchProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { wordOf } from './typeEdits.ts';

interface ScopePropertyProps {
  definition: CustomTypeDefinition;
  onChange: (escopo: readonly RecordScope[]) => void;
  problems: Problem[];
  readOnly: boolean;
}

const LABELS: Readonly<Record<RecordScope, string>> = {
  empresa: 'Toda a empresa vê todos os registros',
  filial: 'Operadores e vendedores veem os das suas filiais',
  cliente: 'O consumidor vê os seus; operadores, os dos clientes das suas filiais',
  carteira: 'Representantes veem os dos clientes da sua carteira',
};

/** Whose the records are: a word for each group of people, and below them what they come to, in sentences. */
export function ScopeProperty({ definition, onChange, problems, readOnly }: ScopePropertyProps) {
  const { escopo = [] } = definition;
  const toggled = (word: RecordScope, on: boolean) =>
    onChange(
      RECORD_SCOPES.filter((each) =>
        each === word ? on : escopo.includes(each) && !(on && excludes[word] === each),
      ),
    );
  const general = problems.find(({ ponteiro }) => ponteiro === '/escopo');
  return (
    <section data-pointer="/escopo" aria-label={wordOf('escopo')} style={{ display: 'grid', gap: 8 }}>
      <h3 style={{ margin: '8px 0 0', fontSize: 'inherit', fontWeight: 600 }}>{wordOf('escopo')}</h3>
      {RECORD_SCOPES.map((word) => {
        const missing = missingOwner(definition, word);
        const isOn = escopo.includes(word);
        return (
          <SwitchProperty
            key={word}
            label={LABELS[word]}
            pointer={`/escopo/${isOn ? escopo.indexOf(word) : word}`}
            value={isOn}
            onChange={(on) => toggled(word, on)}
            problems={problems}
            readOnly={readOnly || (!isOn && missing !== null)}
            {...(missing && { help: `Precisa de um campo que cite ${missing}.` })}
          />
        );
      })}
      <Alert severity={general ? 'error' : definition.escopo ? 'info' : 'warning'}>
        {general && <p style={{ margin: '0 0 4px' }}>{general.mensagem}</p>}
        <ScopeSentences definition={definition} />
      </Alert>
    </section>
  );
}

/** All records and those of one's branches contradict each other. */
const excludes: Partial<Record<RecordScope, RecordScope>> = { empresa: 'filial', filial: 'empresa' };

export const ScopeSentences = ({ definition }: { definition: CustomTypeDefinition }) => (
  <ul style={{ margin: 0, paddingLeft: 18 }}>
    {scopeSentences(definition).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
