import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type DefinitionSummary, definitionRoutes } from '#contract/config/definitions.ts';
import {
  ownExamples,
  RULE_EXAMPLES,
  type RuleExample,
  ruleFromExample,
} from '#contract/rules/companyRules/ruleExamples.ts';
import { ruleSentence, sentenceText } from '#contract/rules/companyRules/ruleSentence.ts';
import { foldedText } from '#contract/rules/text.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { starterOf } from '../newDefinition.ts';
import { useRuleNames } from './useRuleWords.ts';

interface ExamplesDialogProps {
  existing: readonly DefinitionSummary[];
  onClose: () => void;
}

/** Rules to begin from, each as its sentence; one press makes a draft of one. */
export function ExamplesDialog({ existing, onClose }: ExamplesDialogProps) {
  const id = useId();
  const navigate = useNavigate();
  const { names, answer } = useRuleNames();
  const [term, setTerm] = useState('');
  const save = useRouteCommand(definitionRoutes.saveDraft);
  const start = async (example: RuleExample) => {
    const chave = freeKey(
      example.id,
      existing.map((each) => each.chave),
    );
    const { papel } = starterOf('rules', chave, { title: example.titulo, plural: example.titulo });
    const conteudo = { ...ruleFromExample({ ...example, id: chave }, String(papel)) };
    await save.mutateAsync({
      params: { tipo: 'rules', chave },
      body: { conteudo: conteudo as unknown as Record<string, unknown>, versao: 0 },
    });
    navigate(`/configuracao/rules/${chave}`);
  };
  const rows = [...RULE_EXAMPLES, ...ownExamples(names.entities)]
    .map((example) => ({
      example,
      sentence: sentenceText(ruleSentence(ruleFromExample(example, ''), names)),
    }))
    .filter(({ example, sentence }) =>
      foldedText(term)
        .split(/\s+/)
        .every((word) => foldedText(`${example.titulo} ${sentence}`).includes(word)),
    );
  return (
    <DialogFrame
      open
      onClose={save.isPending ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>Exemplos de regras</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <TextField
          label="Buscar exemplos"
          type="search"
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
        {save.error && <Alert severity="error">{errorText(save.error)}</Alert>}
        <Answered answer={answer} skeleton={<ListSkeleton rows={6} />}>
          {() =>
            rows.length > 0 ? (
              <Examples aria-label="Exemplos">
                {rows.map(({ example, sentence }) => (
                  <li key={example.id}>
                    <div>
                      <h3>{example.titulo}</h3>
                      <p>{sentence}</p>
                    </div>
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={save.isPending}
                      aria-label={`Usar: ${example.titulo}`}
                      onClick={() => void start(example).catch(() => undefined)}
                    >
                      Usar
                    </Button>
                  </li>
                ))}
              </Examples>
            ) : (
              <p style={{ margin: 0 }}>Nenhum exemplo com estas palavras.</p>
            )
          }
        </Answered>
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={save.isPending}>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

/** The key of an example, or the next that is not taken: an example may be used more than once. */
function freeKey(key: string, taken: readonly string[]): string {
  let next = key;
  for (let count = 2; taken.includes(next); count++) next = `${key}-${count}`;
  return next;
}

const Examples = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: 12,
      padding: '10px 0',
      borderTop: `1px solid ${components.linha}`,
    },
    '& li > div': { flex: 1, minWidth: 0 },
    '& h3': { margin: 0, fontSize: 14, fontWeight: 600 },
    '& p': { margin: 0, fontSize: 13, color: components.textoSecundario, textWrap: 'pretty' },
  };
});
