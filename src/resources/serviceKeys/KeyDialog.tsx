import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { KEY_PRESETS } from '#contract/config/keyPresets.ts';
import {
  ALL_TYPES,
  ALL_TYPES_TITLE,
  CALL_SCOPE,
  KEY_VERBS,
  type KeyVerb,
  MAIL_SCOPE,
  OTHER_SCOPES,
  type ServiceKey,
  type ServiceKeyInput,
  serviceKeyRoutes,
} from '#contract/config/serviceKeys.ts';
import { dataRoutes } from '#contract/records/routes/dataApi.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '#contract/records/routes/feed.ts';
import { type RecordTypeSummary, recordRoutes, type StoredRecord } from '#contract/records/routes/records.ts';
import { dayRange } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownZone } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog, type GivenSecret } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { type ConflictLabels, ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { BranchChoice, type Named, PersonalChoice } from './KeyChoices.tsx';

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

interface KeyDialogProps {
  /** The key to change; without one, a new one is made. */
  of?: ServiceKey;
  onClose: () => void;
  /** The secret of a new key. */
  onMade?: (secret: GivenSecret) => void;
}

const EVERY_TYPE: GrantableScope = { key: ALL_TYPES, title: ALL_TYPES_TITLE, verbs: KEY_VERBS };

/** The key's name, its scopes, and where and how long it is valid. */
export function KeyDialog({ of: key, onClose, onMade }: KeyDialogProps) {
  const { can } = useCan();
  const types: GrantableScope[] = [
    ...(useRoute(recordRoutes.types, {}).data?.itens ?? []).map(grantableScope),
    ...FEED_SUBJECT_KEYS.filter((key) => FEED_SUBJECTS[key].permissoes.every(can)).map((key) => ({
      key,
      title: FEED_SUBJECTS[key].titulo,
      verbs: ['LER'] as const,
    })),
    ...(can('TICKETS_EMAILS')
      ? [{ key: MAIL_SCOPE.tipo, title: MAIL_SCOPE.titulo, verbs: [MAIL_SCOPE.verbo] }]
      : []),
    { key: CALL_SCOPE.tipo, title: CALL_SCOPE.titulo, verbs: [CALL_SCOPE.verbo] },
  ];
  // What the key already has stays on the form, also where the person could not give it anew or the type is gone.
  const keptScopes = (key?.escopos ?? [])
    .filter(({ tipo }) => tipo !== ALL_TYPES && !types.some((type) => type.key === tipo))
    .map(({ tipo, verbos }): GrantableScope => ({ key: tipo, title: tipo, verbs: verbos }));
  const branches = useRoute(dataRoutes.list, {
    params: { tipo: 'filiais' },
    query: { campos: 'nomeFantasia', limite: 1000 },
  });
  const refetch = useRefetch();
  const notify = useNotify();
  const create = useRouteCommand(serviceKeyRoutes.create);
  // Also after a refusal: another user may have been faster, and the dialog opened next must show the current state.
  const update = useRouteCommand(serviceKeyRoutes.update, {
    onSettled: () => void refetch(serviceKeyRoutes.update),
  });
  const form = useVersionedForm<KeyForm>({
    versao: key?.versao ?? 1,
    initial: key ? formOf(key) : EMPTY,
    read: formOf,
  });
  const { nome, scopes, filiais, addresses, until } = form.value;
  const put = form.set;
  const mayPersonal = can('DADOS_PESSOAIS');
  const personal = mayPersonal && form.value.personal;
  useUnsaved(form.changed);
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
    const body = {
      nome: nome.trim(),
      escopos,
      filiais: filiais.map(({ id }) => id),
      enderecos: addresses.split(/[\s,;]+/).filter(Boolean),
      dadosPessoais: personal,
      // Valid until the end of the day, as a person would expect.
      validade:
        key && until === untilOf(key)
          ? key.validade
          : until && new Date(dayRange(until, until, ownZone()).end.getTime() - 1000).toISOString(),
    };
    if (!key) return onMade?.((await create.mutateAsync({ body })).data);
    const done = await form.send((versao) =>
      update.mutateAsync({ params: { id: key.id }, body: { ...body, versao } }),
    );
    if (!done) return;
    notify(done.data.message, { type: 'success' });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={key ? `Alterar ${key.nome}` : 'Criar chave de integração'}
      text={
        key
          ? 'O segredo continua o mesmo. O que mudar vale a partir da próxima chamada do outro sistema.'
          : 'Outro sistema lê e grava cadastros com ela, em /dados/v1, ou entrega e-mails recebidos. O segredo aparece uma vez, depois de criar.'
      }
      confirmLabel={key ? 'Salvar' : 'Criar chave'}
      disabled={!branches.data || form.undecided}
      onConfirm={send}
      onCancel={onClose}
    >
      <Stack spacing={3} sx={{ pt: 3 }}>
        {key && <ConflictView conflict={form} name="esta chave" labels={FORM_LABELS} />}
        <ProblemAt field="nome">
          <TextField
            label="Nome"
            required
            autoFocus
            value={nome}
            onChange={(event) => put({ nome: event.target.value })}
            helperText="O sistema que a usa. Fica no histórico como autor do que gravar."
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
        </ProblemAt>
        {!key && <Presets types={types} onChoose={(chosen) => put({ scopes: chosen })} />}
        <ScopeChoice
          types={[...types, ...keptScopes]}
          scopes={scopes}
          onChange={(next) => put({ scopes: next })}
        />
        <PersonalChoice
          allowed={mayPersonal}
          checked={personal}
          onChange={(checked) => put({ personal: checked })}
        />
        <BranchChoice
          options={options}
          value={filiais}
          problem={branches.error?.message}
          onChange={(chosen) => put({ filiais: chosen })}
        />
        <TextField
          label="Só destes IPs"
          value={addresses}
          onChange={(event) => put({ addresses: event.target.value })}
          helperText="Endereços ou redes, como 10.0.0.0/24. Sem nenhum, de qualquer lugar."
        />
        <DateField
          label="Termina em"
          value={until}
          onChange={(day) => put({ until: day })}
          helperText="Sem dia, não termina."
        />
      </Stack>
    </ConfirmDialog>
  );
}

interface KeyForm {
  nome: string;
  scopes: Scopes;
  filiais: readonly Named[];
  addresses: string;
  personal: boolean;
  /** The last day, in the person's time zone. */
  until: string | null;
}

const EMPTY: KeyForm = { nome: '', scopes: {}, filiais: [], addresses: '', personal: true, until: null };

const untilOf = ({ validade }: Pick<ServiceKey, 'validade'>): string | null =>
  validade ? localDate(new Date(validade), ownZone()) : null;

const formOf = (key: ServiceKey): KeyForm => ({
  nome: key.nome,
  scopes: scopesOf(key.escopos),
  filiais: key.filiais,
  addresses: key.enderecos.join(', '),
  personal: key.dadosPessoais,
  until: untilOf(key),
});

const FORM_LABELS: ConflictLabels<KeyForm> = {
  nome: 'Nome',
  scopes: {
    label: 'O que a chave pode',
    show: (scopes) =>
      Object.entries(scopes)
        .map(([type, verbs]) => `${type}: ${verbs.map((verb) => VERB_LABELS[verb].toLowerCase()).join(', ')}`)
        .join('; '),
  },
  filiais: {
    label: 'Só destas filiais',
    show: (filiais) => filiais.map(({ nome }) => nome).join(', ') || 'todas',
  },
  addresses: 'Só destes IPs',
  personal: 'Vê dados pessoais por inteiro',
  until: 'Termina em',
};

const scopesOf = (escopos: readonly { tipo: string; verbos: readonly KeyVerb[] }[]): Scopes =>
  Object.fromEntries(escopos.map(({ tipo, verbos }) => [tipo, verbos]));

interface PresetsProps {
  types: readonly GrantableScope[];
  onChoose: (scopes: Scopes) => void;
}

/** Usual purposes, each with as much of it as the person may give; one of which they may give nothing is not offered. */
const Presets = steady(({ types, onChoose }: PresetsProps) => {
  const offered = KEY_PRESETS.flatMap(({ titulo, escopos }) => {
    const given = escopos.flatMap(({ tipo, verbos }) => {
      const chosenType = tipo === ALL_TYPES ? EVERY_TYPE : types.find(({ key }) => key === tipo);
      const left = verbos.filter((verb) => chosenType?.verbs.includes(verb));
      return left.length > 0 ? [{ tipo, verbos: left }] : [];
    });
    return given.length > 0 ? [{ titulo, scopes: scopesOf(given) }] : [];
  });
  return (
    <Box role="group" aria-label="Começar por">
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        Começar por
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {offered.map(({ titulo, scopes }) => (
          <Button key={titulo} size="small" variant="outlined" onClick={() => onChoose(scopes)}>
            {titulo}
          </Button>
        ))}
      </Box>
    </Box>
  );
});

interface ScopeChoiceProps {
  types: readonly GrantableScope[];
  scopes: Scopes;
  onChange: (scopes: Scopes) => void;
}

const ScopeChoice = steady(({ types, scopes, onChange }: ScopeChoiceProps) => {
  const having = (verb: KeyVerb) => types.filter(({ verbs }) => verbs.includes(verb));
  const given = (verb: KeyVerb) => having(verb).filter(({ key }) => scopes[key]?.includes(verb));
  // E-mails and calls are told by no scope but their own, and the other subjects of the feed are only read.
  const reaches = (key: string, verb: KeyVerb) =>
    OTHER_SCOPES.every(({ tipo }) => tipo !== key) &&
    (scopes[ALL_TYPES]?.includes(verb) ?? false) &&
    (verb === 'LER' || !FEED_SUBJECT_KEYS.some((subject) => subject === key));
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
      <ScopeRow title={ALL_TYPES_TITLE}>
        {(verb) => ({
          checked: scopes[ALL_TYPES]?.includes(verb) ?? false,
          onChange: (_, checked) =>
            onChange({ ...scopes, [ALL_TYPES]: toggled(scopes[ALL_TYPES] ?? [], verb, checked) }),
        })}
      </ScopeRow>
      <ScopeRow title="Todos os de hoje">
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
            disabled: !verbs.includes(verb) || reaches(key, verb),
            checked: reaches(key, verb) || (scopes[key]?.includes(verb) ?? false),
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
