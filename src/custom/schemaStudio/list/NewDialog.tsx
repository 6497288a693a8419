import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type DefinitionSummary, definitionRoutes } from '#contract/config/definitions.ts';
import { type DefinitionKind, definitionKinds } from '#contract/rules/definitions/definition.ts';
import { pluralOf } from '#contract/rules/portugueseNouns.ts';
import { call } from '#data/call.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { contentIn } from '../frame/useEditing.ts';
import { copyOf, fixedKeys, keyFrom, keyProblem, starterOf } from '../newDefinition.ts';

interface NewDialogProps {
  tipo: DefinitionKind;
  existing: readonly DefinitionSummary[];
  onClose: () => void;
}

/** A title, a permanent key, and a starting point; the new definition is a draft. */
export function NewDialog({ tipo, existing, onClose }: NewDialogProps) {
  const titleId = useId();
  const { fields, set, errors, busy, failure, free, submit } = useNewDefinition(tipo, existing);
  const { title, plural, key, from } = fields;
  // As long as the title of its kind may be.
  const maxLength = tipo === 'records' ? 60 : 120;
  if (free?.length === 0) return <NothingNew tipo={tipo} onClose={onClose} />;
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>Novo: {definitionKinds[tipo].singular.toLowerCase()}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <TextField
            label={tipo === 'records' ? 'Título, no singular' : 'Título'}
            required
            autoFocus
            // The key and the plural follow each letter.
            immediate
            value={title}
            onChange={(event) => set({ title: event.target.value })}
            error={errors.title !== ''}
            helperText={errors.title}
            slotProps={{ htmlInput: { maxLength } }}
          />
          {tipo === 'records' && (
            <TextField
              label="Título, no plural"
              required
              value={plural}
              onChange={(event) => set({ plural: event.target.value })}
              error={errors.plural !== ''}
              helperText={errors.plural || 'Nome da lista e do item no menu.'}
              slotProps={{ htmlInput: { maxLength } }}
            />
          )}
          {free ? (
            <ChoiceField
              label="O que define"
              value={key}
              onChange={(value) => set({ key: value })}
              choices={free.map((each) => ({ value: each, label: each }))}
            />
          ) : (
            <TextField
              label="Chave"
              required
              value={key}
              onChange={(event) => set({ key: event.target.value })}
              error={errors.key !== ''}
              helperText={errors.key || 'Nome do arquivo. Não muda depois de criada.'}
              slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
            />
          )}
          {!free && (
            <ChoiceField
              label="Começar de"
              value={from}
              onChange={(value) => set({ from: value })}
              choices={[
                { value: BLANK, label: 'Em branco' },
                ...existing.map(({ chave, titulo }) => ({
                  value: chave,
                  label: `Cópia de ${titulo || chave}`,
                })),
              ]}
            />
          )}
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={busy}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" loading={busy}>
            Criar rascunho
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Not a valid key, since keys begin with a letter or digit. */
const BLANK = ' ';

/** `null` until it is typed by hand. */
interface OwnFields {
  title: string;
  plural: string | null;
  key: string | null;
  from: string;
}

function useNewDefinition(tipo: DefinitionKind, existing: readonly DefinitionSummary[]) {
  const navigate = useNavigate();
  const takenKeys = existing.map(({ chave }) => chave);
  const free = fixedKeys(tipo)?.filter((key) => !takenKeys.includes(key)) ?? null;
  const [own, setOwn] = useState<OwnFields>({
    title: '',
    plural: null,
    key: free?.[0] ?? null,
    from: BLANK,
  });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  // Until they are typed by hand, the plural and the key follow the title; the key of a record type is part of its list's address.
  const plural = own.plural ?? pluralOf(own.title.trim());
  const fields = { ...own, plural, key: own.key ?? keyFrom(tipo, tipo === 'records' ? plural : own.title) };
  const found = {
    title: fields.title.trim() === '' ? 'Informe o título.' : '',
    plural: tipo === 'records' && plural.trim() === '' ? 'Informe o título no plural.' : '',
    key: free ? '' : keyProblem(tipo, fields.key, takenKeys),
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (found.title || found.plural || found.key) return;
    setBusy(true);
    try {
      const { key, from } = fields;
      const titles = { title: fields.title.trim(), plural: plural.trim() };
      const params = { tipo, chave: key };
      const base =
        from === BLANK ? null : await call(definitionRoutes.get, { params: { tipo, chave: from } });
      const conteudo = base ? copyOf(tipo, contentIn(base.data), key, titles) : starterOf(tipo, key, titles);
      await call(definitionRoutes.saveDraft, { params, body: { conteudo, versao: 0 } });
      navigate(`/configuracao/${tipo}/${key}`);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return {
    fields,
    set: (changes: Partial<typeof fields>) => setOwn({ ...own, ...changes }),
    errors: tried ? found : { title: '', plural: '', key: '' },
    busy,
    failure,
    free,
    submit,
  };
}

/** Everything of this kind already exists. */
function NothingNew({ tipo, onClose }: Pick<NewDialogProps, 'tipo' | 'onClose'>) {
  const id = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Já estão todas aqui</DialogTitle>
      <DialogContent>
        {tipo === 'fields' &&
          'Há um conjunto de campos por cadastro. Abra o do cadastro e inclua o campo nele.'}
        {tipo === 'panels' && 'O painel do cliente já está aqui. Abra-o para mudar as abas.'}
        {tipo === 'words' && 'As palavras do console já estão aqui. Abra-as para mudar o que se lê na tela.'}
        {tipo === 'registration' &&
          'Cada etapa do cadastro já tem a sua definição. Abra a etapa para mudá-la; campos novos entram em Campos adicionais.'}
      </DialogContent>
      <DialogActions>
        <CloseButton>Entendi</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
