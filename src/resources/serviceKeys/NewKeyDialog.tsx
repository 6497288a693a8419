import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import {
  KEY_VERBS,
  type KeyVerb,
  MAIL_SCOPE,
  ServiceKey,
  type ServiceKeyInput,
  serviceKeyRoutes,
} from '../../../contract/config/serviceKeys.ts';
import { field } from '../../../contract/field.ts';
import { dataRoutes } from '../../../contract/records/routes/dataApi.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '../../../contract/records/routes/feed.ts';
import {
  type RecordTypeSummary,
  recordRoutes,
  type StoredRecord,
} from '../../../contract/records/routes/records.ts';
import { dayRange } from '../../../contract/rules/time/dayRange.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog, type GivenSecret } from '../../ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '../../ui/components/fieldProblems.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';

export const VERB_LABELS: Readonly<Record<KeyVerb, string>> = {
  LER: 'Ler',
  GRAVAR: 'Gravar',
  EXCLUIR: 'Excluir',
};

/** A scope that a key can be given: at most what the person may do themselves. */
interface GrantableScope {
  key: string;
  title: string;
  verbs: readonly KeyVerb[];
}

function grantableScope({ chave, titulo, pode }: RecordTypeSummary): GrantableScope {
  const verbs = KEY_VERBS.filter(
    (verb) => verb === 'LER' || (verb === 'GRAVAR' ? pode.criar && pode.alterar : pode.excluir),
  );
  return { key: chave, title: titulo.muitos, verbs };
}

type Scopes = Readonly<Record<string, readonly KeyVerb[]>>;
type Named = { id: number; nome: string };

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (secret: GivenSecret) => void;
}

/** The key's name, its scopes, and where and how long it is valid. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { can } = useCan();
  const branches = useRoute(dataRoutes.list, {
    params: { tipo: 'filiais' },
    query: { campos: 'nomeFantasia', limite: 1000 },
  });
  const create = useRouteCommand(serviceKeyRoutes.create);
  const [nome, setName] = useState('');
  const [scopes, setScopes] = useState<Scopes>({});
  const [filiais, setBranches] = useState<readonly Named[]>([]);
  const [addresses, setAddresses] = useState('');
  const mayPersonal = can('DADOS_PESSOAIS');
  const [chosenPersonal, setPersonal] = useState(true);
  const personal = mayPersonal && chosenPersonal;
  const [until, setUntil] = useState<string | null>(null);
  const options: Named[] = ((branches.data?.itens ?? []) as StoredRecord[]).map(({ id, nomeFantasia }) => ({
    id,
    nome: String(nomeFantasia),
  }));
  const send = async () => {
    const escopos = Object.entries(scopes).flatMap(([tipo, verbos]) =>
      verbos.length > 0 ? [{ tipo, verbos: [...verbos] }] : [],
    ) as ServiceKeyInput['escopos'];
    if (!nome.trim() || escopos.length === 0)
      throw new FieldProblems({
        nome: nome.trim() ? '' : 'Dê um nome à chave.',
        escopos: escopos.length > 0 ? '' : 'Marque o que a chave pode fazer em ao menos um cadastro.',
      });
    const { data } = await create.mutateAsync({
      body: {
        nome: nome.trim(),
        escopos,
        filiais: filiais.map(({ id }) => id),
        enderecos: addresses.split(/[\s,;]+/).filter(Boolean),
        dadosPessoais: personal,
        // Valid until the end of the day, as a person would expect.
        validade: until && new Date(dayRange(until, until, ownZone()).end.getTime() - 1000).toISOString(),
      },
    });
    onMade(data);
  };
  return (
    <ConfirmDialog
      open
      title="Criar chave de integração"
      text="Outro sistema lê e grava cadastros com ela, em /dados/v1, ou entrega e-mails recebidos. O segredo aparece uma vez, depois de criar."
      confirmLabel="Criar chave"
      disabled={!branches.data}
      onConfirm={send}
      onCancel={onClose}
    >
      <Stack spacing={3} sx={{ pt: 3 }}>
        <ProblemAt field="nome">
          <TextField
            label="Nome"
            required
            autoFocus
            value={nome}
            onChange={(event) => setName(event.target.value)}
            helperText="O sistema que a usa. Fica no histórico como autor do que gravar."
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
        </ProblemAt>
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <FormControl disabled={!mayPersonal}>
          <FormControlLabel
            label={field(ServiceKey, 'dadosPessoais').label}
            control={<Checkbox checked={personal} onChange={(_, checked) => setPersonal(checked)} />}
          />
          <FormHelperText sx={{ mt: 0 }}>
            Sem isto, documentos, telefones, e-mails, endereços e nascimentos chegam mascarados.
          </FormHelperText>
        </FormControl>
        <Autocomplete
          multiple
          options={options}
          value={[...filiais]}
          getOptionLabel={({ nome: name }) => name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, chosen) => setBranches(chosen)}
          renderInput={(input) => (
            <TextField
              {...input}
              label="Só destas filiais"
              error={branches.error !== null}
              helperText={branches.error?.message ?? 'Sem escolher, de todas.'}
            />
          )}
        />
        <TextField
          label="Só destes IPs"
          value={addresses}
          onChange={(event) => setAddresses(event.target.value)}
          helperText="Endereços ou redes, como 10.0.0.0/24. Sem nenhum, de qualquer lugar."
        />
        <DateField label="Termina em" value={until} onChange={setUntil} helperText="Sem dia, não termina." />
      </Stack>
    </ConfirmDialog>
  );
}

/** Everything that this person may grant a key. */
function useGrantable(): readonly GrantableScope[] {
  const { can } = useCan();
  return [
    ...(useRoute(recordRoutes.types, {}).data?.itens ?? []).map(grantableScope),
    ...FEED_SUBJECT_KEYS.filter((key) => FEED_SUBJECTS[key].permissoes.every(can)).map((key) => ({
      key,
      title: FEED_SUBJECTS[key].titulo,
      verbs: ['LER'] as const,
    })),
    ...(can('TICKETS_EMAILS')
      ? [{ key: MAIL_SCOPE.tipo, title: MAIL_SCOPE.titulo, verbs: [MAIL_SCOPE.verbo] }]
      : []),
  ];
}

interface ScopeChoiceProps {
  scopes: Scopes;
  onChange: (scopes: Scopes) => void;
}

/** Dozens of checkboxes, which a key typed in another field must not render again. */
const ScopeChoice = memo(({ scopes, onChange }: ScopeChoiceProps) => {
  const types = useGrantable();
  const having = (verb: KeyVerb) => types.filter(({ verbs }) => verbs.includes(verb));
  const given = (verb: KeyVerb) => having(verb).filter(({ key }) => scopes[key]?.includes(verb));
  const setAll = (verb: KeyVerb, on: boolean) => {
    const next = having(verb).map(({ key }) => {
      const others = (scopes[key] ?? []).filter((one) => one !== verb);
      return [key, toggled(others, verb, on)] as const;
    });
    onChange({ ...scopes, ...Object.fromEntries(next) });
  };
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        O que a chave pode
      </Typography>
      <ScopeRow title="Todos">
        {(verb) => ({
          disabled: having(verb).length === 0,
          checked: given(verb).length > 0 && given(verb).length === having(verb).length,
          indeterminate: given(verb).length > 0 && given(verb).length < having(verb).length,
          onChange: (_, checked) => setAll(verb, checked),
        })}
      </ScopeRow>
      {types.map(({ key, title, verbs }) => (
        <ScopeRow key={key} title={title}>
          {(verb) => ({
            disabled: !verbs.includes(verb),
            checked: scopes[key]?.includes(verb) ?? false,
            onChange: (_, checked) =>
              onChange({ ...scopes, [key]: toggled(scopes[key] ?? [], verb, checked) }),
          })}
        </ScopeRow>
      ))}
    </Box>
  );
});

/** A checkbox per verb. */
const ScopeRow = ({ title, children }: { title: string; children: (verb: KeyVerb) => CheckboxProps }) => (
  <Box
    role="group"
    aria-label={title}
    sx={({ vars: { palette } }) => ({
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', sm: '1fr auto' },
      alignItems: 'center',
      borderTop: `1px solid ${palette.components.linha}`,
    })}
  >
    <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{title}</Box>
    <Box>
      {KEY_VERBS.map((verb) => (
        <FormControlLabel
          key={verb}
          label={VERB_LABELS[verb]}
          control={<Checkbox size="small" {...children(verb)} />}
        />
      ))}
    </Box>
  </Box>
);

const toggled = (verbs: readonly KeyVerb[], verb: KeyVerb, on: boolean) =>
  on ? [...verbs, verb] : verbs.filter((one) => one !== verb);
